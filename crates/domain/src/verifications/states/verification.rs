//! The state machine of one attempt to verify a customer (customers 5.2).

use serde::{Deserialize, Serialize};

use crate::machine::TransitionRefused;
use crate::named::events;

pub use causeway_vocabulary::verifications::VerificationStatus;

/// The state of a verification. It tells errors found by the service from those reported by a provider or an
/// operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum VerificationState {
    /// Data is missing, as found by the service.
    Lacking,
    /// Corrections were requested by a provider or an operator.
    Returned,
    /// The missing data is there; the customer can be submitted again.
    Ready,
    /// With the provider.
    InProgress,
    /// In manual review.
    InReview,
    Approved,
    Rejected,
}

events! {
    /// An event of a verification.
    pub enum VerificationEvent {
        /// submitted, and something is missing
        SubmittedLacking,
        /// submitted with everything
        SubmittedComplete,
        /// sandbox: submitted, and a person must look
        SubmittedForReview,
        /// sandbox: submitted, and something must be corrected
        SubmittedCorrectable,
        /// sandbox: submitted, and approved
        SubmittedApproved,
        /// sandbox: submitted, and rejected
        SubmittedRejected,
        /// customer, owner or document changed: no data is missing now
        Completed,
        /// customer, owner or document changed: something is missing
        DataRemoved,
        /// provider needs a person
        ReviewNeeded,
        /// provider or operator approves
        Approved,
        /// provider or operator rejects
        Rejected,
        /// provider or operator asks for corrections
        CorrectionsAsked,
        /// returned document replaced: other corrections are left
        PartlyCorrected,
    }
}

impl VerificationState {
    pub const ALL: &'static [Self] = &[
        Self::Lacking,
        Self::Returned,
        Self::Ready,
        Self::InProgress,
        Self::InReview,
        Self::Approved,
        Self::Rejected,
    ];

    /// Returns the status that clients see.
    #[must_use]
    pub const fn status(self) -> VerificationStatus {
        match self {
            Self::Lacking | Self::Returned => VerificationStatus::ResolveErrors,
            Self::Ready => VerificationStatus::ReadyForVerification,
            Self::InProgress => VerificationStatus::InProgress,
            Self::InReview => VerificationStatus::PendingManualReview,
            Self::Approved => VerificationStatus::Approved,
            Self::Rejected => VerificationStatus::Rejected,
        }
    }

    /// Returns `true` if it is undecided.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Lacking | Self::Returned | Self::Ready | Self::InProgress | Self::InReview => true,
            Self::Approved | Self::Rejected => false,
        }
    }

    /// Returns `true` if the submission is under review or decided. The documents of that submission are
    /// kept.
    #[must_use]
    pub const fn keeps_submission(self) -> bool {
        match self {
            Self::InProgress | Self::InReview | Self::Approved | Self::Rejected => true,
            Self::Lacking | Self::Returned | Self::Ready => false,
        }
    }

    /// Returns `true` if a provider or a reviewer is deciding about the submission.
    #[must_use]
    pub const fn is_being_decided(self) -> bool {
        match self {
            Self::InProgress | Self::InReview => true,
            Self::Lacking | Self::Returned | Self::Ready | Self::Approved | Self::Rejected => false,
        }
    }
}

/// Returns the state of a verification that begins with this submission, or `None` if the event is not a
/// submission.
#[must_use]
pub const fn created(submission: VerificationEvent) -> Option<VerificationState> {
    use VerificationEvent as E;
    match submission {
        E::SubmittedLacking => Some(VerificationState::Lacking),
        E::SubmittedComplete => Some(VerificationState::InProgress),
        E::SubmittedForReview => Some(VerificationState::InReview),
        E::SubmittedCorrectable => Some(VerificationState::Returned),
        E::SubmittedApproved => Some(VerificationState::Approved),
        E::SubmittedRejected => Some(VerificationState::Rejected),
        E::Completed
        | E::DataRemoved
        | E::ReviewNeeded
        | E::Approved
        | E::Rejected
        | E::CorrectionsAsked
        | E::PartlyCorrected => None,
    }
}

/// Returns the state after an event.
///
/// # Errors
/// [`TransitionRefused`] if the verification cannot make this move.
pub fn next(
    state: VerificationState,
    event: VerificationEvent,
) -> Result<VerificationState, TransitionRefused<VerificationState, VerificationEvent>> {
    use VerificationEvent as E;
    use VerificationState::{Approved, InProgress, InReview, Lacking, Ready, Rejected, Returned};
    match (state, event) {
        (Lacking | Returned | Ready, E::SubmittedLacking) => Ok(Lacking),
        (Lacking | Returned | Ready, E::SubmittedComplete) => Ok(InProgress),
        (Lacking | Returned | Ready, E::SubmittedForReview) => Ok(InReview),
        (Lacking | Returned | Ready, E::SubmittedCorrectable) => Ok(Returned),
        (Lacking | Returned | Ready, E::SubmittedApproved) => Ok(Approved),
        (Lacking | Returned | Ready, E::SubmittedRejected) => Ok(Rejected),

        (Lacking | Returned, E::Completed) => Ok(Ready),
        (Lacking | Returned | Ready, E::DataRemoved) => Ok(Lacking),
        (InProgress, E::ReviewNeeded) => Ok(InReview),
        (Lacking | Returned | Ready | InProgress | InReview, E::Approved) => Ok(Approved),
        (Lacking | Returned | Ready | InProgress | InReview, E::Rejected) => Ok(Rejected),
        (InProgress | InReview, E::CorrectionsAsked) => Ok(Returned),
        (Returned, E::PartlyCorrected) => Ok(Returned),

        (
            InProgress | InReview | Approved | Rejected,
            E::SubmittedLacking
            | E::SubmittedComplete
            | E::SubmittedForReview
            | E::SubmittedCorrectable
            | E::SubmittedApproved
            | E::SubmittedRejected,
        )
        | (Ready | InProgress | InReview | Approved | Rejected, E::Completed)
        | (InProgress | InReview | Approved | Rejected, E::DataRemoved)
        | (Lacking | Returned | Ready | InReview | Approved | Rejected, E::ReviewNeeded)
        | (Approved | Rejected, E::Approved | E::Rejected)
        | (Lacking | Returned | Ready | Approved | Rejected, E::CorrectionsAsked)
        | (Lacking | Ready | InProgress | InReview | Approved | Rejected, E::PartlyCorrected) => {
            Err(TransitionRefused { state, event })
        }
    }
}
