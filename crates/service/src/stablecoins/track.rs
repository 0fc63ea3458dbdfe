//! The job of a mint or burn (stablecoins 7.3): it submits an unconfirmed operation again, polls an open one,
//! ends the funding window, and has the provider cancel an unfunded transfer.

use std::sync::Arc;

use causeway_domain::ids::{JobId, StablecoinOperationId};
use causeway_domain::stablecoins::{FUNDING_WINDOW, OperationState, ProviderReport, poll_delay};
use causeway_store::stablecoins::{self as rows, OperationRecord};
use causeway_store::{Error, Tx};

use super::attempt::{Attempt, count};
use super::order::{self, Order, TransferAnswer};
use super::{lifecycle, link, lookup, settle};
use crate::ports::{NextPoll, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// The next step for an operation.
enum NextAction {
    /// None: it is final, or belongs to another job now.
    Nothing,
    /// Unconfirmed: submit it again.
    Submit(Box<Attempt>),
    /// Open: poll the provider.
    Ask(Box<Order>),
    /// Unfunded: instruct the provider to cancel it.
    Cancel(Box<Order>),
}

/// Advances an operation by one step.
pub(crate) async fn run(job: &ClaimedJob, operation: StablecoinOperationId) -> Result<(), ApiError> {
    let app = Arc::clone(&job.app);
    let platform = job.platform;
    let id = job.id();
    let prepare = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        prepare(tx, &context, id, operation)
    };
    match job.app.store.write(&[], prepare).await? {
        NextAction::Nothing => job.conclude(&[], |_, _| Ok(Next::Done)).await,
        NextAction::Submit(attempt) => {
            let answer = attempt.submit().await;
            let write =
                move |tx: &mut Tx<'_>, context: &Context| apply_submission(tx, context, &attempt, &answer);
            job.conclude(&[], write).await
        }
        NextAction::Ask(order) => {
            let answer = order.ask().await;
            job.conclude(&[], move |tx, context| apply_poll(tx, context, id, operation, &answer)).await
        }
        NextAction::Cancel(order) => {
            let answer = order.call(|provider, order| async move { provider.cancel(&order).await }).await;
            job.conclude(&[], move |tx, context| apply_cancellation(tx, context, operation, &answer)).await
        }
    }
}

fn prepare(
    tx: &mut Tx<'_>,
    context: &Context,
    job: JobId,
    operation: StablecoinOperationId,
) -> Result<NextAction, ApiError> {
    let Some(mut record) = rows::lock_operation(tx, context.platform, operation)? else {
        return Ok(NextAction::Nothing);
    };
    if record.progress.job != job {
        return Ok(NextAction::Nothing);
    }
    let order = |tx: &mut Tx<'_>, record: &OperationRecord| order::of(tx, context, record).map(Box::new);
    Ok(match record.state {
        OperationState::Created => NextAction::Submit(Box::new(count(tx, context, &mut record)?)),
        OperationState::Expired if record.progress.is_cancelling => NextAction::Cancel(order(tx, &record)?),
        OperationState::PendingFunding | OperationState::PendingProvider | OperationState::Processing => {
            NextAction::Ask(order(tx, &record)?)
        }
        OperationState::Failed(_) if lifecycle::is_given_up(&record) => NextAction::Ask(order(tx, &record)?),
        OperationState::Completed | OperationState::Failed(_) | OperationState::Expired => {
            NextAction::Nothing
        }
    })
}

fn apply_submission(
    tx: &mut Tx<'_>,
    context: &Context,
    attempt: &Attempt,
    answer: &TransferAnswer,
) -> Result<Next, ApiError> {
    let platform = context.platform;
    let Some((mut record, quote)) = lookup::lock(tx, platform, attempt.operation)? else {
        return Ok(Next::Done);
    };
    if lifecycle::is_given_up(&record) {
        return keep_watching(tx, context, record, answer);
    }
    if record.state != OperationState::Created {
        return Ok(Next::Done);
    }
    link::observe(tx, context, record.link, answer.as_ref().map(|_| ()).map_err(|error| *error))?;
    match answer {
        Ok(Some(transfer)) => {
            lifecycle::accept(tx, context, &mut record, quote, transfer)?;
            conclude(tx, context, record, transfer.ask)
        }
        // No submission was made since, and the provider knows of no transfer.
        Ok(None) if record.submissions == attempt.number => {
            settle::remove(tx, context, &record)?;
            Ok(Next::Done)
        }
        Ok(None) | Err(_) => conclude(tx, context, record, NextPoll::Unsaid),
    }
}

