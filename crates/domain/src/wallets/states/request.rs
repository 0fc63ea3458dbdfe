//! A request that waits for a signature, or for a passkey's answer (wallet 1.2).

use crate::machine::Refused;
use crate::named::{events, named};
use crate::time::Time;

named! {
    /// Where a request stands.
    pub enum RequestStatus { Open = "OPEN", Used = "USED", Void = "VOID", Expired = "EXPIRED" }
}

events! {
    /// What can happen to a request.
    pub enum RequestEvent {
        /// it comes back with a right signature, whatever becomes of it then
        Signed,
        /// a signature was wrong for the last time
        FailuresUsedUp,
        /// what it is about is gone
        TargetGone,
        /// five minutes have passed
        ExpiryReached,
    }
}

/// The status of a new request.
#[must_use]
pub const fn created() -> RequestStatus {
    RequestStatus::Open
}

/// The status after an event.
///
/// # Errors
/// When the request is not open any more.
pub fn next(
    status: RequestStatus,
    event: RequestEvent,
) -> Result<RequestStatus, Refused<RequestStatus, RequestEvent>> {
    use RequestEvent as E;
    use RequestStatus as S;
    match (status, event) {
        (S::Open, E::Signed) => Ok(S::Used),
        (S::Open, E::FailuresUsedUp | E::TargetGone) => Ok(S::Void),
        (S::Open, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Used | S::Void | S::Expired,
            E::Signed | E::FailuresUsedUp | E::TargetGone | E::ExpiryReached,
        ) => Err(Refused { state: status, event }),
    }
}

/// The status at an instant of a request that was stored with this one.
#[must_use]
pub fn at(stored: RequestStatus, expires_at: Time, now: Time) -> RequestStatus {
    if now >= expires_at { next(stored, RequestEvent::ExpiryReached).unwrap_or(stored) } else { stored }
}
