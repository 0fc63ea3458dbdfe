//! The status of an invitation (customers 9).

use causeway_vocabulary::invitations::InvitationStatus;

use crate::machine::TransitionRefused;
use crate::named::events;
use crate::time::Time;

events! {
    /// An event of an invitation.
    pub enum InvitationEvent {
        /// an invitee claims it
        Claimed,
        /// the platform that created it cancels it
        Cancelled,
        /// its expiry is reached
        ExpiryReached,
        /// the inviting customer is deleted
        InviterDeleted,
    }
}

/// Returns the status of a new invitation.
#[must_use]
pub const fn created() -> InvitationStatus {
    InvitationStatus::Pending
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the invitation is no longer open.
pub fn next(
    status: InvitationStatus,
    event: InvitationEvent,
) -> Result<InvitationStatus, TransitionRefused<InvitationStatus, InvitationEvent>> {
    use InvitationEvent as E;
    use InvitationStatus as S;
    match (status, event) {
        (S::Pending, E::Claimed) => Ok(S::Claimed),
        (S::Pending, E::Cancelled | E::InviterDeleted) => Ok(S::Cancelled),
        (S::Pending, E::ExpiryReached) => Ok(S::Expired),
        (
            S::Claimed | S::Expired | S::Cancelled,
            E::Claimed | E::Cancelled | E::InviterDeleted | E::ExpiryReached,
        ) => Err(TransitionRefused { state: status, event }),
    }
}

/// Returns the status at `now` of an invitation that is stored with the status `stored`. An expiry takes
/// effect on time, even if no process has stored it yet.
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
        let status_at = |stored, now| at(stored, Some(Time::from_millis(10)), Time::from_millis(now));
        assert_eq!(status_at(InvitationStatus::Pending, 9), InvitationStatus::Pending);
        assert_eq!(status_at(InvitationStatus::Pending, 10), InvitationStatus::Expired);
        for last in [InvitationStatus::Claimed, InvitationStatus::Cancelled] {
            assert_eq!(status_at(last, 11), last);
        }
        assert_eq!(at(InvitationStatus::Pending, None, Time::from_millis(11)), InvitationStatus::Pending);
    }
}
