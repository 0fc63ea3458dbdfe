//! What still has to be heard of a payment, and from whom. At most one of these holds at a time.

use causeway_domain::payments::lifecycle::{Custody, DepositPhase, OutgoingPhase, Phase, ReceiptPhase};
use causeway_domain::payments::{RefundStatus, TransactionStatus};
use causeway_store::payments::PaymentRecord;

/// Returns `true` if the rail still has to say what becomes of the direct debit.
pub(in crate::payments) fn awaits_debit(payment: &PaymentRecord) -> bool {
    let is_debited = matches!(
        payment.phase(),
        Phase::Outgoing(OutgoingPhase::Collecting)
            | Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting)
    );
    is_debited && !is_refunding(payment)
}

/// Returns `true` for a deposit that has not been credited: its bank has yet to bring it, or it stands in suspense.
pub(in crate::payments) const fn awaits_credit(payment: &PaymentRecord) -> bool {
    matches!(
        payment.phase(),
        Phase::Deposit(DepositPhase::Expected | DepositPhase::Waiting { .. } | DepositPhase::Suspended)
    )
}

/// Returns `true` if the rail that pays out still has to say what becomes of the payment.
pub(in crate::payments) fn is_under_way(payment: &PaymentRecord) -> bool {
    is_out(payment) && !is_refunding(payment)
}

/// Returns `true` if the payment has arrived, and has not come back.
pub(in crate::payments) fn has_arrived(payment: &PaymentRecord) -> bool {
    payment.phase().status() == TransactionStatus::Completed
}

/// Returns `true` if the money of the payment is on its way back.
pub(in crate::payments) fn is_refunding(payment: &PaymentRecord) -> bool {
    payment.state().refund.as_ref().is_some_and(|refund| refund.status == RefundStatus::Pending)
}

/// Returns `true` if a rail has the money of the payment, or may have it. What the receiving bank has sent back is here.
pub(in crate::payments) fn is_with_rail(payment: &PaymentRecord) -> bool {
    is_out(payment) || payment.phase().custody() == Some(Custody::Rail)
}

/// Returns `true` if the payment is out and its money on its way back.
pub(in crate::payments) fn is_being_cancelled(payment: &PaymentRecord) -> bool {
    is_out(payment) && is_refunding(payment)
}

const fn is_out(payment: &PaymentRecord) -> bool {
    matches!(
        payment.phase(),
        Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent)
            | Phase::Receipt(ReceiptPhase::PayingOut)
    )
}
