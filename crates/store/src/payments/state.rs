//! The mutable state of a payment.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::{Phase, RefundDestination};
use causeway_domain::payments::{RefundReason, RefundStatus, TransactionStatus};
use causeway_domain::{Amount, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::terms::OnChainTransfer;
use crate::sca::ScaChallengeDoc;

/// The state of a payment, version 1: its phase, its refund and further progress. It contains no data that
/// decides on the destination of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentState {
    pub v: u32,
    pub phase: Phase,
    /// Estimated delivery by the rail; `None` on instant rails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settles_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<Time>,
    /// Time at which the platform delivered the customer's receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivered_at: Option<Time>,
    /// The on-chain transfer by which it arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
    /// Money paid in for it; `None` before it arrives, and for payments that are not push-funded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<Funding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// State of an incoming UMA payment; `None` if the payment is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incoming_uma: Option<IncomingUmaState>,
    /// Proof of the settlement over a foreign layer; `None` before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settlement: Option<SettlementProof>,
    /// The platform's reason for cancelling, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancellation_reason: Option<String>,
    /// The authentication required from the customer, or missed in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<ScaChallengeDoc>,
    /// The part of a returned payout that did not come back: the service bears it (rails 19.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub return_short: Option<Amount>,
    /// The latest changes of phase and refund, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<StateChange>,
}

impl PaymentState {
    /// Creates the state of a new payment in this phase.
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
            incoming_uma: None,
            settlement: None,
            cancellation_reason: None,
            challenge: None,
            return_short: None,
            history: Vec::new(),
        }
    }
}

/// A change of phase or refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateChange {
    /// Status after the change.
    pub status: TransactionStatus,
    pub at: Time,
    /// Name of the event.
    pub cause: String,
}

/// Money paid in for an outgoing payment (money 8.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Funding {
    /// The amount received. If it differs from the quoted amount, the payment failed.
    pub amount: Amount,
    /// The on-chain transfer of the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
}

/// State of an incoming UMA payment (money 10.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingUmaState {
    /// Time of the platform's approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<Time>,
    /// The platform's reason for rejecting it, in its own words. Never shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    /// Data about the receiver that the platform gave with its approval, as far as requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Map<String, Json>>,
    /// Fields about the payer without which the platform rejected it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<String>,
    /// The payment of another platform of this deployment that paid it, matched by that payment's terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<PaidBy>,
}

impl IncomingUmaState {
    /// State before the platform's decision.
    pub const NEW: Self =
        Self { approved_at: None, rejection_reason: None, given: None, wants: Vec::new(), paid_by: None };
}

/// Proof that a settlement layer carried the money of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettlementProof {
    /// The layer's own name of the payment, such as a payment hash.
    pub reference: String,
    /// The preimage of the payment hash, in hex; `None` if the layer has none or this side received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preimage: Option<String>,
    /// The layer's own fee, in its units: millisatoshis of routing; `None` if this side received. It is not booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<i64>,
}

/// A payment of another platform of this deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidBy {
    pub platform: PlatformId,
    pub transaction: TransactionId,
}

/// A refund (money 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    pub reference: String,
    pub status: RefundStatus,
    pub reason: RefundReason,
    pub initiated_at: Time,
    /// Time at which the refund was completed.
    pub settled_at: Option<Time>,
    /// Route of the refund; `None` if the refund credits the internal account that was debited or that
    /// received crypto.
    pub to: Option<RefundDestination>,
}
