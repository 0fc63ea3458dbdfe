//! How often and how long (wallet 10).

use std::time::Duration;

use crate::time::Time;

/// How long a session lives.
pub const SESSION_LIFETIME: Duration = Duration::from_mins(15);

/// How long a request waits for its signature, and a passkey's challenge for its answer.
pub const REQUEST_LIFETIME: Duration = Duration::from_mins(5);

/// So many tries make a one-time code void, if none of them was right.
pub const OTP_ATTEMPTS_MAX: u32 = 5;

/// So many failed checks make a request void.
pub const REQUEST_FAILURES_MAX: u32 = 5;

/// Challenges on one credential.
pub const CHALLENGES: Window = Window { most: 10, within: Duration::from_mins(1) };

/// Failed logins by one credential.
pub const FAILED_VERIFIES: Window = Window { most: 10, within: Duration::from_mins(1) };

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
        for second in 0..10 {
            assert_eq!(CHALLENGES.check(&happened, at(second)), Ok(()));
            happened = counted(&happened, CHALLENGES, at(second));
        }
        assert_eq!(CHALLENGES.check(&happened, at(10)), Err(Duration::from_secs(50)));
        assert_eq!(CHALLENGES.check(&happened, at(60)), Ok(()));
        assert_eq!(counted(&happened, CHALLENGES, at(60)).len(), 10, "what does not count is not kept");
    }
}
