//! The status of a link to a provider account (stablecoins 2).

use causeway_vocabulary::stablecoins::StablecoinProviderAccountStatus;

use crate::machine::TransitionRefused;
use crate::named::events;

events! {
    /// An event of a link.
    pub enum LinkEvent {
        /// provider rejects the credentials
        CredentialsRejected,
        /// provider reports a revocation, or an operator revokes
        Revoked,
        /// linked again
        LinkedAgain,
    }
}

/// Returns the status of a new link, whose credentials are verified.
#[must_use]
pub const fn created() -> StablecoinProviderAccountStatus {
    StablecoinProviderAccountStatus::Active
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the link cannot make this move.
pub fn next(
    state: StablecoinProviderAccountStatus,
    event: LinkEvent,
) -> Result<StablecoinProviderAccountStatus, TransitionRefused<StablecoinProviderAccountStatus, LinkEvent>> {
    use LinkEvent as E;
    use StablecoinProviderAccountStatus::{Active, Invalid, Revoked};
    match (state, event) {
        (Active, E::CredentialsRejected) => Ok(Invalid),
        (Active | Invalid, E::Revoked) => Ok(Revoked),
        (Invalid | Revoked, E::LinkedAgain) => Ok(Active),

        (Invalid | Revoked, E::CredentialsRejected) | (Revoked, E::Revoked) | (Active, E::LinkedAgain) => {
            Err(TransitionRefused { state, event })
        }
    }
}
