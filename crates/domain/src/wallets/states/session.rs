//! A session of a wallet (wallet 1.2).

use crate::machine::TransitionRefused;
use crate::named::{events, named};
use crate::time::Time;

named! {
    /// The status of a session. Only active sessions are listed, and only their keys sign.
    pub enum SessionStatus { Active = "ACTIVE", Expired = "EXPIRED", Revoked = "REVOKED" }
}

events! {
    /// An event of a session.
    pub enum SessionEvent {
        /// a session of the wallet ends it
        Ended,
        /// the credential that it was opened with is revoked
        CredentialRevoked,
        /// the customer is deleted
        CustomerDeleted,
        /// a newer session of the wallet has the same key
        KeyRegisteredAgain,
        /// 15 minutes have passed
        ExpiryReached,
    }
}

/// Returns the status of a new session.
#[must_use]
pub const fn created() -> SessionStatus {
    SessionStatus::Active
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the session is no longer active.
pub fn next(
    status: SessionStatus,
    event: SessionEvent,
) -> Result<SessionStatus, TransitionRefused<SessionStatus, SessionEvent>> {
    use SessionEvent as E;
    use SessionStatus as S;
    match (status, event) {
        (S::Active, E::Ended | E::CredentialRevoked | E::CustomerDeleted | E::KeyRegisteredAgain) => {
            Ok(S::Revoked)
        }
        (S::Active, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Expired | S::Revoked,
            E::Ended | E::CredentialRevoked | E::CustomerDeleted | E::KeyRegisteredAgain | E::ExpiryReached,
        ) => Err(TransitionRefused { state: status, event }),
    }
}

/// Returns the status at `now` of a session that is stored with the status `stored`.
#[must_use]
pub fn at(stored: SessionStatus, expires_at: Time, now: Time) -> SessionStatus {
    if now >= expires_at { next(stored, SessionEvent::ExpiryReached).unwrap_or(stored) } else { stored }
}
