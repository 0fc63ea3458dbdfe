//! Waiting for a condition, with a limit and with the last state seen in the failure.

use std::fmt::Display;
use std::panic::Location;
use std::time::{Duration, Instant};

/// How long a test waits for something that is expected within moments, on a loaded machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The pause between two looks: short beside anything awaited, long beside a look.
const PAUSE: Duration = Duration::from_millis(10);

/// Looks until `look` answers `Ok`, and gives what it found; `Err` says what was seen instead.
///
/// # Panics
/// At the caller's line when `limit` has passed, with `what` and the last state seen.
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
                Ok(found) => return found,
                Err(state) if started.elapsed() >= limit => {
                    panic!("{caller}: timed out after {limit:?} waiting for {what}; last seen: {state}")
                }
                Err(_) => pause().await,
            }
        }
    }
}

/// The same for a thread outside of any runtime; gives the last state seen when `limit` has passed.
///
/// # Errors
/// The last `Err` of `look`.
pub fn blocking<T, S>(limit: Duration, mut look: impl FnMut() -> Result<T, S>) -> Result<T, S> {
    let started = Instant::now();
    loop {
        match look() {
            Err(_) if started.elapsed() < limit => pause_thread(),
            settled => return settled,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one pause of the tests: between two looks at a condition")]
async fn pause() {
    tokio::time::sleep(PAUSE).await;
}

#[expect(clippy::disallowed_methods, reason = "the one pause of the tests: between two looks at a condition")]
fn pause_thread() {
    std::thread::sleep(PAUSE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn gives_what_the_look_found_in_the_end() {
        let mut looks = 0;
        let found = until("the third look", PATIENCE, || {
            looks += 1;
            let seen = looks;
            async move { if seen == 3 { Ok(seen) } else { Err(seen) } }
        })
        .await;
        assert_eq!(found, 3);
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
