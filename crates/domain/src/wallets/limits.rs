//! Lifetimes and rate limits of wallets (wallet 10).

use std::time::Duration;

use crate::time::Time;

/// The longest time for which a request waits for its signature, and a passkey's challenge for its answer.
pub const REQUEST_LIFETIME: Duration = Duration::from_mins(5);

/// The furthest ahead of now that a payload to be signed may be dated. No two payloads of one wallet have the
/// same millisecond.
pub const REQUEST_AHEAD: Duration = Duration::from_mins(1);

/// The number of wrong tries after which a one-time code is void at the latest.
pub const MAX_OTP_ATTEMPTS: u32 = 5;

/// Returns the limit of `most` challenges on one credential, or failed logins with it, per minute.
#[must_use]
pub fn per_minute(most: u32) -> Window {
    Window { most: usize::try_from(most).unwrap_or(usize::MAX), within: Duration::from_mins(1) }
}

/// The limit on wrong codes for one credential.
pub const WRONG_CODES: Window = Window { most: 30, within: Duration::from_hours(24) };

/// A rate limit over a rolling period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub most: usize,
    pub within: Duration,
}

impl Window {
    /// Checks that one more event may happen now. `happened` is in order.
    ///
    /// # Errors
    /// The waiting time until it may.
    pub fn check(&self, happened: &[Time], now: Time) -> Result<(), Duration> {
        let recent: Vec<Time> = happened.iter().copied().filter(|at| at.plus(self.within) > now).collect();
        match recent.len().checked_sub(self.most).and_then(|first| recent.get(first)) {
            Some(first) => Err(first.plus(self.within).since(now)),
            None => Ok(()),
        }
    }
}

/// Returns the instants to store after another event happens now: those that the window still counts, and
/// now.
#[must_use]
pub fn recent_instants(happened: &[Time], window: Window, now: Time) -> Vec<Time> {
    let recent = happened.iter().copied().filter(|at| at.plus(window.within) > now);
    recent.chain([now]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleventh_event_waits_until_the_first_is_a_minute_old() {
        let at = |second: i64| Time::from_millis(second * 1_000);
        let mut happened = Vec::new();
        let challenges = per_minute(10);
        for second in 0..10 {
            assert_eq!(challenges.check(&happened, at(second)), Ok(()));
            happened = recent_instants(&happened, challenges, at(second));
        }
        assert_eq!(challenges.check(&happened, at(10)), Err(Duration::from_secs(50)));
        assert_eq!(challenges.check(&happened, at(60)), Ok(()));
        assert_eq!(
            recent_instants(&happened, challenges, at(60)).len(),
            10,
            "what does not count is not kept"
        );
    }
}
