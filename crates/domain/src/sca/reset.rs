//! The reset of a factor that the customer has lost (agents B5).

use std::time::Duration;

use causeway_vocabulary::sca::ScaResetStatus;

use crate::machine::TransitionRefused;
use crate::named::events;
use crate::time::Time;

/// The time within which a reset must be completed.
pub const RESET_LIFETIME: Duration = Duration::from_mins(30);
/// The most resets of a customer that may begin within [`RESETS_WINDOW`].
pub const MAX_RESETS: u32 = 5;
/// The window in which the resets of a customer are counted.
pub const RESETS_WINDOW: Duration = Duration::from_hours(24);

events! {
    /// An event of a reset.
    pub enum ResetEvent {
        /// liveness evidence submitted, and the provider reviews it
        UnderReview,
        /// liveness check passed
        Passed,
        /// liveness check failed
        Refused,
        /// complete: the factor is cleared
        Completed,
        /// `expiresAt` is reached
        ExpiryReached,
    }
}

/// Returns the status of a new reset.
#[must_use]
pub const fn reset_created() -> ScaResetStatus {
    ScaResetStatus::Initiated
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the reset cannot make this move.
pub fn next_reset(
    status: ScaResetStatus,
    event: ResetEvent,
) -> Result<ScaResetStatus, TransitionRefused<ScaResetStatus, ResetEvent>> {
    use ResetEvent as E;
    use ScaResetStatus::{Completed, Expired, Initiated, LivenessPassed, PendingReview, Rejected};
    match (status, event) {
        (Initiated, E::UnderReview) => Ok(PendingReview),
        (Initiated | PendingReview, E::Passed) => Ok(LivenessPassed),
        (Initiated | PendingReview, E::Refused) => Ok(Rejected),
        (LivenessPassed, E::Completed) => Ok(Completed),
        (Initiated | PendingReview | LivenessPassed, E::ExpiryReached) => Ok(Expired),

        (PendingReview | LivenessPassed | Completed | Rejected | Expired, E::UnderReview)
        | (LivenessPassed | Completed | Rejected | Expired, E::Passed | E::Refused)
        | (Initiated | PendingReview | Completed | Rejected | Expired, E::Completed)
        | (Completed | Rejected | Expired, E::ExpiryReached) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}

/// Returns the status at `now` of a reset that is stored with the status `stored`. No process stores an
/// expiry by itself.
#[must_use]
pub fn reset_at(stored: ScaResetStatus, expires_at: Time, now: Time) -> ScaResetStatus {
    if now < expires_at {
        return stored;
    }
    next_reset(stored, ResetEvent::ExpiryReached).unwrap_or(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_reset_expires_by_the_clock() {
        let end = Time::from_millis(10);
        let before = Time::from_millis(9);
        for status in ScaResetStatus::ALL {
            assert_eq!(reset_at(*status, end, before), *status);
            let has_ended = matches!(
                status,
                ScaResetStatus::Completed | ScaResetStatus::Rejected | ScaResetStatus::Expired
            );
            let expected = if has_ended { *status } else { ScaResetStatus::Expired };
            assert_eq!(reset_at(*status, end, end), expected);
        }
    }
}
