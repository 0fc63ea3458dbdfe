//! The operator's Lightning node (uma 7, money 4.7). The service names every invoice and payment by its own
//! transaction id. Answers are as little trusted as those of a rail.

use std::time::Duration;

use causeway_domain::ids::{PlatformId, TransactionId};
use futures_util::future::BoxFuture;

use super::RailError;

/// An invoice or a payment at the node: the node's idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeKey {
    pub platform: PlatformId,
    pub transaction: TransactionId,
}

/// An invoice to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeInvoiceOrder {
    pub key: NodeKey,
    /// In millisatoshis.
    pub amount: i64,
    pub description_hash: [u8; 32],
    pub expiry: Duration,
}

/// An invoice of the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeInvoice {
    /// The BOLT 11 text.
    pub text: String,
    /// In hex.
    pub payment_hash: String,
}

/// The state of an invoice of the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeInvoiceState {
    /// Certainly not created.
    Unknown,
    Open,
    /// Paid. It stays paid, also after a cancellation.
    Paid {
        /// The amount that arrived, in millisatoshis.
        amount: i64,
        /// In hex.
        payment_hash: String,
    },
    /// Cancelled or expired; it can no longer be paid.
    Cancelled,
}

/// A payment to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodePaymentOrder {
    pub key: NodeKey,
    /// The BOLT 11 text of the invoice to be paid.
    pub invoice: String,
    /// In millisatoshis.
    pub amount: i64,
    /// Maximum of the routing fees, in millisatoshis.
    pub max_fee: i64,
}

/// The state of a payment at the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodePaymentState {
    /// Certainly not submitted.
    Unknown,
    Pending,
    Paid {
        /// The preimage of the payment hash, in hex.
        preimage: String,
        /// Routing fees, in millisatoshis.
        fee: i64,
    },
    /// Failed: it did not and will not arrive. The reason is in the node's own words.
    Failed {
        reason: String,
    },
}

/// A Lightning node.
pub trait LightningNode: Send + Sync {
    /// Creates an invoice. A repeated order is answered with the same invoice.
    fn create_invoice<'a>(
        &'a self,
        order: &'a NodeInvoiceOrder,
    ) -> BoxFuture<'a, Result<NodeInvoice, RailError>>;

    fn invoice_state(&self, key: NodeKey) -> BoxFuture<'_, Result<NodeInvoiceState, RailError>>;

    /// Cancels an invoice and returns its state. An invoice that is not paid by then must never be paid, even
    /// if its creation arrives later.
    fn cancel_invoice(&self, key: NodeKey) -> BoxFuture<'_, Result<NodeInvoiceState, RailError>>;

    /// Pays an invoice. A repeated order makes no second payment.
    fn pay<'a>(&'a self, order: &'a NodePaymentOrder) -> BoxFuture<'a, Result<NodePaymentState, RailError>>;

    fn payment_state(&self, key: NodeKey) -> BoxFuture<'_, Result<NodePaymentState, RailError>>;
}
