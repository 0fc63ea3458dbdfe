//! The verification of somebody behind a company: `kycStatus` of a beneficial owner (customers 5.5, 7).

use crate::machine::Refused;
use crate::named::{events, named};

named! {
    /// Where the person stands. No event notifies the platform of a change.
    pub enum OwnerStatus {
        /// The company was not submitted with everything yet.
        Unverified = "UNVERIFIED",
        /// Not decided.
        Pending = "PENDING",
        /// Verified.
        Approved = "APPROVED",
        /// Refused.
        Rejected = "REJECTED",
    }
}

events! {
    /// What can happen to the verification of a person.
    pub enum OwnerEvent {
        /// submitted with the company, or added to one that was: somebody will decide
        Submitted,
        /// approved
        Approved,
        /// rejected
        Rejected,
    }
}

/// The status of a new owner. A regulated platform has verified it itself.
#[must_use]
pub const fn created(is_regulated: bool) -> OwnerStatus {
    if is_regulated { OwnerStatus::Approved } else { OwnerStatus::Unverified }
}

/// The status after an event.
///
/// # Errors
/// When the owner cannot make this move.
pub fn next(state: OwnerStatus, event: OwnerEvent) -> Result<OwnerStatus, Refused<OwnerStatus, OwnerEvent>> {
    use OwnerEvent as E;
    use OwnerStatus::{Approved, Pending, Rejected, Unverified};
    match (state, event) {
        (Unverified, E::Submitted) => Ok(Pending),
        (Unverified | Pending, E::Approved) => Ok(Approved),
        (Unverified | Pending, E::Rejected) => Ok(Rejected),

        (Pending | Approved | Rejected, E::Submitted)
        | (Approved | Rejected, E::Approved)
        | (Approved | Rejected, E::Rejected) => Err(Refused { state, event }),
    }
}
