//! A payment as operators see it.

use std::fmt;

use causeway_domain::ids::TransactionId;
use causeway_domain::refunds::{RefundReason, RefundStatus};
use causeway_domain::transactions::TransactionStatus;
use causeway_store::transactions::TransactionRecord;
use serde::Serialize;

use crate::operator::{Report, text};

/// A payment and where its refund stands.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// Its id.
    transaction: TransactionId,
    /// Where it stands.
    status: TransactionStatus,
    /// Why it failed.
    failure: Option<String>,
    /// Where its refund stands.
    refund: Option<RefundStatus>,
    /// Why it is refunded.
    refund_reason: Option<RefundReason>,
}

impl From<TransactionRecord> for Shown {
    fn from(payment: TransactionRecord) -> Self {
        let refund = payment.doc.refund;
        Self {
            transaction: payment.id,
            status: payment.status,
            failure: payment.doc.failure.map(|reason| reason.to_string()),
            refund: refund.as_ref().map(|refund| refund.status),
            refund_reason: refund.map(|refund| refund.reason),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::facts(
            f,
            &[
                ("payment", self.transaction.to_string()),
                ("status", self.status.to_string()),
                ("failure", text::or_dash(self.failure.as_ref())),
                ("refund", text::or_dash(self.refund)),
                ("reason", text::or_dash(self.refund_reason)),
            ],
        )
    }
}

impl Report for Shown {}
