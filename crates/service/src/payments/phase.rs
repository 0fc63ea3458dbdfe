//! The phase of a payment: what still has to be heard of it, and from whom. At most one of these holds at a time, but
//! for money that was sent on.

use causeway_domain::payments::{
    DebitStatus, OutgoingFailure, RefundStatus, Stage, TransactionStatus, TransactionType,
};
use causeway_store::payments::{Debit, Failure, PaymentRecord};

/// Whether money is under way for the payment: it is neither final nor waits to be carried out. A transfer is from the
/// beginning on, where a quoted payment waits for its execution; unless its platform is still to approve it.
pub(super) fn is_in_progress(payment: &PaymentRecord) -> bool {
    match payment.status {
        TransactionStatus::Processing => true,
        TransactionStatus::Pending => payment.quote.is_none() && !payment.state.awaits_approval,
        TransactionStatus::Created
        | TransactionStatus::PendingAuthorization
        | TransactionStatus::Completed
        | TransactionStatus::Rejected
        | TransactionStatus::Failed
        | TransactionStatus::Refunded
        | TransactionStatus::Expired => false,
    }
}

/// Whether the rail still has to say what becomes of the direct debit.
pub(super) fn awaits_debit(payment: &PaymentRecord) -> bool {
    let is_open = |debit: Debit| debit.status == DebitStatus::Pending;
    is_in_progress(payment) && !is_refunding(payment) && payment.state.debit.is_some_and(is_open)
}

/// Whether a deposit was announced that has not been credited: its bank has yet to bring it, or it stands in suspense.
pub(super) fn awaits_credit(payment: &PaymentRecord) -> bool {
    payment.is_deposit() && payment.status == TransactionStatus::Pending
}

/// Whether the rail that pays out still has to say what becomes of the payment.
pub(super) fn is_under_way(payment: &PaymentRecord) -> bool {
    let goes_out = payment.kind == TransactionType::Outgoing || payment.state.receipt.is_some();
    goes_out && is_in_progress(payment) && !is_refunding(payment) && was_sent_on(payment)
}

/// Whether the payment has arrived, and has not come back.
pub(super) fn has_arrived(payment: &PaymentRecord) -> bool {
    payment.status == TransactionStatus::Completed
}

/// Whether the money of the payment is on its way back.
pub(super) fn is_refunding(payment: &PaymentRecord) -> bool {
    payment.state.refund.as_ref().is_some_and(|refund| refund.status == RefundStatus::Pending)
}

/// Whether the money of a payment that was carried out has been converted. A direct debit has to bring it first, and a
/// payer what the quote wants. Of what comes from a UMA address, whether it has gone on to an external account.
pub(super) fn was_sent_on(payment: &PaymentRecord) -> bool {
    let state = &payment.state;
    state.debit.is_none_or(|debit| debit.is_sent_on)
        && state.funding.as_ref().is_none_or(|funding| funding.is_sent_on)
        && state.receipt.as_ref().is_none_or(|receipt| receipt.is_sent_on)
}

/// Whether a rail has the money of a payment that did not succeed. What the receiving bank has sent back is here.
pub(super) fn is_with_rail(payment: &PaymentRecord) -> bool {
    let has_come_back = payment.state.failure == Some(Failure::Outgoing(OutgoingFailure::PayoutReturned));
    was_sent_on(payment) && !has_come_back
}

/// Where the money of a payment is that goes back, by what the payment says.
pub(super) fn is_refunded_from(payment: &PaymentRecord) -> Stage {
    let comes_in = payment.kind == TransactionType::Incoming && payment.state.receipt.is_none();
    if payment.is_deposit() {
        return Stage::Suspended;
    }
    if comes_in {
        // Its debit is given up.
        return Stage::Collecting;
    }
    if was_sent_on(payment) {
        return Stage::InFlight;
    }
    // What a debit has brought is the quote's; what was paid in, or comes from a UMA address, waits in suspense.
    if payment.state.debit.is_some() { Stage::Committed } else { Stage::Suspended }
}
