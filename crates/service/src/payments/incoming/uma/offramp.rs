//! The outcome of the payout of an incoming UMA payment to an external account (money 10.4).

use causeway_domain::Amount;
use causeway_domain::payments::RefundReason;
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_store::Tx;
use causeway_store::payments::PaymentFact;

use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::is_under_way;
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Fails the payout: once its rail has given the money up, it is refunded to its sender.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    locked.apply(tx, context, IncomingUmaEvent::PayoutFailed)?;
    refund::open(tx, context, locked, reason)
}

/// Records a return by the receiving bank: the money is refunded to its sender. Of a short return, the service
/// bears `short`.
pub(in crate::payments) fn return_payout(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    short: Option<Amount>,
) -> Result<(), ApiError> {
    if is_under_way(&locked.payment) {
        locked.apply(tx, context, IncomingUmaEvent::PaidOut)?;
    }
    let event = match short {
        Some(missing) => {
            locked.payment.note(PaymentFact::ReturnedShort(missing), context.now)?;
            IncomingUmaEvent::PayoutReturnedShort
        }
        None => IncomingUmaEvent::PayoutReturned,
    };
    locked.apply(tx, context, event)?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}
