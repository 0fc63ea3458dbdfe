//! The status of a delegated key (cards 7.2).

use causeway_vocabulary::cards::DelegatedKeyStatus;

use crate::machine::Refused;
use crate::named::events;

events! {
    /// What can happen to a delegated key.
    pub enum DelegatedKeyEvent {
        /// second signature of its wallet accepted
        Confirmed,
        /// `DELETE`, binding removed by `PATCH`, card closed
        Revoked,
    }
}

/// The status of a new key: the first signature of its wallet was accepted.
#[must_use]
pub const fn created() -> DelegatedKeyStatus {
    DelegatedKeyStatus::Pending
}

/// The status after an event.
///
/// # Errors
/// When the key cannot make this move.
pub fn next(
    status: DelegatedKeyStatus,
    event: DelegatedKeyEvent,
) -> Result<DelegatedKeyStatus, Refused<DelegatedKeyStatus, DelegatedKeyEvent>> {
    use DelegatedKeyEvent as E;
    use DelegatedKeyStatus::{Active, Pending, Revoked};
    match (status, event) {
        (Pending, E::Confirmed) => Ok(Active),
        (Active, E::Revoked) => Ok(Revoked),

        (Active | Revoked, E::Confirmed) | (Pending | Revoked, E::Revoked) => {
            Err(Refused { state: status, event })
        }
    }
}
