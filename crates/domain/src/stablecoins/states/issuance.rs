//! The issuance of a token by its provider: `issuanceStatus` (stablecoins 3.1).

use causeway_vocabulary::stablecoins::StablecoinIssuanceStatus;

use crate::machine::TransitionRefused;
use crate::named::events;

events! {
    /// An event of a token at its provider. The token begins with the status that the provider reports at its
    /// registration.
    pub enum IssuanceEvent {
        /// provider approves
        Approved,
        /// provider rejects
        Rejected,
        /// provider is done
        Built,
        /// provider fails
        BuildFailed,
    }
}

impl IssuanceEvent {
    /// Returns the events that lead from a status to another one that the provider reports. Empty if there is
    /// no such path.
    #[must_use]
    pub const fn towards(
        state: StablecoinIssuanceStatus,
        reported: StablecoinIssuanceStatus,
    ) -> &'static [Self] {
        use StablecoinIssuanceStatus::{Failed, PendingReview, Provisioned, Provisioning, Rejected};
        match (state, reported) {
            (PendingReview, Provisioning) => &[Self::Approved],
            (PendingReview, Rejected) => &[Self::Rejected],
            (PendingReview, Provisioned) => &[Self::Approved, Self::Built],
            (PendingReview, Failed) => &[Self::Approved, Self::BuildFailed],
            (Provisioning, Provisioned) => &[Self::Built],
            (Provisioning, Failed) => &[Self::BuildFailed],
            (PendingReview, PendingReview)
            | (Provisioning, Provisioning | PendingReview | Rejected)
            | (
                Provisioned | Rejected | Failed,
                PendingReview | Provisioning | Provisioned | Rejected | Failed,
            ) => &[],
        }
    }
}

/// Returns the status after an event.
///
/// # Errors
/// [`TransitionRefused`] if the token cannot make this move.
pub fn next(
    state: StablecoinIssuanceStatus,
    event: IssuanceEvent,
) -> Result<StablecoinIssuanceStatus, TransitionRefused<StablecoinIssuanceStatus, IssuanceEvent>> {
    use IssuanceEvent as E;
    use StablecoinIssuanceStatus::{Failed, PendingReview, Provisioned, Provisioning, Rejected};
    match (state, event) {
        (PendingReview, E::Approved) => Ok(Provisioning),
        (PendingReview, E::Rejected) => Ok(Rejected),
        (Provisioning, E::Built) => Ok(Provisioned),
        (Provisioning, E::BuildFailed) => Ok(Failed),

        (PendingReview, E::Built | E::BuildFailed)
        | (Provisioning, E::Approved | E::Rejected)
        | (Provisioned | Rejected | Failed, E::Approved | E::Rejected | E::Built | E::BuildFailed) => {
            Err(TransitionRefused { state, event })
        }
    }
}
