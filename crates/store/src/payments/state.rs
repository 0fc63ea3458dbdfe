//! What becomes of a payment: rewritten as it goes on.

use std::fmt;

use causeway_domain::Time;
use causeway_domain::payments::{DebitStatus, IncomingFailure, OutgoingFailure, RefundReason, RefundStatus};
use serde::{Deserialize, Serialize};

use super::terms::OnChainTransfer;

/// The state of a payment beside its status, version 1. Nothing here says where money goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentState {
    /// Version of this document's form.
    pub v: u32,
    /// When the rail should deliver; none on instant rails.
    pub settles_at: Option<Time>,
    /// When it was settled.
    pub settled_at: Option<Time>,
    /// Why it failed.
    pub failure: Option<Failure>,
    /// When the platform has delivered its receipt.
    pub receipt_delivered_at: Option<Time>,
    /// The transfer on a chain by which it arrived.
    pub on_chain: Option<OnChainTransfer>,
    /// The direct debit that funds it; none before it begins, and none where nothing is debited directly.
    pub debit: Option<Debit>,
    /// The money's way back.
    pub refund: Option<Refund>,
}

impl PaymentState {
    /// Of a payment of which nothing has become yet.
    pub const NEW: Self = Self {
        v: 1,
        settles_at: None,
        settled_at: None,
        failure: None,
        receipt_delivered_at: None,
        on_chain: None,
        debit: None,
        refund: None,
    };

    /// Of a payment that is settled as it is written.
    #[must_use]
    pub const fn settled(at: Time) -> Self {
        Self { settled_at: Some(at), ..Self::NEW }
    }
}

/// Why a payment failed. Each direction has reasons of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
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

/// The direct debit that funds an outgoing payment (money 2.2, L5p).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Debit {
    /// Where it stands.
    pub status: DebitStatus,
    /// Whether what it brought was converted and sent on.
    pub is_sent_on: bool,
}

/// A refund (money 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// Its own reference.
    pub reference: String,
    /// Where it stands.
    pub status: RefundStatus,
    /// Why it was made.
    pub reason: RefundReason,
    /// When it began.
    pub initiated_at: Time,
    /// When the money was back.
    pub settled_at: Option<Time>,
    /// How the money goes back; none: into the internal account that was debited.
    pub to: Option<RefundTo>,
}

/// How the money of a direct debit goes back (money 9). Both lead to the owner of the account that the terms name;
/// which account that is, is looked up there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundTo {
    /// Into the internal account that the owner has in its currency.
    OwnersAccount,
    /// Back to the external account that was debited.
    DebitedAccount,
}
