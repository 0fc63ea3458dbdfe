//! Payouts without an outcome after days (money 9, 15), and rails that contradict a recorded outcome.

use causeway_domain::alerts::AlertKind;
use causeway_domain::payments::{OutgoingFailure, RefundReason};
use causeway_store::Tx;
use serde_json::json;

use super::order::Payout;
use super::outcome;
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::{has_arrived, is_under_way};
use crate::payments::rail::pace::DAY;
use crate::ports::{RailError, RecallResponse};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Recalls an overdue payout at the rail, and raises an alert. Unless the rail guarantees that it will never
/// pay, nothing is refunded: the money could still arrive.
pub(in crate::payments) async fn recall_overdue(job: &ClaimedJob, payout: Payout) -> Result<(), ApiError> {
    let answered = payout.recall_overdue().await;
    job.conclude(&[], move |tx, context| time_out(tx, context, &payout, answered)).await
}

fn time_out(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    answered: Result<RecallResponse, RailError>,
) -> Result<Next, ApiError> {
    let mut locked = LockedPayment::get(tx, context.platform, payout.id)?;
    let is_released = answered == Ok(RecallResponse::Released);
    if !is_under_way(&locked.payment) {
        if is_released && has_arrived(&locked.payment) {
            contradict(tx, context, payout, &locked)?;
        }
        return Ok(Next::Done);
    }
    if is_released {
        let failure = OutgoingFailure::QuoteExecutionFailed;
        outcome::fail(tx, context, &mut locked, failure, RefundReason::Timeout)?;
    }
    let known = json!({
        "since": payout.since.to_string(),
        "rail": payout.order.rail(),
        "is_refunded": is_released,
    });
    call_operator(tx, context, AlertKind::PayoutStuck, &locked.payment, known)?;
    Ok(if is_released { Next::Done } else { Next::Again { at: context.now.plus(DAY) } })
}

/// Raises an alert if the rail contradicts a recorded arrival; the payment does not change (money 16).
pub(in crate::payments) fn contradict(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    locked: &LockedPayment,
) -> Result<(), ApiError> {
    let known = json!({ "rail": payout.order.rail() });
    call_operator(tx, context, AlertKind::PayoutContradicted, &locked.payment, known)
}
