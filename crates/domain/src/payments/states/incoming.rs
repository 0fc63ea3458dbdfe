//! Incoming UMA payments (money 10.4).

use super::super::status::{IncomingFailure, TransactionStatus};
use crate::machine::Refused;
use crate::named::{events, named};

named! {
    /// Where an incoming UMA payment stands: its status, with `PENDING` before and after the platform's
    /// decision told apart.
    pub enum IncomingState {
        /// The address was asked for.
        Created = "CREATED",
        /// The platform is asked to decide.
        AwaitingApproval = "AWAITING_APPROVAL",
        /// Approved: the invoice is out.
        Approved = "APPROVED",
        /// Settlement has been received.
        Processing = "PROCESSING",
        /// Credited.
        Completed = "COMPLETED",
        /// The platform refused it.
        Rejected = "REJECTED",
        /// Did not succeed.
        Failed = "FAILED",
    }
}

events! {
    /// What can happen to an incoming UMA payment.
    pub enum IncomingEvent {
        /// pay request received: valid signature, amount in range
        PayRequestReceived,
        /// platform approves, mandatory requested fields present
        Approved,
        /// platform rejects, or needs data that the sender has not given
        Rejected,
        /// 5 s without decision
        ApprovalTimedOut,
        /// endpoint missing or unreachable, 5xx, bad reply
        WebhookFailed,
        /// approval in the reply lacks a mandatory requested field
        PayeeDataMissing,
        /// invoice expires unpaid
        InvoiceExpired,
        /// settlement received
        SettlementReceived,
        /// credited: L8
        Credited,
        /// cannot be credited, or compliance refuses, with its reason
        CouldNotCredit(IncomingFailure = IncomingFailure::OfframpFailed),
        /// sent back after it had been paid out to an external account
        OfframpReturned,
        /// discovery or pay-request handling fails internally
        HandlingFailed,
    }
}

/// What an event does to an incoming UMA payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IncomingChange {
    /// `INCOMING_PAYMENT.PENDING` asks the platform; its five seconds begin.
    AwaitingApproval,
    /// The pay request is answered with the invoice. No event.
    Approved,
    /// No event exists.
    Processing,
    /// `INCOMING_PAYMENT.COMPLETED`.
    Completed,
    /// The pay request is answered with a refusal; `INCOMING_PAYMENT.FAILED` with status `REJECTED`.
    Rejected,
    /// `INCOMING_PAYMENT.FAILED` with this reason. What had settled is refunded.
    Failed(IncomingFailure),
}

impl IncomingState {
    /// The state of a payment with this status; none where such payments do not take it. `is_approved`: whether the
    /// platform has approved it.
    #[must_use]
    pub const fn of(status: TransactionStatus, is_approved: bool) -> Option<Self> {
        match status {
            TransactionStatus::Created => Some(Self::Created),
            TransactionStatus::Pending if is_approved => Some(Self::Approved),
            TransactionStatus::Pending => Some(Self::AwaitingApproval),
            TransactionStatus::Processing => Some(Self::Processing),
            TransactionStatus::Completed => Some(Self::Completed),
            TransactionStatus::Rejected => Some(Self::Rejected),
            TransactionStatus::Failed => Some(Self::Failed),
            TransactionStatus::PendingAuthorization
            | TransactionStatus::Refunded
            | TransactionStatus::Expired => None,
        }
    }

    /// The status that clients see.
    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Created => TransactionStatus::Created,
            Self::AwaitingApproval | Self::Approved => TransactionStatus::Pending,
            Self::Processing => TransactionStatus::Processing,
            Self::Completed => TransactionStatus::Completed,
            Self::Rejected => TransactionStatus::Rejected,
            Self::Failed => TransactionStatus::Failed,
        }
    }
}

impl IncomingChange {
    /// The state after the change.
    #[must_use]
    pub const fn state(self) -> IncomingState {
        match self {
            Self::AwaitingApproval => IncomingState::AwaitingApproval,
            Self::Approved => IncomingState::Approved,
            Self::Processing => IncomingState::Processing,
            Self::Completed => IncomingState::Completed,
            Self::Rejected => IncomingState::Rejected,
            Self::Failed(_) => IncomingState::Failed,
        }
    }
}

/// What an event does to an incoming UMA payment in this state.
///
/// # Errors
/// When the payment cannot make this move.
pub fn next_incoming(
    state: IncomingState,
    event: IncomingEvent,
) -> Result<IncomingChange, Refused<IncomingState, IncomingEvent>> {
    use IncomingChange as To;
    use IncomingEvent as E;
    use IncomingFailure as Because;
    use IncomingState::{Approved, AwaitingApproval, Completed, Created, Failed, Processing, Rejected};
    match (state, event) {
        (Created, E::PayRequestReceived) => Ok(To::AwaitingApproval),
        (Created, E::HandlingFailed) => Ok(To::Failed(Because::LnurlpFailed)),

        (AwaitingApproval, E::Approved) => Ok(To::Approved),
        (AwaitingApproval, E::Rejected) => Ok(To::Rejected),
        (AwaitingApproval, E::ApprovalTimedOut) => Ok(To::Failed(Because::PaymentApprovalTimedOut)),
        (AwaitingApproval, E::WebhookFailed) => Ok(To::Failed(Because::PaymentApprovalWebhookError)),
        (AwaitingApproval, E::PayeeDataMissing) => Ok(To::Failed(Because::MissingMandatoryPayeeData)),
        (AwaitingApproval | Approved, E::HandlingFailed) => Ok(To::Failed(Because::PayRequestFailed)),

        (Approved, E::InvoiceExpired) => Ok(To::Failed(Because::QuoteExpired)),
        (Approved, E::SettlementReceived) => Ok(To::Processing),

        (Processing, E::Credited) => Ok(To::Completed),
        (Processing, E::CouldNotCredit(reason)) => Ok(To::Failed(reason)),
        (Completed, E::OfframpReturned) => Ok(To::Failed(Because::OfframpFailed)),

        (AwaitingApproval | Approved | Processing | Completed | Rejected | Failed, E::PayRequestReceived)
        | (Created | Approved | Processing | Completed | Rejected | Failed, E::Approved)
        | (Created | Approved | Processing | Completed | Rejected | Failed, E::Rejected)
        | (Created | Approved | Processing | Completed | Rejected | Failed, E::ApprovalTimedOut)
        | (Created | Approved | Processing | Completed | Rejected | Failed, E::WebhookFailed)
        | (Created | Approved | Processing | Completed | Rejected | Failed, E::PayeeDataMissing)
        | (Created | AwaitingApproval | Processing | Completed | Rejected | Failed, E::InvoiceExpired)
        | (Created | AwaitingApproval | Processing | Completed | Rejected | Failed, E::SettlementReceived)
        | (Created | AwaitingApproval | Approved | Completed | Rejected | Failed, E::Credited)
        | (Created | AwaitingApproval | Approved | Completed | Rejected | Failed, E::CouldNotCredit(_))
        | (Created | AwaitingApproval | Approved | Processing | Rejected | Failed, E::OfframpReturned)
        | (Processing | Completed | Rejected | Failed, E::HandlingFailed) => Err(Refused { state, event }),
    }
}
