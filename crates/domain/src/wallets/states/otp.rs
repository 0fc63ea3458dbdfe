//! The one-time code of a credential: there is one at a time (wallet 1.2).

use crate::machine::Refused;
use crate::named::{events, named};
use crate::time::Time;

named! {
    /// Where a one-time code stands.
    pub enum OtpStatus { Pending = "PENDING", Consumed = "CONSUMED", Void = "VOID", Expired = "EXPIRED" }
}

events! {
    /// What can happen to a one-time code.
    pub enum OtpEvent {
        /// the right code is sent in
        RightCode,
        /// the last try was wrong too
        TriesUsedUp,
        /// a new code, another contact, or the end of the credential takes its place
        Replaced,
        /// its lifetime ends
        ExpiryReached,
    }
}

/// The status of a code that was just made.
#[must_use]
pub const fn created() -> OtpStatus {
    OtpStatus::Pending
}

/// The status after an event.
///
/// # Errors
/// When the code is not pending any more.
pub fn next(status: OtpStatus, event: OtpEvent) -> Result<OtpStatus, Refused<OtpStatus, OtpEvent>> {
    use OtpEvent as E;
    use OtpStatus as S;
    match (status, event) {
        (S::Pending, E::RightCode) => Ok(S::Consumed),
        (S::Pending, E::TriesUsedUp | E::Replaced) => Ok(S::Void),
        (S::Pending, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Consumed | S::Void | S::Expired,
            E::RightCode | E::TriesUsedUp | E::Replaced | E::ExpiryReached,
        ) => Err(Refused { state: status, event }),
    }
}

/// The status at an instant of a code that was stored with this one.
#[must_use]
pub fn at(stored: OtpStatus, expires_at: Time, now: Time) -> OtpStatus {
    if now >= expires_at { next(stored, OtpEvent::ExpiryReached).unwrap_or(stored) } else { stored }
}
