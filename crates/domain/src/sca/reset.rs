//! The reset of a factor that the customer has lost (agents B5).

use std::time::Duration;

use causeway_vocabulary::sca::ScaResetStatus;

use crate::machine::Refused;
use crate::named::events;
use crate::time::Time;

/// How long a reset can be completed.
pub const RESET_LIFETIME: Duration = Duration::from_mins(30);
/// So many resets of a customer begin within [`RESETS_WINDOW`].
pub const RESETS_MAX: u32 = 5;
/// See [`RESETS_MAX`].
pub const RESETS_WINDOW: Duration = Duration::from_hours(24);

events! {
    /// What can happen to a reset.
    pub enum ResetEvent {
        /// the customer has shown something, and the provider looks at it
        UnderReview,
        /// the customer was there
        Passed,
        /// somebody else was there, or nobody
        Refused,
        /// complete: the factor is cleared
        Completed,
        /// `expiresAt` is reached
        ExpiryReached,
    }
}

/// The status of a new reset.
#[must_use]
pub const fn reset_created() -> ScaResetStatus {
    ScaResetStatus::Initiated
}

/// The status after an event.
///
/// # Errors
/// When the reset cannot make this move.
pub fn next_reset(
    status: ScaResetStatus,
    event: ResetEvent,
) -> Result<ScaResetStatus, Refused<ScaResetStatus, ResetEvent>> {
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
        | (Completed | Rejected | Expired, E::ExpiryReached) => Err(Refused { state: status, event }),
    }
}

/// The status at an instant of a reset that was stored with this one: its expiry is not written down by itself.
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
    fn what_has_not_ended_expires_by_the_clock() {
        let (end, before) = (Time::from_millis(10), Time::from_millis(9));
        for status in ScaResetStatus::EVERY {
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
