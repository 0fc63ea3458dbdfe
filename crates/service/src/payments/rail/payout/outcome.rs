//! What comes of a payout: each outcome with its postings, its events and, where the money did not arrive, the
//! beginning of its refund (money 8.7, 9, 10.8).

use causeway_domain::payments::lifecycle::{OutgoingEvent, OutgoingPhase, ReceiptEvent};
use causeway_domain::payments::{OutgoingFailure, RefundReason};
use causeway_store::Tx;

use crate::payments::incoming::receipt;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::is_under_way;
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The rail works on the payment. A transfer waits for that; a quoted payment is on its way from its execution on.
pub(in crate::payments) fn set_off(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.phase() == OutgoingPhase::Accepted.into() {
        locked.apply(tx, context, OutgoingEvent::Submitted)?;
    }
    Ok(())
}

/// L4b, L5c: the money is with the beneficiary. Whoever reports only that has worked on it before.
pub(in crate::payments) fn deliver(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().receipt.is_some() {
        return locked.apply(tx, context, ReceiptEvent::PaidOut);
    }
    set_off(tx, context, locked)?;
    locked.apply(tx, context, OutgoingEvent::Delivered)
}

/// The payout will not arrive. Its money is still out: it comes back with the refund.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    failure: OutgoingFailure,
    reason: RefundReason,
) -> Result<(), ApiError> {
    if locked.payment.state().receipt.is_some() {
        return receipt::fail(tx, context, locked, reason);
    }
    locked.apply(tx, context, OutgoingEvent::PayoutFailed(failure))?;
    refund::open(tx, context, locked, reason)
}

/// L4d, L5f: the receiving bank sent back what had arrived. A rail that reports only now that it had arrived has
/// delivered it first.
pub(in crate::payments) fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().receipt.is_some() {
        return receipt::send_back(tx, context, locked);
    }
    if is_under_way(&locked.payment) {
        deliver(tx, context, locked)?;
    }
    locked.apply(tx, context, OutgoingEvent::Returned)?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}

/// The payout is cancelled on its way. Its payment keeps its status until the money is back (money 10.7).
pub(in crate::payments) fn cancel(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().receipt.is_some() {
        return receipt::fail(tx, context, locked, RefundReason::TransactionFailed);
    }
    refund::open(tx, context, locked, RefundReason::UserCancellation)
}
