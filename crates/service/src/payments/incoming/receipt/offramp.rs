//! What comes of the payout of a receipt to an external account (money 10.4).

use causeway_domain::payments::RefundReason;
use causeway_domain::payments::lifecycle::ReceiptEvent;
use causeway_store::Tx;

use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::is_under_way;
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// It will not get there: once its rail has given it up, it goes back to its sender.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    locked.apply(tx, context, ReceiptEvent::PayoutFailed)?;
    refund::open(tx, context, locked, reason)
}

/// It was there, and its bank has sent it back: it goes on to its sender.
pub(in crate::payments) fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if is_under_way(&locked.payment) {
        locked.apply(tx, context, ReceiptEvent::PaidOut)?;
    }
    locked.apply(tx, context, ReceiptEvent::PayoutReturned)?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}
