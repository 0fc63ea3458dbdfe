//! How often and how long (wallet 10).

use std::time::Duration;

use crate::time::Time;

/// How long a request waits for its signature at most, and a passkey's challenge for its answer.
pub const REQUEST_LIFETIME: Duration = Duration::from_mins(5);

/// How far ahead of now what is to be signed may be dated: of one wallet, no two payloads have the same millisecond.
pub const REQUEST_AHEAD: Duration = Duration::from_mins(1);

/// So many tries make a one-time code void at the latest, if none of them was right.
pub const OTP_ATTEMPTS_MAX: u32 = 5;

/// So many challenges on one credential, or failed logins with it, in a minute.
#[must_use]
pub fn in_a_minute(most: u32) -> Window {
    Window { most: usize::try_from(most).unwrap_or(usize::MAX), within: Duration::from_mins(1) }
}

/// Wrong codes for one credential.
pub const WRONG_CODES: Window = Window { most: 30, within: Duration::from_hours(24) };

/// So many within a rolling time, and no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// How many.
    pub most: usize,
    /// In which time.
    pub within: Duration,
}

impl Window {
    /// Whether one more may happen now; `happened` is in order.
    ///
    /// # Errors
    /// How long to wait.
    pub fn check(&self, happened: &[Time], now: Time) -> Result<(), Duration> {
        let recent: Vec<Time> = happened.iter().copied().filter(|at| at.plus(self.within) > now).collect();
        match recent.len().checked_sub(self.most).and_then(|first| recent.get(first)) {
            Some(first) => Err(first.plus(self.within).since(now)),
            None => Ok(()),
        }
    }
}

/// What is kept of instants at which something happened, after it has happened now: those that a window still counts.
#[must_use]
pub fn counted(happened: &[Time], window: Window, now: Time) -> Vec<Time> {
    let recent = happened.iter().copied().filter(|at| at.plus(window.within) > now);
    recent.chain([now]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleventh_waits_until_the_first_is_a_minute_old() {
        let at = |second: i64| Time::from_millis(second * 1_000);
        let mut happened = Vec::new();
        let challenges = in_a_minute(10);
        for second in 0..10 {
            assert_eq!(challenges.check(&happened, at(second)), Ok(()));
            happened = counted(&happened, challenges, at(second));
        }
        assert_eq!(challenges.check(&happened, at(10)), Err(Duration::from_secs(50)));
        assert_eq!(challenges.check(&happened, at(60)), Ok(()));
        assert_eq!(counted(&happened, challenges, at(60)).len(), 10, "what does not count is not kept");
    }
}
