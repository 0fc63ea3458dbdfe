//! Direct debits without an outcome after days (money 15), and rails that contradict a recorded outcome.

use causeway_domain::alerts::AlertKind;
use causeway_domain::payments::lifecycle::RefundDestination;
use causeway_domain::payments::{DebitStatus, RefundStatus};
use causeway_store::Tx;
use serde_json::json;

use super::order::DirectDebit;
use super::outcome::fail;
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::awaits_debit;
use crate::payments::rail::pace::DAY;
use crate::ports::{RailError, RecallResponse};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Recalls an overdue debit at the rail, and raises an alert. Unless the rail guarantees that it will never
/// settle, the payment goes on waiting: the money could still come.
pub(in crate::payments) async fn recall_overdue(
    job: &ClaimedJob,
    debit: DirectDebit,
) -> Result<(), ApiError> {
    let answered = debit.recall_overdue().await;
    job.conclude(&[], move |tx, context| time_out(tx, context, &debit, answered)).await
}

fn time_out(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &DirectDebit,
    answered: Result<RecallResponse, RailError>,
) -> Result<Next, ApiError> {
    let mut locked = LockedPayment::get(tx, context.platform, debit.id)?;
    let is_released = answered == Ok(RecallResponse::Released);
    if !awaits_debit(&locked.payment) {
        if is_released {
            report_contradiction(tx, context, &locked, DebitStatus::Failed)?;
        }
        return Ok(Next::Done);
    }
    if is_released {
        fail(tx, context, &mut locked)?;
    }
    let known = json!({
        "since": debit.since.to_string(),
        "is_given_up": is_released,
    });
    call_operator(tx, context, AlertKind::DebitStuck, &locked.payment, known)?;
    Ok(if is_released { Next::Done } else { Next::Again { at: context.now.plus(DAY) } })
}

/// Compares the rail's report of an ended debit with the recorded end. A contradiction changes nothing and
/// raises an alert (money 16).
pub(in crate::payments) fn report_contradiction(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &LockedPayment,
    reported: DebitStatus,
) -> Result<(), ApiError> {
    let known = locked.payment.phase().debit_status(locked.payment.course());
    if known == Some(reported) || went_back(locked) {
        return Ok(());
    }
    let detail = json!({ "rail_says": reported });
    call_operator(tx, context, AlertKind::DebitContradicted, &locked.payment, detail)
}

/// Returns `true` if the debited money goes back to the debited account, or has gone back: for the rail, that
/// is its end. A failed refund does not count.
fn went_back(locked: &LockedPayment) -> bool {
    locked.payment.state().refund.as_ref().is_some_and(|refund| {
        refund.to == Some(RefundDestination::DebitedAccount) && refund.status != RefundStatus::Failed
    })
}
