//! Outgoing payments (money 10.8).

use super::super::status::{OutgoingFailure, TransactionStatus};
use crate::machine::Refused;
use crate::named::{events, named};

named! {
    /// The statuses that an outgoing payment takes.
    pub enum OutgoingStatus {
        /// Made by a quote or a transfer.
        Pending = "PENDING",
        /// Waits for the customer's strong authentication.
        PendingAuthorization = "PENDING_AUTHORIZATION",
        /// On its way.
        Processing = "PROCESSING",
        /// Arrived.
        Completed = "COMPLETED",
        /// Did not succeed.
        Failed = "FAILED",
        /// Cancelled and refunded.
        Refunded = "REFUNDED",
        /// Not executed in time.
        Expired = "EXPIRED",
    }
}

events! {
    /// What can happen to an outgoing payment.
    pub enum OutgoingEvent {
        /// strong authentication needed, or one more challenge
        AuthorizationRequired,
        /// authorized, real-time funding: instructions are issued
        AuthorizedToFund,
        /// executed, funded, authorized or submitted
        Started,
        /// the quote's `expiresAt` is reached
        ExpiryReached,
        /// challenge or quote expires before the customer has authorized
        AuthorizationLapsed,
        /// another amount than the quote's arrived
        FundingMismatched,
        /// liquidity refuses the locked rate
        RateRefused,
        /// any other failure before the debit, with its reason
        FailedBeforeDebit(OutgoingFailure = OutgoingFailure::QuoteExecutionFailed),
        /// the debit of its source failed
        DebitFailed,
        /// delivered
        Delivered,
        /// failed on its way, with its reason
        PayoutFailed(OutgoingFailure = OutgoingFailure::AccountCannotReceive),
        /// cancelled and refunded (money 10.7)
        CancelledAndRefunded,
        /// bank return, possibly days later
        Returned,
    }
}

/// What an event does to an outgoing payment. Each change is announced by `OUTGOING_PAYMENT.` and the new
/// status, but for [`OutgoingChange::Refunded`], which the refund's own events announce.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutgoingChange {
    /// Instructions are issued; the payment waits for its funds.
    Pending,
    /// A challenge is open.
    PendingAuthorization,
    /// On its way.
    Processing,
    /// Arrived: `settledAt` is now.
    Completed,
    /// Did not succeed, for this reason. A payment whose source was debited is refunded.
    Failed(OutgoingFailure),
    /// Cancelled and refunded.
    Refunded,
    /// Not executed in time.
    Expired,
}

impl OutgoingChange {
    /// The status after the change.
    #[must_use]
    pub const fn status(self) -> OutgoingStatus {
        match self {
            Self::Pending => OutgoingStatus::Pending,
            Self::PendingAuthorization => OutgoingStatus::PendingAuthorization,
            Self::Processing => OutgoingStatus::Processing,
            Self::Completed => OutgoingStatus::Completed,
            Self::Failed(_) => OutgoingStatus::Failed,
            Self::Refunded => OutgoingStatus::Refunded,
            Self::Expired => OutgoingStatus::Expired,
        }
    }
}

impl OutgoingStatus {
    /// The same status among those of outgoing payments; none where they do not take it.
    #[must_use]
    pub const fn of(status: TransactionStatus) -> Option<Self> {
        match status {
            TransactionStatus::Pending => Some(Self::Pending),
            TransactionStatus::PendingAuthorization => Some(Self::PendingAuthorization),
            TransactionStatus::Processing => Some(Self::Processing),
            TransactionStatus::Completed => Some(Self::Completed),
            TransactionStatus::Failed => Some(Self::Failed),
            TransactionStatus::Refunded => Some(Self::Refunded),
            TransactionStatus::Expired => Some(Self::Expired),
            TransactionStatus::Created | TransactionStatus::Rejected => None,
        }
    }
}

