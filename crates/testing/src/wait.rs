//! Waiting for a condition, with a time limit; a failure shows the last observed state.

use std::fmt::Display;
use std::panic::Location;
use std::time::{Duration, Instant};

use tokio::time::Sleep;

/// Time limit for things expected within moments, generous enough for a machine that does much else: a test that passes never
/// waits for it.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Pause between two polls: short compared with anything awaited, long compared with a poll.
const PAUSE: Duration = Duration::from_millis(10);

/// Polls `look` until it returns `Ok`, and returns that value; `Err` is the observed state.
///
/// # Panics
/// At the caller's line after `limit`, with `what` and the last observed state.
#[track_caller]
pub fn until<T, S, F>(what: &str, limit: Duration, mut look: impl FnMut() -> F) -> impl Future<Output = T>
where
    S: Display,
    F: Future<Output = Result<T, S>>,
{
    let caller = Location::caller();
    async move {
        let started = Instant::now();
        loop {
            match look().await {
                Ok(value) => return value,
                Err(state) if started.elapsed() >= limit => {
                    panic!("{caller}: timed out after {limit:?} waiting for {what}; last seen: {state}")
                }
                Err(_) => pause(PAUSE).await,
            }
        }
    }
}

/// Polls like [`until`], in a thread outside of any runtime.
///
/// # Errors
/// The last `Err` of `look` after `limit`.
pub fn blocking<T, S>(limit: Duration, mut look: impl FnMut() -> Result<T, S>) -> Result<T, S> {
    let started = Instant::now();
    loop {
        match look() {
            Err(_) if started.elapsed() < limit => pause_thread(),
            result => return result,
        }
    }
}

/// Waits between two looks at a condition, or as long as a test delays a message.
#[expect(clippy::disallowed_methods, reason = "the one place where tests sleep")]
pub(crate) fn pause(length: Duration) -> Sleep {
    tokio::time::sleep(length)
}

#[expect(clippy::disallowed_methods, reason = "the one pause of the tests: between two looks at a condition")]
fn pause_thread() {
    std::thread::sleep(PAUSE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn returns_the_value_of_the_last_attempt() {
        let mut looks = 0;
        let value = until("the third look", PATIENCE, || {
            looks += 1;
            let count = looks;
            async move { if count == 3 { Ok(count) } else { Err(count) } }
        })
        .await;
        assert_eq!(value, 3);
    }

    #[tokio::test]
    #[should_panic(expected = "waiting for rain; last seen: sun")]
    async fn names_the_last_state_when_the_limit_has_passed() {
        until::<(), _, _>("rain", Duration::ZERO, || async { Err("sun") }).await;
    }

    #[test]
    fn a_blocking_wait_hands_back_the_last_state() {
        assert_eq!(blocking::<(), _>(Duration::ZERO, || Err("closed")), Err("closed"));
        assert_eq!(blocking::<_, &str>(Duration::ZERO, || Ok(7)), Ok(7));
    }
}
