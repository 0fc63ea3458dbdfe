//! The status of an invitation (customers 9).

use causeway_vocabulary::invitations::InvitationStatus;

use crate::machine::Refused;
use crate::named::events;
use crate::time::Time;

events! {
    /// What can happen to an invitation.
    pub enum InvitationEvent {
        /// somebody claims it
        Claimed,
        /// the platform that created it cancels it
        Cancelled,
        /// its expiry is reached
        ExpiryReached,
        /// the customer who invites is deleted
        InviterDeleted,
    }
}

/// The status of a new invitation.
#[must_use]
pub const fn created() -> InvitationStatus {
    InvitationStatus::Pending
}

/// The status after an event.
///
/// # Errors
/// When the invitation is not open any more.
pub fn next(
    status: InvitationStatus,
    event: InvitationEvent,
) -> Result<InvitationStatus, Refused<InvitationStatus, InvitationEvent>> {
    use InvitationEvent as E;
    use InvitationStatus as S;
    match (status, event) {
        (S::Pending, E::Claimed) => Ok(S::Claimed),
        (S::Pending, E::Cancelled | E::InviterDeleted) => Ok(S::Cancelled),
        (S::Pending, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Claimed | S::Expired | S::Cancelled,
            E::Claimed | E::Cancelled | E::InviterDeleted | E::ExpiryReached,
        ) => Err(Refused { state: status, event }),
    }
}

/// The status at an instant of one that was stored with this status: an expiry takes effect on time, whether or not
/// anybody looks.
#[must_use]
pub fn at(stored: InvitationStatus, expires_at: Option<Time>, now: Time) -> InvitationStatus {
    if expires_at.is_some_and(|expiry| now >= expiry) {
        next(stored, InvitationEvent::ExpiryReached).unwrap_or(stored)
    } else {
        stored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_open_invitation_expires_and_at_its_very_instant() {
        let seen = |stored, now| at(stored, Some(Time::from_millis(10)), Time::from_millis(now));
        assert_eq!(seen(InvitationStatus::Pending, 9), InvitationStatus::Pending);
        assert_eq!(seen(InvitationStatus::Pending, 10), InvitationStatus::Expired);
        for last in [InvitationStatus::Claimed, InvitationStatus::Cancelled] {
            assert_eq!(seen(last, 11), last);
        }
        assert_eq!(at(InvitationStatus::Pending, None, Time::from_millis(11)), InvitationStatus::Pending);
    }
}
