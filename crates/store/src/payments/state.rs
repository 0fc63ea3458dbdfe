//! What becomes of a payment: rewritten as it goes on.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::{Phase, RefundTo};
use causeway_domain::payments::{RefundReason, RefundStatus, TransactionStatus};
use causeway_domain::{Amount, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::terms::OnChainTransfer;
use crate::sca::ScaChallengeDoc;

/// The state of a payment, version 1: its phase, its refund, and what is known of it beside them. Nothing here says where
/// money goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentState {
    /// Version of this document's form.
    pub v: u32,
    /// Where it stands.
    pub phase: Phase,
    /// When the rail should deliver; none on instant rails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settles_at: Option<Time>,
    /// When it was settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<Time>,
    /// When the platform has delivered its receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivered_at: Option<Time>,
    /// The transfer on a chain by which it arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
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
    /// What its customer has to prove before it goes on, or has not proved in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<ScaChallengeDoc>,
    /// Its last changes of phase and refund, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Moment>,
}

impl PaymentState {
    /// Makes that of a new payment in this phase.
    #[must_use]
    pub const fn new(phase: Phase) -> Self {
        Self {
            v: 1,
            phase,
            settles_at: None,
            settled_at: None,
            receipt_delivered_at: None,
            on_chain: None,
            funding: None,
            refund: None,
            receipt: None,
            cancellation_reason: None,
            challenge: None,
            history: Vec::new(),
        }
    }
}

/// A change of phase or refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The status of the payment after it.
    pub status: TransactionStatus,
    /// When it changed.
    pub at: Time,
    /// The name of the event that changed it.
    pub cause: String,
}

/// What was paid in for an outgoing payment (money 8.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Funding {
    /// How much came. Where it is not what the quote wants, the payment has failed.
    pub amount: Amount,
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
    pub const NEW: Self =
        Self { approved_at: None, rejection_reason: None, given: None, wants: Vec::new(), paid_by: None };
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
