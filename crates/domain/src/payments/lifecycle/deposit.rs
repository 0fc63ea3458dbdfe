//! Money that is pushed into an account, or comes into it by direct debit: deposits (money 3.5) and transfer-in (money
//! 10.2).

use serde::{Deserialize, Serialize};

use super::custody::Custody;
use crate::named::events;
use crate::payments::DebitStatus;
use crate::payments::status::{IncomingFailure, PendingReason, TransactionStatus};

/// Where money on its way into an account stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DepositPhase {
    /// Its bank has yet to bring it.
    Expected,
    /// Coins that stand in suspense until this is known.
    Waiting {
        /// What is missing.
        reason: PendingReason,
    },
    /// In suspense: its account does not take it.
    Suspended,
    /// A debit that an agent asks for; its platform is still to approve it.
    Requested,
    /// A debit that is begun, and not submitted to its rail yet.
    Accepted,
    /// A debit that its rail works on.
    Collecting,
    /// In the account; or out of it, if a third party has debited it.
    Settled,
    /// Shows the receiver what a payment within the service has brought; the payment of its sender has moved it.
    Mirrored,
    /// A debit that was cancelled.
    Cancelled,
    /// Did not succeed.
    Failed {
        /// Why.
        reason: IncomingFailure,
        /// Who had the money then.
        custody: Custody,
    },
}

events! {
    /// An event in the life of money on its way into an account.
    pub enum DepositEvent {
        /// settled and credited: L2
        Settled,
        /// settled by the sandbox: L1
        Funded,
        /// debited by a third party
        Debited,
        /// could not be debited by a third party
        NotDebited,
        /// settled, and its account does not take it: into suspense
        NotTaken,
        /// crypto deposit waits for this, or for something else now
        WaitsFor(PendingReason = PendingReason::ComplianceReview),
        /// credited out of suspense: L2, later
        Released,
        /// its bank does not bring it
        NotReceived,
        /// compliance refuses it
        ComplianceRejected,
        /// crypto deposit unresolved after 30 days
        Unresolved,
        /// paid in for a quote that takes no money any more: it goes back
        CameTooLate,
        /// debit begins: L3a
        DebitBegun,
        /// its rail refuses the debit beforehand
        Refused,
        /// debit that an agent asked for is not approved, or not to be carried out any more
        NotApproved,
        /// debit submitted to its rail
        Submitted,
        /// debit settled: L3b
        DebitSettled,
        /// debit failed: L3c
        DebitFailed,
        /// debit returned after settlement: L3d
        DebitReturned,
    }
}

impl DepositPhase {
    /// Every phase, with samples of the reasons, which no decision tells apart, and all custodies.
    pub const EVERY: &'static [Self] = &[
        Self::Expected,
        Self::Waiting { reason: PendingReason::CounterpartyDeclarationRequired },
        Self::Suspended,
        Self::Requested,
        Self::Accepted,
        Self::Collecting,
        Self::Settled,
        Self::Mirrored,
        Self::Cancelled,
        Self::failed(IncomingFailure::ComplianceRejected, Custody::Payer),
        Self::failed(IncomingFailure::CollectionFailed, Custody::Uncollected),
        Self::failed(IncomingFailure::QuoteExpired, Custody::Suspense),
        Self::failed(IncomingFailure::CollectionFailed, Custody::DebitedBank),
    ];

    pub(super) const fn failed(reason: IncomingFailure, custody: Custody) -> Self {
        Self::Failed { reason, custody }
    }

    /// Returns the status of the transaction.
    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Expected | Self::Waiting { .. } | Self::Suspended | Self::Requested | Self::Accepted => {
                TransactionStatus::Pending
            }
            Self::Collecting => TransactionStatus::Processing,
            Self::Settled | Self::Mirrored => TransactionStatus::Completed,
            Self::Cancelled => TransactionStatus::Refunded,
            Self::Failed { .. } => TransactionStatus::Failed,
        }
    }

    pub(super) const fn debit_status(self) -> Option<DebitStatus> {
        match self {
            Self::Expected | Self::Waiting { .. } | Self::Suspended | Self::Requested | Self::Mirrored => {
                None
            }
            Self::Accepted | Self::Collecting => Some(DebitStatus::Pending),
            Self::Settled => Some(DebitStatus::Settled),
            Self::Cancelled => Some(DebitStatus::Failed),
            Self::Failed { custody, .. } => match custody {
                Custody::Uncollected => Some(DebitStatus::Failed),
                Custody::DebitedBank => Some(DebitStatus::Settled),
                Custody::Payer
                | Custody::Rail
                | Custody::Returned
                | Custody::Quote
                | Custody::Suspense
                | Custody::PayersAccount => None,
            },
        }
    }
}
