//! The state machine of an external account (money 4.1).

use crate::machine::TransitionRefused;
use crate::named::events;

pub use causeway_vocabulary::external_accounts::ExternalAccountStatus;

/// The verification that a new external account needs; it decides the first status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opening {
    /// A bank or mobile-money account that is screened first.
    Screened,
    /// An account that is not screened: any in sandbox, or a wallet without an ownership requirement.
    Unscreened,
    /// A first party's self-custody wallet on a platform with counterparty requirements.
    OwnershipToProve,
}

events! {
    /// An event in the life of an external account after its creation. Every transition sends
    /// `EXTERNAL_ACCOUNT.STATUS_UPDATED`; deletion is not a status.
    pub enum ExternalAccountEvent {
        /// screening clean
        Cleared,
        /// screening needs a person, or compliance looks at it again
        ReviewNeeded,
        /// screening or analyst refuses, or operator disables
        Disabled,
        /// analyst or operator enables
        Enabled,
        /// ownership proved: signature valid, liveness passed
        OwnershipProved,
        /// ownership not proved: signature invalid or too late, liveness failed
        OwnershipNotProved,
        /// new challenge
        Challenged,
    }
}

#[must_use]
pub const fn created(opening: Opening) -> ExternalAccountStatus {
    match opening {
        Opening::Screened => ExternalAccountStatus::Pending,
        Opening::Unscreened => ExternalAccountStatus::Active,
        Opening::OwnershipToProve => ExternalAccountStatus::PendingOwnershipVerification,
    }
}

/// Returns the status after an event. If the status stays the same, no webhook is sent.
///
/// # Errors
/// When the account cannot make this move.
pub fn next(
    status: ExternalAccountStatus,
    event: ExternalAccountEvent,
) -> Result<ExternalAccountStatus, TransitionRefused<ExternalAccountStatus, ExternalAccountEvent>> {
    use ExternalAccountEvent as E;
    use ExternalAccountStatus::{
        Active, Inactive, Pending, PendingOwnershipVerification, UnderReview, Unverified,
    };
    match (status, event) {
        (Pending, E::Cleared) | (UnderReview | Inactive, E::Enabled) => Ok(Active),
        (Pending | Active, E::ReviewNeeded) => Ok(UnderReview),
        (Pending | Active | UnderReview, E::Disabled) => Ok(Inactive),

        (PendingOwnershipVerification, E::OwnershipProved) => Ok(Active),
        (PendingOwnershipVerification, E::OwnershipNotProved) => Ok(Unverified),
        // A second challenge replaces the first.
        (PendingOwnershipVerification | Unverified, E::Challenged) => Ok(PendingOwnershipVerification),

        (Active | PendingOwnershipVerification | Unverified | UnderReview | Inactive, E::Cleared)
        | (PendingOwnershipVerification | Unverified | UnderReview | Inactive, E::ReviewNeeded)
        | (PendingOwnershipVerification | Unverified | Inactive, E::Disabled)
        | (Pending | Active | PendingOwnershipVerification | Unverified, E::Enabled)
        | (Pending | Active | Unverified | UnderReview | Inactive, E::OwnershipProved)
        | (Pending | Active | Unverified | UnderReview | Inactive, E::OwnershipNotProved)
        | (Pending | Active | UnderReview | Inactive, E::Challenged) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}
