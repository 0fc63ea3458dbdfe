//! The end of a refund that cannot be made.

use causeway_domain::alerts::AlertKind;
use causeway_domain::payments::OutgoingFailure;
use causeway_domain::payments::lifecycle::{OutgoingEvent, RefundEvent};
use causeway_store::Tx;
use serde_json::json;

use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::phase::is_being_cancelled;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Books L4c or L5e, and L5g: the money waits in suspense for an operator. A payment that was being cancelled
/// has failed then: it is neither on its way nor refunded.
pub(in crate::payments) fn suspend(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    books: Books<'_>,
) -> Result<(), ApiError> {
    if is_being_cancelled(&locked.payment) {
        locked.apply(tx, context, OutgoingEvent::PayoutFailed(OutgoingFailure::QuoteExecutionFailed))?;
    }
    locked.apply_with(tx, context, RefundEvent::CouldNotReturn, books)?;
    call_operator(tx, context, AlertKind::RefundFailed, &locked.payment, json!({}))
}
