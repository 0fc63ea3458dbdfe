//! The JSON of the requests to the adapter of a node (docs/operating/lightning.md).

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_uma::hex;
use serde::{Deserialize, Serialize};

use crate::ports::{
    NodeInvoice, NodeInvoiceOrder, NodeInvoiceState, NodeKey, NodePaymentOrder, NodePaymentState,
};

/// The requests to an adapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeRequest {
    CreateInvoice,
    InvoiceState,
    CancelInvoice,
    Pay,
    PaymentState,
}

impl NodeRequest {
    /// Returns the path of the request, without its first slash.
    pub(super) const fn path(self) -> &'static str {
        match self {
            Self::CreateInvoice => "invoices",
            Self::InvoiceState => "invoices/state",
            Self::CancelInvoice => "invoices/cancel",
            Self::Pay => "payments",
            Self::PaymentState => "payments/state",
        }
    }
}

/// The invoice or payment that a request is about.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Subject {
    id: TransactionId,
    platform_id: PlatformId,
}

/// A request for an invoice.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvoiceRequest {
    #[serde(flatten)]
    subject: Subject,
    amount_msat: i64,
    /// In hex.
    description_hash: String,
    expiry_seconds: u64,
}

/// A request for a payment.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentRequest<'a> {
    #[serde(flatten)]
    subject: Subject,
    payment_request: &'a str,
    amount_msat: i64,
    max_fee_msat: i64,
}

/// The reply to a request for an invoice.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvoiceReply {
    payment_request: String,
    payment_hash: String,
}

/// The reply about the state of an invoice.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub(super) enum InvoiceStateReply {
    Unknown,
    Open,
    Paid { amount_msat: i64, payment_hash: String },
    Cancelled,
}

/// The reply about the state of a payment.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub(super) enum PaymentReply {
    Unknown,
    Pending,
    Paid {
        preimage: String,
        #[serde(default)]
        fee_msat: i64,
    },
    Failed {
        #[serde(default)]
        reason: String,
    },
}

impl From<NodeKey> for Subject {
    fn from(key: NodeKey) -> Self {
        Self { id: key.transaction, platform_id: key.platform }
    }
}

impl From<&NodeInvoiceOrder> for InvoiceRequest {
    fn from(order: &NodeInvoiceOrder) -> Self {
        Self {
            subject: order.key.into(),
            amount_msat: order.amount,
            description_hash: hex::encode(&order.description_hash),
            expiry_seconds: order.expiry.as_secs(),
        }
    }
}

impl<'a> From<&'a NodePaymentOrder> for PaymentRequest<'a> {
    fn from(order: &'a NodePaymentOrder) -> Self {
        Self {
            subject: order.key.into(),
            payment_request: &order.invoice,
            amount_msat: order.amount,
            max_fee_msat: order.max_fee,
        }
    }
}

impl From<InvoiceReply> for NodeInvoice {
    fn from(reply: InvoiceReply) -> Self {
        Self { text: reply.payment_request, payment_hash: reply.payment_hash }
    }
}

impl From<InvoiceStateReply> for NodeInvoiceState {
    fn from(reply: InvoiceStateReply) -> Self {
        match reply {
            InvoiceStateReply::Unknown => Self::Unknown,
            InvoiceStateReply::Open => Self::Open,
            InvoiceStateReply::Paid { amount_msat, payment_hash } => {
                Self::Paid { amount: amount_msat, payment_hash }
            }
            InvoiceStateReply::Cancelled => Self::Cancelled,
        }
    }
}

impl From<PaymentReply> for NodePaymentState {
    fn from(reply: PaymentReply) -> Self {
        match reply {
            PaymentReply::Unknown => Self::Unknown,
            PaymentReply::Pending => Self::Pending,
            PaymentReply::Paid { preimage, fee_msat } => Self::Paid { preimage, fee: fee_msat },
            PaymentReply::Failed { reason } => Self::Failed { reason },
        }
    }
}
