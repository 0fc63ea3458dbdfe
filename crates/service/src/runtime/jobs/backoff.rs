//! When work that failed is tried again.

use std::time::Duration;

/// A job that has failed this many times is left to an operator, and so is one whose attempts left no outcome.
pub const ATTEMPTS_MAX: u32 = 10;

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_mins(5);

/// What follows a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// Another attempt after this long, in real time: what failed was the machinery, not the payment.
    Again(Duration),
    /// No more attempts: it is poison.
    Stop,
}

/// What follows failed attempt `attempt` (from 1): 1 s, doubled each time up to 5 minutes, ten attempts in all.
#[must_use]
pub fn after_failure(attempt: u32) -> AfterFailure {
    if attempt >= ATTEMPTS_MAX {
        return AfterFailure::Stop;
    }
    AfterFailure::Again(FIRST.saturating_mul(1 << attempt.saturating_sub(1).min(16)).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_attempts_within_a_quarter_of_an_hour() {
        let waits: Vec<AfterFailure> = (1..=10).map(after_failure).collect();
        let seconds = [1, 2, 4, 8, 16, 32, 64, 128, 256].map(Duration::from_secs).map(AfterFailure::Again);
        assert_eq!(waits[..9], seconds);
        assert_eq!(waits[9], AfterFailure::Stop);
        assert_eq!(after_failure(u32::MAX), AfterFailure::Stop);
    }
}
