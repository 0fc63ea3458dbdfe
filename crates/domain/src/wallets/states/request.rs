//! A request that waits for a signature, or for a passkey's answer (wallet 1.2).

use crate::machine::TransitionRefused;
use crate::named::{events, named};
use crate::time::Time;

named! {
    /// The status of a request.
    pub enum RequestStatus { Open = "OPEN", Used = "USED", Void = "VOID", Expired = "EXPIRED" }
}

events! {
    /// An event of a request.
    pub enum RequestEvent {
        /// submitted with a valid signature, with any outcome
        Signed,
        /// the last permitted signature was wrong too
        FailuresUsedUp,
        /// its target no longer exists
        TargetGone,
        /// five minutes have passed
        ExpiryReached,
    }
}

/// Returns the status of a new request.
#[must_use]
pub const fn created() -> RequestStatus {
    RequestStatus::Open
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the request is no longer open.
pub fn next(
    status: RequestStatus,
    event: RequestEvent,
) -> Result<RequestStatus, TransitionRefused<RequestStatus, RequestEvent>> {
    use RequestEvent as E;
    use RequestStatus as S;
    match (status, event) {
        (S::Open, E::Signed) => Ok(S::Used),
        (S::Open, E::FailuresUsedUp | E::TargetGone) => Ok(S::Void),
        (S::Open, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Used | S::Void | S::Expired,
            E::Signed | E::FailuresUsedUp | E::TargetGone | E::ExpiryReached,
        ) => Err(TransitionRefused { state: status, event }),
    }
}

/// Returns the status at `now` of a request that is stored with the status `stored`.
#[must_use]
pub fn at(stored: RequestStatus, expires_at: Time, now: Time) -> RequestStatus {
    if now >= expires_at { next(stored, RequestEvent::ExpiryReached).unwrap_or(stored) } else { stored }
}
