//! The state machine of a delegated key (cards 7.2).

use causeway_vocabulary::cards::DelegatedKeyStatus;

use crate::machine::TransitionRefused;
use crate::named::events;

events! {
    /// An event in the life of a delegated key.
    pub enum DelegatedKeyEvent {
        /// second signature of its wallet accepted
        Confirmed,
        /// `DELETE`, binding removed by `PATCH`, card closed
        Revoked,
    }
}

/// Returns the status of a new key, for which the first signature of its wallet was accepted.
#[must_use]
pub const fn created() -> DelegatedKeyStatus {
    DelegatedKeyStatus::Pending
}

/// Returns the status after an event.
///
/// # Errors
/// When the key cannot make this move.
pub fn next(
    status: DelegatedKeyStatus,
    event: DelegatedKeyEvent,
) -> Result<DelegatedKeyStatus, TransitionRefused<DelegatedKeyStatus, DelegatedKeyEvent>> {
    use DelegatedKeyEvent as E;
    use DelegatedKeyStatus::{Active, Pending, Revoked};
    match (status, event) {
        (Pending, E::Confirmed) => Ok(Active),
        (Active, E::Revoked) => Ok(Revoked),

        (Active | Revoked, E::Confirmed) | (Pending | Revoked, E::Revoked) => {
            Err(TransitionRefused { state: status, event })
        }
    }
}
