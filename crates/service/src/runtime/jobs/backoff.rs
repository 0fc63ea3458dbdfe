//! The backoff of failed jobs, and of questions without a clear answer.

use std::time::Duration;

use causeway_domain::Time;

/// Number of failed attempts after which a job is left to an operator, also if its attempts left no outcome.
pub const MAX_ATTEMPTS: u32 = 10;

const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);
const MAX_RETRY_DELAY: Duration = Duration::from_mins(5);
const MIN_POLL_DELAY: Duration = Duration::from_secs(5);
const MAX_POLL_DELAY: Duration = Duration::from_hours(1);

/// The consequence of a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// A retry after this long, in real time: the failure was technical, not the payment's.
    Again(Duration),
    /// No more attempts: the job is poisoned.
    Stop,
}

/// Returns the consequence of failed attempt `attempt` (from 1): a backoff of 1 s, doubled each time up to 5
/// minutes, ten attempts in all.
#[must_use]
pub fn after_failure(attempt: u32) -> AfterFailure {
    if attempt >= MAX_ATTEMPTS {
        return AfterFailure::Stop;
    }
    AfterFailure::Again(
        MIN_RETRY_DELAY.saturating_mul(1 << attempt.saturating_sub(1).min(16)).min(MAX_RETRY_DELAY),
    )
}

/// Returns the time of the next inquiry without a clear answer; the interval grows with the wait.
pub(crate) fn ask_again(since: Time, now: Time) -> Time {
    now.plus(now.since(since).clamp(MIN_POLL_DELAY, MAX_POLL_DELAY))
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
