//! Phases of payments, and the statuses that follow from them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::course::{Course, PaidBy};
use super::custody::Custody;
use super::deposit::DepositPhase;
use super::incoming_uma::IncomingUmaPhase;
use super::outgoing::OutgoingPhase;
use crate::payments::status::{IncomingFailure, OutgoingFailure, PendingReason, TransactionStatus};
use crate::quotes::QuoteStatus;

use crate::payments::DebitStatus;

/// The phase of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Outgoing(OutgoingPhase),
    IncomingUma(IncomingUmaPhase),
    Deposit(DepositPhase),
}

/// The reason of a payment's failure. Each direction has reasons of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Incoming(IncomingFailure),
    Outgoing(OutgoingFailure),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incoming(reason) => reason.fmt(f),
            Self::Outgoing(reason) => reason.fmt(f),
        }
    }
}

impl Failure {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Incoming(reason) => reason.meaning(),
            Self::Outgoing(reason) => reason.meaning(),
        }
    }
}

impl Phase {
    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Outgoing(phase) => phase.status(),
            Self::IncomingUma(phase) => phase.status(),
            Self::Deposit(phase) => phase.status(),
        }
    }

    /// Returns the stored status of the payment's quote, or `None` if the payment has no quote. The clock
    /// decides if that quote has expired.
    #[must_use]
    pub const fn quote_status(self) -> Option<QuoteStatus> {
        match self {
            Self::Outgoing(phase) => Some(phase.quote_status()),
            Self::IncomingUma(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns the reason of the failure, or `None` if the payment has not failed.
    #[must_use]
    pub const fn failure(self) -> Option<Failure> {
        match self {
            Self::Outgoing(OutgoingPhase::Failed { reason, .. }) => Some(Failure::Outgoing(reason)),
            Self::IncomingUma(IncomingUmaPhase::Failed { reason, .. })
            | Self::Deposit(DepositPhase::Failed { reason, .. }) => Some(Failure::Incoming(reason)),
            Self::Outgoing(_) | Self::IncomingUma(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns the holder of the money at the failure, or `None` if the payment has not failed.
    #[must_use]
    pub const fn custody(self) -> Option<Custody> {
        match self {
            Self::Outgoing(OutgoingPhase::Failed { custody, .. })
            | Self::IncomingUma(IncomingUmaPhase::Failed { custody, .. })
            | Self::Deposit(DepositPhase::Failed { custody, .. }) => Some(custody),
            Self::Outgoing(_) | Self::IncomingUma(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns the reason that keeps a deposit from being credited, or `None` if the payment is not such a
    /// deposit.
    #[must_use]
    pub const fn pending_reason(self) -> Option<PendingReason> {
        match self {
            Self::Deposit(DepositPhase::Waiting { reason }) => Some(reason),
            Self::Outgoing(_) | Self::IncomingUma(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns `true` if the payment is requested and its platform has not approved it yet.
    #[must_use]
    pub const fn awaits_approval(self) -> bool {
        matches!(self, Self::Outgoing(OutgoingPhase::Requested) | Self::Deposit(DepositPhase::Requested))
    }

    /// Returns the status of the direct debit that funds a payment on this course (money 2.2, L5p). `None`
    /// before the debit begins, and if the payment is not funded by direct debit.
    #[must_use]
    pub const fn debit_status(self, course: Course) -> Option<DebitStatus> {
        if !matches!(course.paid_by, PaidBy::Debit) {
            return None;
        }
        match self {
            Self::Outgoing(phase) => phase.debit_status(),
            Self::Deposit(phase) => phase.debit_status(),
            Self::IncomingUma(_) => None,
        }
    }
}

impl From<OutgoingPhase> for Phase {
    fn from(phase: OutgoingPhase) -> Self {
        Self::Outgoing(phase)
    }
}

impl From<IncomingUmaPhase> for Phase {
    fn from(phase: IncomingUmaPhase) -> Self {
        Self::IncomingUma(phase)
    }
}

impl From<DepositPhase> for Phase {
    fn from(phase: DepositPhase) -> Self {
        Self::Deposit(phase)
    }
}