impl From<OutgoingStatus> for TransactionStatus {
    fn from(status: OutgoingStatus) -> Self {
        match status {
            OutgoingStatus::Pending => Self::Pending,
            OutgoingStatus::PendingAuthorization => Self::PendingAuthorization,
            OutgoingStatus::Processing => Self::Processing,
            OutgoingStatus::Completed => Self::Completed,
            OutgoingStatus::Failed => Self::Failed,
            OutgoingStatus::Refunded => Self::Refunded,
            OutgoingStatus::Expired => Self::Expired,
        }
    }
}

/// What an event does to an outgoing payment of this status.
///
/// # Errors
/// When the payment cannot make this move.
pub fn next_outgoing(
    status: OutgoingStatus,
    event: OutgoingEvent,
) -> Result<OutgoingChange, Refused<OutgoingStatus, OutgoingEvent>> {
    use OutgoingChange as To;
    use OutgoingEvent as E;
    use OutgoingStatus::{Completed, Expired, Failed, Pending, PendingAuthorization, Processing, Refunded};
    match (status, event) {
        (Pending | PendingAuthorization, E::AuthorizationRequired) => Ok(To::PendingAuthorization),
        (Pending | PendingAuthorization, E::Started) => Ok(To::Processing),
        (PendingAuthorization, E::AuthorizedToFund) => Ok(To::Pending),

        (Pending, E::ExpiryReached) => Ok(To::Expired),
        (PendingAuthorization, E::ExpiryReached | E::AuthorizationLapsed) => {
            Ok(To::Failed(OutgoingFailure::ScaNotCompleted))
        }
        (Pending, E::FundingMismatched) => Ok(To::Failed(OutgoingFailure::FundingAmountMismatch)),
        (Pending | PendingAuthorization, E::RateRefused) => {
            Ok(To::Failed(OutgoingFailure::QuoteRateUnavailable))
        }
        (Pending | PendingAuthorization, E::FailedBeforeDebit(reason)) => Ok(To::Failed(reason)),

        (Processing, E::DebitFailed) => Ok(To::Failed(OutgoingFailure::QuoteExecutionFailed)),
        (Processing, E::Delivered) => Ok(To::Completed),
        // A transfer is debited, submitted and cancellable while it is still PENDING.
        (Pending | Processing, E::PayoutFailed(reason)) => Ok(To::Failed(reason)),
        (Pending | Processing, E::CancelledAndRefunded) => Ok(To::Refunded),

        (Completed, E::Returned) => Ok(To::Failed(OutgoingFailure::PayoutReturned)),

        (Processing | Completed | Failed | Refunded | Expired, E::AuthorizationRequired)
        | (Pending | Processing | Completed | Failed | Refunded | Expired, E::AuthorizedToFund)
        | (Processing | Completed | Failed | Refunded | Expired, E::Started)
        | (Processing | Completed | Failed | Refunded | Expired, E::ExpiryReached)
        | (Pending | Processing | Completed | Failed | Refunded | Expired, E::AuthorizationLapsed)
        | (
            PendingAuthorization | Processing | Completed | Failed | Refunded | Expired,
            E::FundingMismatched,
        )
        | (Processing | Completed | Failed | Refunded | Expired, E::RateRefused)
        | (Processing | Completed | Failed | Refunded | Expired, E::FailedBeforeDebit(_))
        | (Pending | PendingAuthorization | Completed | Failed | Refunded | Expired, E::DebitFailed)
        | (Pending | PendingAuthorization | Completed | Failed | Refunded | Expired, E::Delivered)
        | (PendingAuthorization | Completed | Failed | Refunded | Expired, E::PayoutFailed(_))
        | (PendingAuthorization | Completed | Failed | Refunded | Expired, E::CancelledAndRefunded)
        | (Pending | PendingAuthorization | Processing | Failed | Refunded | Expired, E::Returned) => {
            Err(Refused { state: status, event })
        }
    }
}
