//! The instruction of the rail to debit.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::DebitStatus;
use causeway_store::Tx;

use super::order::DirectDebit;
use super::outcome::fail;
use super::watchdog::report_contradiction;
use crate::payments::incoming::transfer_in;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::awaits_debit;
use crate::payments::rail::estimate;
use crate::payments::rail::pace::soon_enough;
use crate::ports::{DebitAnswer, DebitState, RailError};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next, Work, ask_again};

/// Instructs the rail to debit. After a possible earlier submission, only if the rail states that it knows of
/// none.
pub async fn submit(job: &ClaimedJob, payment: TransactionId) -> Result<(), ApiError> {
    let Some(debit) = DirectDebit::under_way(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    if job.may_have_run() && debit.status().await != Ok(DebitState::Unknown) {
        return job.conclude(&[], move |_, context| Ok(ask(payment, context.now))).await;
    }
    let answered = debit.submit().await;
    job.conclude(&[], move |tx, context| settle_submission(tx, context, &debit, answered)).await
}

fn settle_submission(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &DirectDebit,
    answered: Result<DebitAnswer, RailError>,
) -> Result<Next, ApiError> {
    let poll_at = match answered {
        Ok(DebitAnswer::Accepted { poll_at, settles_at }) => {
            note_acceptance(tx, context, debit, settles_at)?;
            soon_enough(poll_at, context.now)
        }
        Ok(DebitAnswer::Queued { poll_at, settles_at }) => {
            note_estimate(tx, context, debit, settles_at)?;
            soon_enough(poll_at, context.now)
        }
        Ok(DebitAnswer::Refused) => {
            let mut locked = LockedPayment::get(tx, context.platform, debit.id)?;
            if awaits_debit(&locked.payment) {
                fail(tx, context, &mut locked)?;
            } else {
                report_contradiction(tx, context, &locked, DebitStatus::Failed)?;
            }
            return Ok(Next::Done);
        }
        // The rail may have taken the order: only an inquiry can tell.
        Err(RailError::Unclear | RailError::NotAvailable) => ask_again(debit.since, context.now),
    };
    Ok(ask(debit.id, poll_at))
}

/// Records that the rail works on a transfer; a no-op for a debit that funds a quote.
fn note_acceptance(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &DirectDebit,
    settles_at: Option<Time>,
) -> Result<(), ApiError> {
    if debit.is_quoted {
        return Ok(());
    }
    let mut locked = LockedPayment::get(tx, context.platform, debit.id)?;
    if !awaits_debit(&locked.payment) {
        return Ok(());
    }
    transfer_in::mark_submitted(tx, context, &mut locked)?;
    estimate::note_of_debit(tx, context, &mut locked, settles_at)
}

/// Records the rail's estimate for a transfer, if it gave one.
fn note_estimate(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &DirectDebit,
    settles_at: Option<Time>,
) -> Result<(), ApiError> {
    if debit.is_quoted || settles_at.is_none() {
        return Ok(());
    }
    let mut locked = LockedPayment::get(tx, context.platform, debit.id)?;
    if awaits_debit(&locked.payment) {
        estimate::note_of_debit(tx, context, &mut locked, settles_at)
    } else {
        Ok(())
    }
}

/// Continues with an inquiry at the rail.
const fn ask(transaction: TransactionId, at: Time) -> Next {
    Next::Then { work: Work::AskDebit { transaction }, at }
}
