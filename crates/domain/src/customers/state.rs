//! The state machine of a customer's verification: `kycStatus` or `kybStatus` (customers 5.1).

use serde::{Deserialize, Serialize};

use crate::machine::TransitionRefused;
use crate::named::{events, named};

pub use causeway_vocabulary::customers::CustomerType;

named! {
    /// The verification status of a customer. A change to any status but `UNVERIFIED` and `HOLD` is announced
    /// by the `CUSTOMER.KYC_` or `CUSTOMER.KYB_` event of that name.
    pub enum CustomerStatus {
        /// No submission yet, or corrections are required.
        Unverified = "UNVERIFIED",
        /// Submitted; not decided.
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
        /// Put on hold by an operator.
        Hold = "HOLD",
    }
}

impl CustomerStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Unverified => "not submitted, or corrections are required",
            Self::Pending => "submitted, and not decided",
            Self::Approved => "the customer may transact",
            Self::Rejected => "the customer was refused, or the approval was revoked",
            Self::Hold => "an operator has stopped the customer for now",
        }
    }
}

named! {
    /// The status to which a customer on hold returns.
    pub enum BeforeHold {
        Unverified = "UNVERIFIED",
        Pending = "PENDING",
        Approved = "APPROVED",
        Rejected = "REJECTED",
    }
}

/// The outcome of a verification that is decided at once, as in sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// A submission is required first.
    Open,
    /// The submission will be decided later.
    Pending,
    Approved,
    Rejected,
}

/// The verification status of a customer, and the status to which a customer on hold returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "status", content = "before", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CustomerState {
    /// No submission yet, or corrections are required.
    Unverified,
    /// Submitted; not decided.
    Pending,
    Approved,
    Rejected,
    /// Put on hold by an operator.
    Hold(BeforeHold),
}

events! {
    /// An event in a customer's verification after the creation.
    pub enum CustomerEvent {
        /// submission accepted, or hosted flow finished
        Submitted,
        /// production: hosted flow finished again after a rejection
        SubmittedAgain,
        /// verdict without a submission that waits: approved (sandbox, magic value)
        ApprovedAtOnce,
        /// verdict without a submission that waits: rejected (sandbox, magic value)
        RejectedAtOnce,
        /// provider or operator approves
        Approved,
        /// provider or operator rejects
        Rejected,
        /// production: provider asks for corrections
        CorrectionsAsked,
        /// operator hold
        Held,
        /// operator release
        Released,
        /// operator revokes
        Revoked,
    }
}

impl CustomerState {
    pub const ALL: &'static [Self] = &[
        Self::Unverified,
        Self::Pending,
        Self::Approved,
        Self::Rejected,
        Self::Hold(BeforeHold::Unverified),
        Self::Hold(BeforeHold::Pending),
        Self::Hold(BeforeHold::Approved),
        Self::Hold(BeforeHold::Rejected),
    ];

    /// Returns the status that clients see.
    #[must_use]
    pub const fn status(self) -> CustomerStatus {
        match self {
            Self::Unverified => CustomerStatus::Unverified,
            Self::Pending => CustomerStatus::Pending,
            Self::Approved => CustomerStatus::Approved,
            Self::Rejected => CustomerStatus::Rejected,
            Self::Hold(_) => CustomerStatus::Hold,
        }
    }
}

impl CustomerState {
    /// Returns `true` if the verification has been decided, also if the customer has been put on hold since.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        match self {
            Self::Approved | Self::Rejected | Self::Hold(BeforeHold::Approved | BeforeHold::Rejected) => true,
            Self::Unverified | Self::Pending | Self::Hold(BeforeHold::Unverified | BeforeHold::Pending) => {
                false
            }
        }
    }
}

impl CustomerStatus {
    /// Returns `true` if a change to this status is announced by an event.
    #[must_use]
    pub const fn is_announced(self) -> bool {
        match self {
            Self::Pending | Self::Approved | Self::Rejected => true,
            Self::Unverified | Self::Hold => false,
        }
    }
}

/// Returns the state of a new customer. A regulated platform has verified its customers itself. Otherwise
/// `decision` is that of the identity policy for an individual, and a business starts unverified.
#[must_use]
pub const fn created(customer_type: CustomerType, is_regulated: bool, decision: Decision) -> CustomerState {
    match (customer_type, is_regulated, decision) {
        (_, true, _) | (CustomerType::Individual, false, Decision::Approved) => CustomerState::Approved,
        (CustomerType::Individual, false, Decision::Pending) => CustomerState::Pending,
        (CustomerType::Individual, false, Decision::Rejected) => CustomerState::Rejected,
        (CustomerType::Individual, false, Decision::Open) | (CustomerType::Business, false, _) => {
            CustomerState::Unverified
        }
    }
}

/// Returns the state after an event.
///
/// # Errors
/// When the customer cannot make this move.
pub fn next(
    state: CustomerState,
    event: CustomerEvent,
) -> Result<CustomerState, TransitionRefused<CustomerState, CustomerEvent>> {
    use CustomerEvent as E;
    use CustomerState::{Approved, Hold, Pending, Rejected, Unverified};
    match (state, event) {
        (Unverified, E::Submitted) => Ok(Pending),
        (Unverified | Pending, E::ApprovedAtOnce) => Ok(Approved),
        (Unverified | Pending, E::RejectedAtOnce) => Ok(Rejected),

        (Pending, E::Approved) => Ok(Approved),
        (Pending, E::Rejected) => Ok(Rejected),
        (Pending, E::CorrectionsAsked) => Ok(Unverified),
        (Rejected, E::SubmittedAgain) => Ok(Pending),
        (Approved, E::Revoked) => Ok(Rejected),

        (Unverified, E::Held) => Ok(Hold(BeforeHold::Unverified)),
        (Pending, E::Held) => Ok(Hold(BeforeHold::Pending)),
        (Approved, E::Held) => Ok(Hold(BeforeHold::Approved)),
        (Rejected, E::Held) => Ok(Hold(BeforeHold::Rejected)),
        (Hold(BeforeHold::Unverified), E::Released) => Ok(Unverified),
        (Hold(BeforeHold::Pending), E::Released) => Ok(Pending),
        (Hold(BeforeHold::Approved), E::Released) => Ok(Approved),
        (Hold(BeforeHold::Rejected), E::Released) => Ok(Rejected),

        (Pending | Approved | Rejected | Hold(_), E::Submitted)
        | (Unverified | Pending | Approved | Hold(_), E::SubmittedAgain)
        | (Approved | Rejected | Hold(_), E::ApprovedAtOnce)
        | (Approved | Rejected | Hold(_), E::RejectedAtOnce)
        | (Unverified | Approved | Rejected | Hold(_), E::Approved)
        | (Unverified | Approved | Rejected | Hold(_), E::Rejected)
        | (Unverified | Approved | Rejected | Hold(_), E::CorrectionsAsked)
        | (Hold(_), E::Held)
        | (Unverified | Pending | Approved | Rejected, E::Released)
        | (Unverified | Pending | Rejected | Hold(_), E::Revoked) => Err(TransitionRefused { state, event }),
    }
}
