//! Reports that a payment still awaits, by sender. At most one of these holds at a time.

use causeway_domain::payments::lifecycle::{Custody, DepositPhase, IncomingUmaPhase, OutgoingPhase, Phase};
use causeway_domain::payments::{RefundStatus, TransactionStatus, TransactionType};
use causeway_store::payments::PaymentRecord;

/// Returns `true` if the rail has yet to report the outcome of the direct debit.
pub(in crate::payments) fn awaits_debit(payment: &PaymentRecord) -> bool {
    let is_debited = matches!(
        payment.phase(),
        Phase::Outgoing(OutgoingPhase::Collecting)
            | Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting)
    );
    is_debited && !is_refunding(payment)
}

/// Returns `true` for a deposit that has not been credited: its bank has yet to bring it, or it is in
/// suspense.
pub(in crate::payments) const fn awaits_credit(payment: &PaymentRecord) -> bool {
    matches!(
        payment.phase(),
        Phase::Deposit(DepositPhase::Expected | DepositPhase::Waiting { .. } | DepositPhase::Suspended)
    )
}

/// Returns `true` if the rail has yet to report the outcome of the payout.
pub(in crate::payments) fn is_under_way(payment: &PaymentRecord) -> bool {
    is_out(payment) && !is_refunding(payment)
}

/// Returns `true` if the payment has arrived, and has not been returned.
pub(in crate::payments) fn has_arrived(payment: &PaymentRecord) -> bool {
    payment.phase().status() == TransactionStatus::Completed
}

/// Returns `true` if another platform of this deployment receives the payment: only the receiver's own payment
/// reports its arrival or return, in the same commit.
pub(in crate::payments) fn is_mirrored(payment: &PaymentRecord) -> bool {
    payment.kind == TransactionType::Outgoing && payment.terms.internal_invoice().is_some()
}

/// Returns `true` if a refund of the payment is under way.
pub(in crate::payments) fn is_refunding(payment: &PaymentRecord) -> bool {
    payment.state().refund.as_ref().is_some_and(|refund| refund.status == RefundStatus::Pending)
}

/// Returns `true` if a rail has or may have the money of the payment. Money that the receiving bank returned
/// is not with the rail.
pub(in crate::payments) fn is_with_rail(payment: &PaymentRecord) -> bool {
    is_out(payment) || payment.phase().custody() == Some(Custody::Rail)
}

/// Returns `true` if the payment is out while its refund is under way.
pub(in crate::payments) fn is_being_cancelled(payment: &PaymentRecord) -> bool {
    is_out(payment) && is_refunding(payment)
}

const fn is_out(payment: &PaymentRecord) -> bool {
    matches!(
        payment.phase(),
        Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent)
            | Phase::IncomingUma(IncomingUmaPhase::PayingOut)
    )
}
