//! The verification of a beneficial owner: its `kycStatus` (customers 5.5, 7).

use crate::machine::TransitionRefused;
use crate::named::{events, named};

named! {
    /// The verification status of a beneficial owner. No event notifies the platform of a change.
    pub enum OwnerStatus {
        /// The company has not been submitted completely yet.
        Unverified = "UNVERIFIED",
        /// Submitted and undecided.
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
    }
}

events! {
    /// An event in the verification of a beneficial owner.
    pub enum OwnerEvent {
        /// submitted with the company, or added to one that was submitted: a decision follows
        Submitted,
        /// approved
        Approved,
        /// rejected
        Rejected,
    }
}

/// Returns the status of a new owner. A regulated platform has verified its owners itself.
#[must_use]
pub const fn created(is_regulated: bool) -> OwnerStatus {
    if is_regulated { OwnerStatus::Approved } else { OwnerStatus::Unverified }
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the owner cannot make this move.
pub fn next(
    state: OwnerStatus,
    event: OwnerEvent,
) -> Result<OwnerStatus, TransitionRefused<OwnerStatus, OwnerEvent>> {
    use OwnerEvent as E;
    use OwnerStatus::{Approved, Pending, Rejected, Unverified};
    match (state, event) {
        (Unverified, E::Submitted) => Ok(Pending),
        (Unverified | Pending, E::Approved) => Ok(Approved),
        (Unverified | Pending, E::Rejected) => Ok(Rejected),

        (Pending | Approved | Rejected, E::Submitted)
        | (Approved | Rejected, E::Approved)
        | (Approved | Rejected, E::Rejected) => Err(TransitionRefused { state, event }),
    }
}
