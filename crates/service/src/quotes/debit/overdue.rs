//! The watchdog: debits that nobody can account for after days (money 15).

use causeway_domain::payments::DebitStatus;
use causeway_store::Tx;
use serde_json::json;

use super::contradict::hold_against;
use super::fail;
use super::order::Debit;
use crate::ports::{RailError, Recall};
use crate::quotes::alarms::call_operator;
use crate::quotes::payout::DAY;
use crate::quotes::standing::awaits_debit;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Has the rail give an overdue debit up, and calls an operator. Without the rail's word that it will never settle,
/// the payment goes on waiting: the money could come as well.
pub(super) async fn give_up(job: &Claimed, debit: Debit) -> Result<(), ApiError> {
    let answered = debit.recall().await;
    job.conclude(&[], move |tx, context| time_out(tx, context, &debit, answered)).await
}

fn time_out(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &Debit,
    answered: Result<Recall, RailError>,
) -> Result<Next, ApiError> {
    let mut pair = Pair::lock(tx, context.platform, debit.quote)?;
    let is_released = answered == Ok(Recall::Released);
    if !awaits_debit(&pair.payment) {
        if is_released {
            hold_against(tx, context, &pair, DebitStatus::Failed)?;
        }
        return Ok(Next::Done);
    }
    if is_released {
        fail(tx, context, &mut pair)?;
    }
    let known = json!({
        "quote": debit.quote.to_string(),
        "since": debit.since.to_string(),
        "is_given_up": is_released,
    });
    call_operator(tx, context, "DEBIT_STUCK", &pair.payment, known)?;
    Ok(if is_released { Next::Done } else { Next::Again { at: context.now.plus(DAY) } })
}
