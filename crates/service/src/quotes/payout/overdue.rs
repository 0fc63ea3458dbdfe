//! The watchdog: payouts that nobody can account for after days (money 9, 15).

use causeway_domain::payments::{OutgoingFailure, RefundReason};
use causeway_store::Tx;
use serde_json::json;

use super::contradict;
use super::order::{DAY, Payout};
use crate::ports::{RailError, Recall};
use crate::quotes::alarms::call_operator;
use crate::quotes::outcome;
use crate::quotes::standing::{has_arrived, is_under_way};
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Has the rail give an overdue payout back, and calls an operator. Without the rail's word that it will never
/// pay, nothing is refunded: the money could arrive as well.
pub(super) async fn take_back(job: &Claimed, payout: Payout) -> Result<(), ApiError> {
    let answered = payout.recall().await;
    job.conclude(&[], move |tx, context| time_out(tx, context, &payout, answered)).await
}

fn time_out(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    answered: Result<Recall, RailError>,
) -> Result<Next, ApiError> {
    let mut pair = Pair::lock(tx, context.platform, payout.quote)?;
    let is_released = answered == Ok(Recall::Released);
    if !is_under_way(&pair.payment) {
        if is_released && has_arrived(&pair.payment) {
            contradict(tx, context, payout, &pair)?;
        }
        return Ok(Next::Done);
    }
    if is_released {
        let failure = OutgoingFailure::QuoteExecutionFailed;
        outcome::fail(tx, context, &mut pair, failure, RefundReason::Timeout)?;
    }
    let known = json!({
        "quote": payout.quote.to_string(),
        "since": payout.since.to_string(),
        "rail": payout.order.rail,
        "is_refunded": is_released,
    });
    call_operator(tx, context, "PAYOUT_STUCK", &pair.payment, known)?;
    Ok(if is_released { Next::Done } else { Next::Again { at: context.now.plus(DAY) } })
}
