//! The instruction of the rail to pay.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::RefundReason;
use causeway_store::Tx;

use super::order::Payout;
use super::watchdog::contradict;
use super::{invoice, outcome};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::{has_arrived, is_under_way};
use crate::payments::rail::pace::soon_enough;
use crate::payments::rail::rail_order::RailOrder;
use crate::payments::rail::{estimate, internal};
use crate::ports::{PayoutStatus, RailError, SubmitResponse};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next, Work, ask_again};

/// Instructs the rail to pay. After a possible earlier submission, only if the rail states that it knows of
/// none.
pub async fn submit(job: &ClaimedJob, payment: TransactionId) -> Result<(), ApiError> {
    let Some(payout) = Payout::under_way(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    if let RailOrder::Internal(order) = &payout.order {
        return internal::pay(job, payout.id, order.invoice).await;
    }
    if let RailOrder::Lightning(order) = &payout.order
        && let Some(address) = order.address()
    {
        return invoice::fetch(job, order, address).await;
    }
    if job.may_have_run() && payout.status().await != Ok(PayoutStatus::Unknown) {
        return job.conclude(&[], move |_, context| Ok(ask(payment, context.now))).await;
    }
    let answered = payout.submit().await;
    job.conclude(&[], move |tx, context| settle_submission(tx, context, &payout, &answered)).await
}

fn settle_submission(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    answered: &Result<SubmitResponse, RailError>,
) -> Result<Next, ApiError> {
    let poll_at = match answered {
        Ok(SubmitResponse::Accepted { poll_at, settles_at }) => {
            note_acceptance(tx, context, payout, *settles_at)?;
            soon_enough(*poll_at, context.now)
        }
        Ok(SubmitResponse::Queued { poll_at, settles_at }) => {
            note_estimate(tx, context, payout, *settles_at)?;
            soon_enough(*poll_at, context.now)
        }
        Ok(SubmitResponse::Refused(refusal)) => {
            let mut locked = LockedPayment::get(tx, context.platform, payout.id)?;
            if is_under_way(&locked.payment) {
                let reason = RefundReason::TransactionFailed;
                outcome::fail(tx, context, &mut locked, (*refusal).into(), reason)?;
            } else if has_arrived(&locked.payment) {
                contradict(tx, context, payout, &locked)?;
            }
            return Ok(Next::Done);
        }
        // The rail may have paid: only an inquiry can tell.
        Err(RailError::Unclear | RailError::NotAvailable) => ask_again(payout.since, context.now),
    };
    Ok(ask(payout.id, poll_at))
}

/// Records that the rail works on a transfer, and its estimate; a quoted payment only gets the estimate.
fn note_acceptance(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    settles_at: Option<Time>,
) -> Result<(), ApiError> {
    if payout.is_quoted {
        return note_estimate(tx, context, payout, settles_at);
    }
    let mut locked = LockedPayment::get(tx, context.platform, payout.id)?;
    if !is_under_way(&locked.payment) {
        return Ok(());
    }
    outcome::mark_submitted(tx, context, &mut locked)?;
    estimate::note(tx, context, &mut locked, settles_at)
}

/// Records the rail's estimate, if it gave one.
fn note_estimate(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    settles_at: Option<Time>,
) -> Result<(), ApiError> {
    if settles_at.is_none() {
        return Ok(());
    }
    let mut locked = LockedPayment::get(tx, context.platform, payout.id)?;
    if is_under_way(&locked.payment) { estimate::note(tx, context, &mut locked, settles_at) } else { Ok(()) }
}

/// Continues with an inquiry at the rail.
const fn ask(transaction: TransactionId, at: Time) -> Next {
    Next::Then { work: Work::AskPayout { transaction }, at }
}
