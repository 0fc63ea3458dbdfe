//! The one-time code of a credential, which has at most one at a time (wallet 1.2).

use crate::machine::TransitionRefused;
use crate::named::{events, named};
use crate::time::Time;

named! {
    /// The status of a one-time code.
    pub enum OtpStatus { Pending = "PENDING", Consumed = "CONSUMED", Void = "VOID", Expired = "EXPIRED" }
}

events! {
    /// An event of a one-time code.
    pub enum OtpEvent {
        /// the right code is sent in
        RightCode,
        /// the last try was wrong too
        TriesUsedUp,
        /// replaced by a new code, another contact, or the end of the credential
        Replaced,
        /// its lifetime ends
        ExpiryReached,
    }
}

/// Returns the status of a new code.
#[must_use]
pub const fn created() -> OtpStatus {
    OtpStatus::Pending
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the code is no longer pending.
pub fn next(status: OtpStatus, event: OtpEvent) -> Result<OtpStatus, TransitionRefused<OtpStatus, OtpEvent>> {
    use OtpEvent as E;
    use OtpStatus as S;
    match (status, event) {
        (S::Pending, E::RightCode) => Ok(S::Consumed),
        (S::Pending, E::TriesUsedUp | E::Replaced) => Ok(S::Void),
        (S::Pending, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Consumed | S::Void | S::Expired,
            E::RightCode | E::TriesUsedUp | E::Replaced | E::ExpiryReached,
        ) => Err(TransitionRefused { state: status, event }),
    }
}

/// Returns the status at `now` of a code that is stored with the status `stored`.
#[must_use]
pub fn at(stored: OtpStatus, expires_at: Time, now: Time) -> OtpStatus {
    if now >= expires_at { next(stored, OtpEvent::ExpiryReached).unwrap_or(stored) } else { stored }
}
