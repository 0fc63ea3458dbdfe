//! Where a payment stands: what still has to be told of it, and by whom. At most one of these holds at a time, but for
//! money that was sent on.

use causeway_domain::payments::{DebitStatus, RefundStatus, TransactionStatus};
use causeway_store::transactions::{DebitDoc, TransactionRecord};

/// Whether the rail still has to say what becomes of the debit.
pub(super) fn awaits_debit(payment: &TransactionRecord) -> bool {
    let is_open = |debit: &DebitDoc| debit.status == DebitStatus::Pending;
    payment.status == TransactionStatus::Processing && payment.doc.debit.as_ref().is_some_and(is_open)
}

/// Whether the rail that pays out still has to say what becomes of the payment.
pub(super) fn is_under_way(payment: &TransactionRecord) -> bool {
    payment.status == TransactionStatus::Processing && payment.doc.refund.is_none() && was_sent_on(payment)
}

/// Whether the payment has arrived, and has not come back.
pub(super) fn has_arrived(payment: &TransactionRecord) -> bool {
    payment.status == TransactionStatus::Completed
}

/// Whether the money of the payment is on its way back.
pub(super) fn is_refunding(payment: &TransactionRecord) -> bool {
    payment.doc.refund.as_ref().is_some_and(|refund| refund.status == RefundStatus::Pending)
}

/// Whether the money of a payment that was carried out has been converted. What is debited waits for it.
pub(super) fn was_sent_on(payment: &TransactionRecord) -> bool {
    payment.doc.debit.is_none_or(|debit| debit.is_sent_on)
}
