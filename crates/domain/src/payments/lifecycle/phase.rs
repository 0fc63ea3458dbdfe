//! Phases, and the statuses that follow from them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::course::{Course, PaidBy};
use super::custody::Custody;
use super::deposit::DepositPhase;
use super::outgoing::OutgoingPhase;
use super::receipt::ReceiptPhase;
use crate::payments::status::{IncomingFailure, OutgoingFailure, PendingReason, TransactionStatus};
use crate::quotes::QuoteStatus;

use crate::payments::DebitStatus;

/// Where a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A payment that goes out.
    Outgoing(OutgoingPhase),
    /// A payment from a UMA address.
    Receipt(ReceiptPhase),
    /// Money on its way into an account.
    Deposit(DepositPhase),
}

/// Why a payment failed. Each direction has reasons of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Of an incoming payment.
    Incoming(IncomingFailure),
    /// Of an outgoing payment.
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

impl Phase {
    /// Returns the status of the transaction.
    #[must_use]
    pub const fn status(self) -> TransactionStatus {
        match self {
            Self::Outgoing(phase) => phase.status(),
            Self::Receipt(phase) => phase.status(),
            Self::Deposit(phase) => phase.status(),
        }
    }

    /// Returns the status of the quote that has priced it, as it is written: that its time is over is seen by the clock.
    /// `None` for a payment that no quote leads to.
    #[must_use]
    pub const fn quote_status(self) -> Option<QuoteStatus> {
        match self {
            Self::Outgoing(phase) => Some(phase.quote_status()),
            Self::Receipt(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns why it failed.
    #[must_use]
    pub const fn failure(self) -> Option<Failure> {
        match self {
            Self::Outgoing(OutgoingPhase::Failed { reason, .. }) => Some(Failure::Outgoing(reason)),
            Self::Receipt(ReceiptPhase::Failed { reason, .. })
            | Self::Deposit(DepositPhase::Failed { reason, .. }) => Some(Failure::Incoming(reason)),
            Self::Outgoing(_) | Self::Receipt(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns who had its money when it failed.
    #[must_use]
    pub const fn custody(self) -> Option<Custody> {
        match self {
            Self::Outgoing(OutgoingPhase::Failed { custody, .. })
            | Self::Receipt(ReceiptPhase::Failed { custody, .. })
            | Self::Deposit(DepositPhase::Failed { custody, .. }) => Some(custody),
            Self::Outgoing(_) | Self::Receipt(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns what a deposit waits for before it is credited.
    #[must_use]
    pub const fn pending_reason(self) -> Option<PendingReason> {
        match self {
            Self::Deposit(DepositPhase::Waiting { reason }) => Some(reason),
            Self::Outgoing(_) | Self::Receipt(_) | Self::Deposit(_) => None,
        }
    }

    /// Returns `true` if it is asked for and not begun: its platform is still to approve it.
    #[must_use]
    pub const fn awaits_approval(self) -> bool {
        matches!(self, Self::Outgoing(OutgoingPhase::Requested) | Self::Deposit(DepositPhase::Requested))
    }

    /// Returns the status of the direct debit that brings the money of a payment on this course (money 2.2, L5p). `None`
    /// before it begins, and if nothing is debited directly.
    #[must_use]
    pub const fn debit_status(self, course: Course) -> Option<DebitStatus> {
        if !matches!(course.paid_by, PaidBy::Debit) {
            return None;
        }
        match self {
            Self::Outgoing(phase) => phase.debit_status(),
            Self::Deposit(phase) => phase.debit_status(),
            Self::Receipt(_) => None,
        }
    }
}

impl From<OutgoingPhase> for Phase {
    fn from(phase: OutgoingPhase) -> Self {
        Self::Outgoing(phase)
    }
}

impl From<ReceiptPhase> for Phase {
    fn from(phase: ReceiptPhase) -> Self {
        Self::Receipt(phase)
    }
}

impl From<DepositPhase> for Phase {
    fn from(phase: DepositPhase) -> Self {
        Self::Deposit(phase)
    }
}