fn apply_poll(
    tx: &mut Tx<'_>,
    context: &Context,
    job: JobId,
    operation: StablecoinOperationId,
    answer: &TransferAnswer,
) -> Result<Next, ApiError> {
    let found = rows::lock_operation(tx, context.platform, operation)?;
    let Some(mut record) = found.filter(|record| record.progress.job == job) else { return Ok(Next::Done) };
    link::observe(tx, context, record.link, answer.as_ref().map(|_| ()).map_err(|error| *error))?;
    if lifecycle::is_given_up(&record) {
        return keep_watching(tx, context, record, answer);
    }
    let ask = match answer {
        Ok(Some(transfer)) => {
            lifecycle::report(tx, context, &mut record, transfer)?;
            transfer.ask
        }
        Ok(None) | Err(_) => NextPoll::Unsaid,
    };
    let is_over = record.expiry().is_some_and(|expiry| expiry <= context.now);
    // Only an answer tells if the funds came in time.
    let is_unfunded =
        matches!(answer, Ok(Some(transfer)) if transfer.report == ProviderReport::AwaitingFunds);
    if record.state == OperationState::PendingFunding && is_over && is_unfunded {
        lifecycle::end_window(tx, context, &mut record)?;
        rows::update_operation(tx, context.platform, &record)?;
        return Ok(Next::Again { at: context.now });
    }
    conclude(tx, context, record, ask)
}

/// Watches for a while for a late acceptance of an operation that was given up.
fn keep_watching(
    tx: &mut Tx<'_>,
    context: &Context,
    mut record: OperationRecord,
    answer: &TransferAnswer,
) -> Result<Next, ApiError> {
    if let Ok(Some(transfer)) = answer {
        lifecycle::alert_late_confirmation(tx, context, &record, transfer)?;
        return Ok(Next::Done);
    }
    if context.now >= record.since().plus(FUNDING_WINDOW) {
        return Ok(Next::Done);
    }
    let at = context.now.plus(poll_delay(record.progress.asked));
    record.progress.asked = record.progress.asked.saturating_add(1);
    rows::update_operation(tx, context.platform, &record)?;
    Ok(Next::Again { at })
}

fn apply_cancellation(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: StablecoinOperationId,
    answer: &TransferAnswer,
) -> Result<Next, ApiError> {
    let mut record = rows::lock_operation(tx, context.platform, operation)?.ok_or(Error::Missing)?;
    match answer {
        Ok(transfer) => {
            let is_unanswered = |transfer: &ProviderTransfer| {
                matches!(transfer.report, ProviderReport::AwaitingFunds | ProviderReport::Pending)
            };
            record.progress.is_cancelling = transfer.as_ref().is_some_and(is_unanswered);
            if let Some(transfer) = transfer {
                lifecycle::report(tx, context, &mut record, transfer)?;
            }
            conclude(tx, context, record, NextPoll::Unsaid)
        }
        Err(_) => conclude(tx, context, record, NextPoll::Unsaid),
    }
}

/// Stores the operation, and returns the time of the next poll.
fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    mut record: OperationRecord,
    ask: NextPoll,
) -> Result<Next, ApiError> {
    let mut next = lifecycle::next_question(&record, ask, context.now);
    // An overdue operation without an answer is not polled again at once.
    if next.is_some_and(|at| at <= context.now) {
        let later = OperationRecord { acceptance: None, ..record.clone() };
        next = lifecycle::next_question(&later, NextPoll::Unsaid, context.now);
    }
    if next.is_some() {
        record.progress.asked = record.progress.asked.saturating_add(1);
        lifecycle::check_patience(tx, context, &record)?;
    }
    rows::update_operation(tx, context.platform, &record)?;
    Ok(next.map_or(Next::Done, |at| Next::Again { at }))
}
