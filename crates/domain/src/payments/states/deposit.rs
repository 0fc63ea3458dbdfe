//! Money that is pushed into an account, or comes into it by direct debit: deposits (money 3.5) and transfer-in (money 10.2).

use serde::{Deserialize, Serialize};

use super::super::status::{IncomingFailure, PendingReason, TransactionStatus};
use crate::machine::Refused;
use crate::named::events;

/// Where money on its way into an account stands. A deposit on an instant rail, or a sandbox funding, is
/// created `Completed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "state", content = "until", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DepositState {
    /// `PENDING`: announced by a bank rail, or a debit that is not submitted yet.
    Pending,
    /// `PENDING`: a crypto deposit that waits for this.
    Waiting(PendingReason),
    /// `PROCESSING`: a debit that is submitted.
    Processing,
    /// `COMPLETED`: credited.
    Completed,
    /// `FAILED`.
    Failed,
    /// `REFUNDED`: a debit that was cancelled.
    Refunded,
}

events! {
    /// What can happen to money on its way into an account.
    pub enum DepositEvent {
        /// debit submitted to its rail
        Submitted,
        /// settled and credited: L2, L3b
        Settled,
        /// rail reports that it did not succeed: L3c
        DebitFailed,
        /// compliance refuses it
        ComplianceRejected,
        /// crypto deposit waits for something else now
        WaitsFor(PendingReason = PendingReason::ComplianceReview),
        /// everything that a crypto deposit waited for is there
        Cleared,
        /// crypto deposit unresolved after 30 days
        Unresolved,
        /// debit cancelled before settlement: L3c
        Cancelled,
        /// debit returned after settlement: L3d
        Returned,
        /// paid in for a quote that takes no money any more: it goes back
        CameTooLate,
        /// debit that an agent asked for is not approved, or cannot be carried out any more: nothing was begun
        NotCarriedOut,
    }
}

/// What an event does to money on its way into an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepositChange {
    /// The debit is under way. No event exists.
    Processing,
    /// The pending reason changes. No event.
    Waiting(PendingReason),
    /// Credited: `INCOMING_PAYMENT.COMPLETED`.
    Completed,
    /// `INCOMING_PAYMENT.FAILED` with this reason.
    Failed(IncomingFailure),
    /// Announced by the refund's events.
    Refunded,
}

impl DepositState {
    /// Every state; one sample of the pending reasons, which no decision tells apart.
    pub const EVERY: &'static [Self] = &[
        Self::Pending,
        Self::Waiting(PendingReason::CounterpartyDeclarationRequired),
        Self::Processing,
        Self::Completed,
        Self::Failed,
        Self::Refunded,
    ];

    /// The state of a payment with this status that waits for nothing but its rail; none where money that comes in does
    /// not take it.
    #[must_use]
    pub const fn of(status: TransactionStatus) -> Option<Self> {
        match status {
            TransactionStatus::Pending => Some(Self::Pending),
            TransactionStatus::Processing => Some(Self::Processing),
            TransactionStatus::Completed => Some(Self::Completed),
            TransactionStatus::Failed => Some(Self::Failed),
            TransactionStatus::Refunded => Some(Self::Refunded),
            TransactionStatus::Created
            | TransactionStatus::PendingAuthorization
            | TransactionStatus::Rejected
            | TransactionStatus::Expired => None,
        }
    }

    /// The status that clients see.
    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Pending | Self::Waiting(_) => TransactionStatus::Pending,
            Self::Processing => TransactionStatus::Processing,
            Self::Completed => TransactionStatus::Completed,
            Self::Failed => TransactionStatus::Failed,
            Self::Refunded => TransactionStatus::Refunded,
        }
    }
}

impl DepositChange {
    /// The state after the change.
    #[must_use]
    pub const fn state(self) -> DepositState {
        match self {
            Self::Processing => DepositState::Processing,
            Self::Waiting(reason) => DepositState::Waiting(reason),
            Self::Completed => DepositState::Completed,
            Self::Failed(_) => DepositState::Failed,
            Self::Refunded => DepositState::Refunded,
        }
    }
}

/// What an event does to money on its way into an account.
///
/// # Errors
/// When it cannot make this move.
pub fn next_deposit(
    state: DepositState,
    event: DepositEvent,
) -> Result<DepositChange, Refused<DepositState, DepositEvent>> {
    use DepositChange as To;
    use DepositEvent as E;
    use DepositState::{Completed, Failed, Pending, Processing, Refunded, Waiting};
    use IncomingFailure as Because;
    match (state, event) {
        (Pending, E::Submitted) => Ok(To::Processing),
        (Pending | Processing, E::Settled) => Ok(To::Completed),
        (Pending | Processing, E::DebitFailed) => Ok(To::Failed(Because::CollectionFailed)),
        (Pending | Processing, E::Cancelled) => Ok(To::Refunded),
        (Pending, E::NotCarriedOut) => Ok(To::Failed(Because::QuoteExecutionFailed)),
        (Pending, E::CameTooLate) => Ok(To::Failed(Because::QuoteExpired)),
        (Pending | Waiting(_), E::ComplianceRejected) => Ok(To::Failed(Because::ComplianceRejected)),

        (Waiting(_), E::WaitsFor(reason)) => Ok(To::Waiting(reason)),
        (Waiting(_), E::Cleared) => Ok(To::Completed),
        (Waiting(_), E::Unresolved) => Ok(To::Failed(Because::ComplianceRejected)),

        (Completed, E::Returned) => Ok(To::Failed(Because::CollectionFailed)),

        (Waiting(_) | Processing | Completed | Failed | Refunded, E::Submitted)
        | (Waiting(_) | Completed | Failed | Refunded, E::Settled)
        | (Waiting(_) | Completed | Failed | Refunded, E::DebitFailed)
        | (Processing | Completed | Failed | Refunded, E::ComplianceRejected)
        | (Pending | Processing | Completed | Failed | Refunded, E::WaitsFor(_))
        | (Pending | Processing | Completed | Failed | Refunded, E::Cleared)
        | (Pending | Processing | Completed | Failed | Refunded, E::Unresolved)
        | (Waiting(_) | Completed | Failed | Refunded, E::Cancelled)
        | (Pending | Waiting(_) | Processing | Failed | Refunded, E::Returned)
        | (Waiting(_) | Processing | Completed | Failed | Refunded, E::CameTooLate | E::NotCarriedOut) => {
            Err(Refused { state, event })
        }
    }
}
