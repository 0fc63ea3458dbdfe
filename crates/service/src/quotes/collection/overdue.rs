//! The watchdog: pulls that nobody can account for after days (money 15).

use causeway_store::{Tx, alerts};
use serde_json::json;

use super::order::Pull;
use super::{fail, is_pulling};
use crate::http::Context;
use crate::jobs::{Claimed, Next};
use crate::ports::{RailError, Recall};
use crate::quotes::payout::DAY;
use crate::quotes::steps::Pair;
use crate::refusal::Refusal;

/// Has the rail give an overdue pull up, and calls an operator. Without the rail's word that it will never settle,
/// the payment goes on waiting: the money could come as well.
pub(super) async fn give_up(job: &Claimed, pull: Pull) -> Result<(), Refusal> {
    let answered = pull.recall().await;
    job.conclude(&[], move |tx, context| time_out(tx, context, &pull, answered)).await
}

fn time_out(
    tx: &mut Tx<'_>,
    context: &Context,
    pull: &Pull,
    answered: Result<Recall, RailError>,
) -> Result<Next, Refusal> {
    let mut pair = Pair::lock(tx, context.platform, pull.quote)?;
    if !is_pulling(&pair.payment) {
        return Ok(Next::Done);
    }
    let is_released = answered == Ok(Recall::Released);
    let detail = json!({
        "quote": pull.quote.to_string(),
        "since": pull.since.to_string(),
        "is_given_up": is_released,
    });
    let (alert, subject) = (context.id(), pull.order.transaction.to_string());
    alerts::raise(tx, Some(context.platform), alert, "COLLECTION_STUCK", &subject, &detail)?;
    if is_released {
        fail(tx, context, &mut pair)?;
        return Ok(Next::Done);
    }
    Ok(Next::Again { at: context.now.plus(DAY) })
}
