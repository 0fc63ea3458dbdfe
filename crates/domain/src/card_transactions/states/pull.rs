//! The state machine of a pull (cards 8.4).

use crate::machine::TransitionRefused;
use crate::named::{events, named};

named! {
    /// The status of a pull.
    pub enum PullStatus {
        /// Taken from the balance; awaits the signature of the source's key.
        Pending = "PENDING",
        Confirmed = "CONFIRMED",
        /// Not made, or undone.
        Failed = "FAILED",
    }
}

impl PullStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Pending => "taken from the balance, and waits for the signature of its source's key",
            Self::Confirmed => "the funding source is debited",
            Self::Failed => "not made, or undone",
        }
    }
}

events! {
    /// An event in the life of a pull.
    pub enum PullEvent {
        /// confirmation success
        Confirmed,
        /// confirmation reports failure: its reservation is undone
        NotConfirmed,
    }
}

/// Returns the status of a new pull: pending if the funding source covers it, otherwise failed.
#[must_use]
pub(crate) const fn created(is_covered: bool) -> PullStatus {
    if is_covered { PullStatus::Pending } else { PullStatus::Failed }
}

/// Returns the status after an event.
///
/// # Errors
/// When the pull cannot make this move.
pub fn next(
    status: PullStatus,
    event: PullEvent,
) -> Result<PullStatus, TransitionRefused<PullStatus, PullEvent>> {
    use PullEvent as E;
    use PullStatus as S;
    match (status, event) {
        (S::Pending, E::Confirmed) => Ok(S::Confirmed),
        (S::Pending, E::NotConfirmed) => Ok(S::Failed),
        (S::Confirmed | S::Failed, E::Confirmed | E::NotConfirmed) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}
