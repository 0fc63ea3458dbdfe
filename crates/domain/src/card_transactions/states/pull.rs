//! Where a pull stands (cards 8.4).

use crate::machine::Refused;
use crate::named::{events, named};

named! {
    /// Where a pull stands.
    pub enum PullStatus {
        /// Taken from the balance; the signature of the source's key is still to come.
        Pending = "PENDING",
        /// Good.
        Confirmed = "CONFIRMED",
        /// Not made, or undone.
        Failed = "FAILED",
    }
}

events! {
    /// What can happen to a pull.
    pub enum PullEvent {
        /// confirmation success
        Confirmed,
        /// confirmation reports failure: its reservation is undone
        NotConfirmed,
    }
}

/// The status of a new pull: pending where its check has passed, else failed.
#[must_use]
pub(crate) const fn created(is_covered: bool) -> PullStatus {
    if is_covered { PullStatus::Pending } else { PullStatus::Failed }
}

/// The status after an event.
///
/// # Errors
/// When the pull cannot make this move.
pub fn next(status: PullStatus, event: PullEvent) -> Result<PullStatus, Refused<PullStatus, PullEvent>> {
    use PullEvent as E;
    use PullStatus as S;
    match (status, event) {
        (S::Pending, E::Confirmed) => Ok(S::Confirmed),
        (S::Pending, E::NotConfirmed) => Ok(S::Failed),
        (S::Confirmed | S::Failed, E::Confirmed | E::NotConfirmed) => Err(Refused { state: status, event }),
    }
}
