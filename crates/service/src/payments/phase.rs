//! The phase of a payment: what still has to be heard of it, and from whom. At most one of these holds at a time, but
//! for money that was sent on.

use causeway_domain::payments::{DebitStatus, RefundStatus, TransactionStatus};
use causeway_store::payments::{Debit, PaymentRecord};

/// Whether the rail still has to say what becomes of the direct debit.
pub(super) fn awaits_debit(payment: &PaymentRecord) -> bool {
    let is_open = |debit: Debit| debit.status == DebitStatus::Pending;
    payment.status == TransactionStatus::Processing && payment.state.debit.is_some_and(is_open)
}

/// Whether the rail that pays out still has to say what becomes of the payment.
pub(super) fn is_under_way(payment: &PaymentRecord) -> bool {
    payment.status == TransactionStatus::Processing && payment.state.refund.is_none() && was_sent_on(payment)
}

/// Whether the payment has arrived, and has not come back.
pub(super) fn has_arrived(payment: &PaymentRecord) -> bool {
    payment.status == TransactionStatus::Completed
}

/// Whether the money of the payment is on its way back.
pub(super) fn is_refunding(payment: &PaymentRecord) -> bool {
    payment.state.refund.as_ref().is_some_and(|refund| refund.status == RefundStatus::Pending)
}

/// Whether the money of a payment that was carried out has been converted. A direct debit has to bring it first.
pub(super) fn was_sent_on(payment: &PaymentRecord) -> bool {
    payment.state.debit.is_none_or(|debit| debit.is_sent_on)
}
