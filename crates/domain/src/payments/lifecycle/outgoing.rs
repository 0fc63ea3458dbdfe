//! Outgoing payments (money 8.7, 10.8).

use serde::{Deserialize, Serialize};

use super::custody::Custody;
use crate::named::events;
use crate::payments::DebitStatus;
use crate::payments::status::{OutgoingFailure, TransactionStatus};
use crate::quotes::QuoteStatus;

/// The phase of an outgoing payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OutgoingPhase {
    /// Priced by a quote; waits to be executed or funded.
    Offered,
    /// Requested; its platform has not approved it yet.
    Requested,
    /// Waiting for the customer's authorization.
    AwaitingAuthorization,
    /// A direct debit is collecting its money.
    Collecting,
    /// A transfer that is debited and not submitted to its rail yet.
    Accepted,
    /// Debited, converted and on its way.
    Sent,
    Delivered,
    /// Not executed in time.
    Expired,
    /// Cancelled on its way, and refunded.
    Cancelled,
    Failed {
        reason: OutgoingFailure,
        /// The holder of the money at that time.
        custody: Custody,
    },
}

events! {
    /// An event of an outgoing payment.
    pub enum OutgoingEvent {
        /// strong authentication needed, or one more challenge
        AuthorizationRequired,
        /// authorized, real-time funding: instructions are issued
        AuthorizedToFund,
        /// challenge expires before the customer has authorized, or after too many wrong proofs
        AuthorizationLapsed,
        /// its platform must approve the request of an agent
        ApprovalRequired,
        /// not approved, or no longer to be carried out
        NotApproved,
        /// the quote's `expiresAt` is reached
        ExpiryReached,
        /// executed or authorized, an account pays: L5a, L5b
        Executed,
        /// executed or authorized, a direct debit begins: L5p
        DebitBegun,
        /// transfer begins: L4a
        TransferBegun,
        /// exact amount is paid in: L6, L5b
        PaidIn,
        /// money is paid in, but the payment cannot be carried out: into suspense
        PaidInToSuspense(OutgoingFailure = OutgoingFailure::FundingAmountMismatch),
        /// crypto is paid in, but the payment cannot be carried out: into the payer's account
        PaidInToAccount(OutgoingFailure = OutgoingFailure::FundingAmountMismatch),
        /// liquidity refuses the locked rate
        RateRefused,
        /// its rail refuses it beforehand
        Refused(OutgoingFailure = OutgoingFailure::AccountCannotReceive),
        /// the direct debit has settled: L5p, L5b
        DebitSettled,
        /// the direct debit has settled, but the payment can no longer be carried out
        DebitSettledInVain,
        /// the direct debit failed: L5p is reversed
        DebitFailed,
        /// its rail is processing it
        Submitted,
        /// delivered: L4b, L5c
        Delivered,
        /// failed on its way, with its reason
        PayoutFailed(OutgoingFailure = OutgoingFailure::AccountCannotReceive),
        /// bank return, possibly days later: L4d, L5f
        Returned,
        /// bank return of less than was paid: L4d, L5f, L5h
        ReturnedShort,
    }
}

impl OutgoingPhase {
    /// Every phase, with all custodies and sample reasons. No decision depends on a reason.
    pub const ALL: &'static [Self] = &[
        Self::Offered,
        Self::Requested,
        Self::AwaitingAuthorization,
        Self::Collecting,
        Self::Accepted,
        Self::Sent,
        Self::Delivered,
        Self::Expired,
        Self::Cancelled,
        Self::failed(OutgoingFailure::ScaNotCompleted, Custody::Payer),
        Self::failed(OutgoingFailure::QuoteExecutionFailed, Custody::Uncollected),
        Self::failed(OutgoingFailure::AccountCannotReceive, Custody::Rail),
        Self::failed(OutgoingFailure::QuoteExecutionFailed, Custody::Beneficiary),
        Self::failed(OutgoingFailure::PayoutReturned, Custody::Returned),
        Self::failed(OutgoingFailure::QuoteExecutionFailed, Custody::Quote),
        Self::failed(OutgoingFailure::FundingAmountMismatch, Custody::Suspense),
        Self::failed(OutgoingFailure::FundingAmountMismatch, Custody::PayersAccount),
    ];

    pub(super) const fn failed(reason: OutgoingFailure, custody: Custody) -> Self {
        Self::Failed { reason, custody }
    }

    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Offered | Self::Requested | Self::Accepted => TransactionStatus::Pending,
            Self::AwaitingAuthorization => TransactionStatus::PendingAuthorization,
            Self::Collecting | Self::Sent => TransactionStatus::Processing,
            Self::Delivered => TransactionStatus::Completed,
            Self::Expired => TransactionStatus::Expired,
            Self::Cancelled => TransactionStatus::Refunded,
            Self::Failed { .. } => TransactionStatus::Failed,
        }
    }

    /// Returns the status of the quote that has priced the payment.
    #[must_use]
    pub const fn quote_status(self) -> QuoteStatus {
        match self {
            Self::Offered | Self::Requested => QuoteStatus::Pending,
            Self::AwaitingAuthorization => QuoteStatus::PendingAuthorization,
            Self::Collecting | Self::Accepted | Self::Sent => QuoteStatus::Processing,
            Self::Delivered => QuoteStatus::Completed,
            Self::Expired => QuoteStatus::Expired,
            Self::Cancelled | Self::Failed { .. } => QuoteStatus::Failed,
        }
    }

    /// Returns `true` until the payment is executed, funded or over.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Offered | Self::Requested | Self::AwaitingAuthorization)
    }

    pub(super) const fn debit_status(self) -> Option<DebitStatus> {
        match self {
            Self::Offered | Self::Requested | Self::AwaitingAuthorization | Self::Expired => None,
            Self::Collecting => Some(DebitStatus::Pending),
            Self::Accepted | Self::Sent | Self::Delivered | Self::Cancelled => Some(DebitStatus::Settled),
            Self::Failed { custody, .. } => match custody {
                Custody::Payer => None,
                Custody::Uncollected => Some(DebitStatus::Failed),
                Custody::Rail
                | Custody::Beneficiary
                | Custody::Returned
                | Custody::Quote
                | Custody::Suspense
                | Custody::PayersAccount
                | Custody::DebitedBank => Some(DebitStatus::Settled),
            },
        }
    }
}
