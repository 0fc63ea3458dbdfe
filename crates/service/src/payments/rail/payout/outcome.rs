//! The outcomes of a payout: each with its postings, its events and, if the money did not arrive, the start
//! of its refund (money 8.7, 9, 10.8).

use causeway_domain::Amount;
use causeway_domain::payments::lifecycle::{IncomingUmaEvent, OutgoingEvent, OutgoingPhase};
use causeway_domain::payments::{OutgoingFailure, RefundReason};
use causeway_store::Tx;
use causeway_store::payments::PaymentFact;

use crate::payments::incoming::uma;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::is_under_way;
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Records that the rail works on the payment. A transfer waits for that; a quoted payment is on its way from
/// its execution on.
pub(in crate::payments) fn mark_submitted(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.phase() == OutgoingPhase::Accepted.into() {
        locked.apply(tx, context, OutgoingEvent::Submitted)?;
    }
    Ok(())
}

/// Books L4b, L5c: the money is with the beneficiary. A rail that reports only the delivery has worked on the
/// payment before.
pub(in crate::payments) fn deliver(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().incoming_uma.is_some() {
        return locked.apply(tx, context, IncomingUmaEvent::PaidOut);
    }
    mark_submitted(tx, context, locked)?;
    locked.apply(tx, context, OutgoingEvent::Delivered)
}

/// Fails the payout. Its money is still out: it comes back with the refund.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    failure: OutgoingFailure,
    reason: RefundReason,
) -> Result<(), ApiError> {
    if locked.payment.state().incoming_uma.is_some() {
        return uma::fail(tx, context, locked, reason);
    }
    locked.apply(tx, context, OutgoingEvent::PayoutFailed(failure))?;
    refund::open(tx, context, locked, reason)
}

/// Books L4d, L5f: the receiving bank returned the money. If the delivery was not reported before, it is
/// recorded first. The payer gets everything back: of a short return, the service bears `short` (L5h).
pub(in crate::payments) fn return_payout(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    short: Option<Amount>,
) -> Result<(), ApiError> {
    if locked.payment.state().incoming_uma.is_some() {
        return uma::return_payout(tx, context, locked, short);
    }
    if is_under_way(&locked.payment) {
        deliver(tx, context, locked)?;
    }
    let event = match short {
        Some(missing) => {
            locked.payment.note(PaymentFact::ReturnedShort(missing), context.now)?;
            OutgoingEvent::ReturnedShort
        }
        None => OutgoingEvent::Returned,
    };
    locked.apply(tx, context, event)?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}

/// Cancels the payout on its way. Its payment keeps its status until the money is back (money 10.7).
pub(in crate::payments) fn cancel(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state().incoming_uma.is_some() {
        return uma::fail(tx, context, locked, RefundReason::TransactionFailed);
    }
    refund::open(tx, context, locked, RefundReason::UserCancellation)
}
