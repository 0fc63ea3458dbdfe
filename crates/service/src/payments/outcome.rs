//! What comes of a payout: each outcome with its postings, its events and, where the money did not arrive, the
//! beginning of its refund (money 8.7, 9, 10.8).

use causeway_domain::payments::{OutgoingFailure, RefundReason, TransactionStatus};
use causeway_domain::postings;
use causeway_store::Tx;

use super::locked::LockedPayment;
use super::phase::is_under_way;
use super::receipt;
use super::refund;
use super::transition::PaymentEvent;
use crate::internal_accounts::ledger::{self, Reason};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The rail works on the payment. A transfer waits for that; a quoted payment is on its way from its execution on.
pub(super) fn set_off(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.status == TransactionStatus::Pending {
        locked.apply(tx, context, PaymentEvent::Started)?;
    }
    Ok(())
}

/// L4b, L5c: the money is with the beneficiary. Whoever reports only that has worked on it before.
pub(super) fn deliver(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state.receipt.is_some() {
        return receipt::deliver(tx, context, locked);
    }
    set_off(tx, context, locked)?;
    let delivered = match locked.payment.transfer_out() {
        Some(transfer) => postings::transfer_out_delivered(&transfer),
        None => postings::payout_delivered(&locked.payment.conversion()?),
    };
    ledger::book(tx, context, delivered, Reason::of(&locked.payment), &mut [])?;
    locked.apply(tx, context, PaymentEvent::Delivered)
}

/// The payout will not arrive. Its money is still out: it comes back with the refund.
pub(super) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    failure: OutgoingFailure,
    reason: RefundReason,
) -> Result<(), ApiError> {
    if locked.payment.state.receipt.is_some() {
        return receipt::fail(tx, context, locked, reason);
    }
    locked.apply(tx, context, PaymentEvent::Failed(failure))?;
    refund::open(tx, context, locked, reason)
}

/// L4d, L5f: the receiving bank sent back what had arrived. A rail that reports only now that it had arrived has
/// delivered it first.
pub(super) fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state.receipt.is_some() {
        return receipt::send_back(tx, context, locked);
    }
    if is_under_way(&locked.payment) {
        deliver(tx, context, locked)?;
    }
    let returned = match locked.payment.transfer_out() {
        Some(transfer) => postings::transfer_out_returned(&transfer),
        None => postings::payout_returned(&locked.payment.conversion()?),
    };
    ledger::book(tx, context, returned, Reason::of(&locked.payment), &mut [])?;
    locked.apply(tx, context, PaymentEvent::Returned)?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}

/// The payout is cancelled on its way. Its payment keeps its status until the money is back (money 10.7).
pub(super) fn cancel(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    if locked.payment.state.receipt.is_some() {
        return receipt::fail(tx, context, locked, RefundReason::TransactionFailed);
    }
    refund::open(tx, context, locked, RefundReason::UserCancellation)
}
