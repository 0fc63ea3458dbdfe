//! What becomes of a payment: rewritten as it goes on.

use std::fmt;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::{
    DebitStatus, IncomingFailure, OutgoingFailure, PendingReason, RefundReason, RefundStatus,
};
use causeway_domain::{Amount, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::terms::OnChainTransfer;

/// The state of a payment beside its status, version 1. Nothing here says where money goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentState {
    /// Version of this document's form.
    pub v: u32,
    /// When the rail should deliver; none on instant rails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settles_at: Option<Time>,
    /// When it was settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<Time>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// When the platform has delivered its receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivered_at: Option<Time>,
    /// The transfer on a chain by which it arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
    /// The direct debit that funds it; none before it begins, and none where nothing is debited directly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub debit: Option<Debit>,
    /// What was paid in for it; none before it comes, and none where its source does not pay by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<Funding>,
    /// The money's way back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// What becomes of money that comes from a UMA address; none of other payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Why the platform wanted it stopped, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancellation_reason: Option<String>,
    /// What a deposit waits for before it is credited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// Whether its platform is still to approve what an agent asks for: nothing is carried out yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaits_approval: bool,
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
        funding: None,
        refund: None,
        receipt: None,
        cancellation_reason: None,
        pending_reason: None,
        awaits_approval: false,
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

/// What was paid in for an outgoing payment (money 8.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Funding {
    /// How much came. Where it is not what the quote wants, the payment has failed.
    pub amount: Amount,
    /// Whether it was converted and sent on.
    pub is_sent_on: bool,
    /// The transfer on a chain that brought it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
}

/// What becomes of money that comes from a UMA address (money 10.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// When the platform has approved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<Time>,
    /// Why the platform has rejected it, in its own words; shown to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    /// Whether it was sent on to an external account, and has not come back.
    pub is_sent_on: bool,
    /// What the platform has said about the receiver when it approved, as far as that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Map<String, Json>>,
    /// What the platform wants to know about the payer before it approves, where it has rejected for that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<String>,
    /// The payment of another platform of this deployment that has paid it. By the terms of that payment it is known
    /// to be the one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<PaidBy>,
}

impl Receipt {
    /// Of a payment about which nobody has decided.
    pub const NEW: Self = Self {
        approved_at: None,
        rejection_reason: None,
        is_sent_on: false,
        given: None,
        wants: Vec::new(),
        paid_by: None,
    };
}

/// A payment of another platform of this deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidBy {
    /// Whose it is.
    pub platform: PlatformId,
    /// The payment.
    pub transaction: TransactionId,
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
    /// How the money goes back; none: into the internal account that was debited, or that coins came into.
    pub to: Option<RefundTo>,
}

/// How money that came from outside goes back (money 9). Where an account is meant, the terms lead to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundTo {
    /// Into the internal account that the owner has in its currency.
    OwnersAccount,
    /// Back to the external account that was debited.
    DebitedAccount,
    /// Back to whoever paid in, by the bank that brought it.
    Payer,
}
