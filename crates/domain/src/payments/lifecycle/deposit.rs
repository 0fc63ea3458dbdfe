//! Money pushed into an account, or collected for it by direct debit: deposits (money 3.5) and transfer-in
//! (money 10.2).

use serde::{Deserialize, Serialize};

use super::custody::Custody;
use crate::named::events;
use crate::payments::DebitStatus;
use crate::payments::status::{IncomingFailure, PendingReason, TransactionStatus};

/// The phase of money on its way into an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DepositPhase {
    /// Not delivered by its bank yet.
    Expected,
    /// Crypto in suspense until the reason is resolved.
    Waiting { reason: PendingReason },
    /// In suspense because its account does not take it.
    Suspended,
    /// A debit requested by an agent, which its platform has not approved yet.
    Requested,
    /// A debit that has begun and is not submitted to its rail yet.
    Accepted,
    /// A debit that its rail is processing.
    Collecting,
    /// Credited to the account; or debited from it, if a third party has debited it.
    Settled,
    /// A payment within the service, as the receiver sees it. The sender's payment has moved the money.
    Mirrored,
    /// A cancelled debit.
    Cancelled,
    Failed {
        reason: IncomingFailure,
        /// The holder of the money at that time.
        custody: Custody,
    },
}

events! {
    /// An event of money on its way into an account.
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
        /// crypto deposit is held for this reason, or for another one than before
        WaitsFor(PendingReason = PendingReason::ComplianceReview),
        /// credited out of suspense: L2, later
        Released,
        /// its bank does not deliver it
        NotReceived,
        /// compliance refuses it
        ComplianceRejected,
        /// crypto deposit unresolved after 30 days
        Unresolved,
        /// paid in for a quote that can no longer be funded: it is refunded
        CameTooLate,
        /// debit begins: L3a
        DebitBegun,
        /// its rail refuses the debit beforehand
        Refused,
        /// debit requested by an agent is not approved, or no longer to be carried out
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
    /// Every phase, with all custodies and sample reasons. No decision depends on a reason.
    pub const ALL: &'static [Self] = &[
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
                | Custody::Beneficiary
                | Custody::Returned
                | Custody::Quote
                | Custody::Suspense
                | Custody::PayersAccount => None,
            },
        }
    }
}
