//! Payments from UMA addresses (money 10.4).

use serde::{Deserialize, Serialize};

use super::custody::Custody;
use super::moves::{Move, Work};
use crate::machine::TransitionRefused;
use crate::named::events;
use crate::payments::status::{IncomingFailure, TransactionStatus};
use crate::postings::PostingKind as Posting;

/// The phase of a payment from a UMA address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum IncomingUmaPhase {
    /// The sender has looked up the address.
    Created,
    /// Waiting for the platform's decision.
    AwaitingDecision,
    /// Approved; the invoice is issued.
    Approved,
    /// The settlement has been received.
    Received,
    /// On its way to an external account.
    PayingOut,
    Credited,
    Rejected,
    Failed {
        reason: IncomingFailure,
        /// The holder of the money at that time.
        custody: Custody,
    },
}

events! {
    /// An event of a payment from a UMA address.
    pub enum IncomingUmaEvent {
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
        /// its payout to an external account begins
        SentOn,
        /// delivered to the external account
        PaidOut,
        /// cannot be credited, or compliance refuses, with its reason
        CouldNotCredit(IncomingFailure = IncomingFailure::OfframpFailed),
        /// its payout to the external account failed
        PayoutFailed,
        /// sent back after it had been paid out to an external account
        PayoutReturned,
        /// less than that sent back: L5h
        PayoutReturnedShort,
        /// discovery or pay-request handling fails internally
        HandlingFailed,
    }
}

impl IncomingUmaPhase {
    /// Every phase, with all custodies and sample reasons. No decision depends on a reason.
    pub const ALL: &'static [Self] = &[
        Self::Created,
        Self::AwaitingDecision,
        Self::Approved,
        Self::Received,
        Self::PayingOut,
        Self::Credited,
        Self::Rejected,
        Self::failed(IncomingFailure::QuoteExpired, Custody::Payer),
        Self::failed(IncomingFailure::OfframpFailed, Custody::Rail),
        Self::failed(IncomingFailure::OfframpFailed, Custody::Beneficiary),
        Self::failed(IncomingFailure::OfframpFailed, Custody::Suspense),
    ];

    const fn failed(reason: IncomingFailure, custody: Custody) -> Self {
        Self::Failed { reason, custody }
    }

    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Created => TransactionStatus::Created,
            Self::AwaitingDecision | Self::Approved => TransactionStatus::Pending,
            Self::Received | Self::PayingOut => TransactionStatus::Processing,
            Self::Credited => TransactionStatus::Completed,
            Self::Rejected => TransactionStatus::Rejected,
            Self::Failed { .. } => TransactionStatus::Failed,
        }
    }
}

/// Returns the move that an event makes with a payment from a UMA address. The first phases are not
/// announced, because the platform is asked by an event of its own.
///
/// # Errors
/// [`TransitionRefused`] if the payment cannot make this move.
pub fn next(
    phase: IncomingUmaPhase,
    event: IncomingUmaEvent,
) -> Result<Move<IncomingUmaPhase>, TransitionRefused<IncomingUmaPhase, IncomingUmaEvent>> {
    use Custody as With;
    use IncomingFailure as Because;
    use IncomingUmaEvent as E;
    use IncomingUmaPhase::{
        Approved, AwaitingDecision, Created, Credited, Failed, PayingOut, Received, Rejected,
    };
    let failed = |reason, custody| Move::to(IncomingUmaPhase::failed(reason, custody));
    Ok(match (phase, event) {
        (Created, E::PayRequestReceived) => Move::to(AwaitingDecision).unannounced(),
        (Created, E::HandlingFailed) => failed(Because::LnurlpFailed, With::Payer),

        (AwaitingDecision, E::Approved) => Move::to(Approved).with_work(Work::AskIncomingUma).unannounced(),
        (AwaitingDecision, E::Rejected) => Move::to(Rejected),
        (AwaitingDecision, E::ApprovalTimedOut) => failed(Because::PaymentApprovalTimedOut, With::Payer),
        (AwaitingDecision, E::WebhookFailed) => failed(Because::PaymentApprovalWebhookError, With::Payer),
        (AwaitingDecision, E::PayeeDataMissing) => failed(Because::MissingMandatoryPayeeData, With::Payer),
        (AwaitingDecision | Approved, E::HandlingFailed) => failed(Because::PayRequestFailed, With::Payer),

        (Approved, E::InvoiceExpired) => failed(Because::QuoteExpired, With::Payer),
        (Approved, E::SettlementReceived) => Move::to(Received).unannounced(),

        (Received, E::Credited) => Move::to(Credited).booking(&[Posting::UmaCredited]),
        (Received, E::SentOn) => Move::to(PayingOut)
            .booking(&[Posting::UmaOfframpStarted])
            .with_work(Work::SubmitPayout)
            .unannounced(),
        (Received, E::CouldNotCredit(reason)) => {
            failed(reason, With::Suspense).booking(&[Posting::UmaSuspended])
        }
        (PayingOut, E::PaidOut) => Move::to(Credited).booking(&[Posting::UmaOfframpDelivered]),
        (PayingOut, E::PayoutFailed) => failed(Because::OfframpFailed, With::Rail),
        (Credited, E::PayoutReturned) => failed(Because::OfframpFailed, With::Suspense)
            .booking(&[Posting::UmaOfframpReturned, Posting::UmaOfframpReversed]),
        (Credited, E::PayoutReturnedShort) => failed(Because::OfframpFailed, With::Suspense).booking(&[
            Posting::UmaOfframpReturned,
            Posting::ReturnShort,
            Posting::UmaOfframpReversed,
        ]),

        (
            AwaitingDecision | Approved | Received | PayingOut | Credited | Rejected | Failed { .. },
            E::PayRequestReceived,
        )
        | (
            Created | Approved | Received | PayingOut | Credited | Rejected | Failed { .. },
            E::Approved | E::Rejected | E::ApprovalTimedOut | E::WebhookFailed | E::PayeeDataMissing,
        )
        | (Received | PayingOut | Credited | Rejected | Failed { .. }, E::HandlingFailed)
        | (
            Created | AwaitingDecision | Received | PayingOut | Credited | Rejected | Failed { .. },
            E::InvoiceExpired | E::SettlementReceived,
        )
        | (
            Created | AwaitingDecision | Approved | PayingOut | Credited | Rejected | Failed { .. },
            E::Credited | E::SentOn | E::CouldNotCredit(_),
        )
        | (
            Created | AwaitingDecision | Approved | Received | Credited | Rejected | Failed { .. },
            E::PaidOut | E::PayoutFailed,
        )
        | (
            Created | AwaitingDecision | Approved | Received | PayingOut | Rejected | Failed { .. },
            E::PayoutReturned | E::PayoutReturnedShort,
        ) => return Err(TransitionRefused { state: phase, event }),
    })
}
