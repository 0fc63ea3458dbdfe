//! The job of a mint or burn (stablecoins 7.3): it sends the provider again what was left unconfirmed, asks about what
//! is open, ends the window for funds, and has the provider give up what nobody has funded.

use std::sync::Arc;

use causeway_domain::ids::{JobId, StablecoinOperationId};
use causeway_domain::stablecoins::{FUNDING_WINDOW, OperationState, ProviderReport, poll_after};
use causeway_store::stablecoins::{self as rows, OperationRecord};
use causeway_store::{Error, Tx};

use super::attempt::{Attempt, count};
use super::order::{self, Learned, Order};
use super::{filed, lifecycle, link, settle};
use crate::ports::{AskAgain, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// What is to be done about an operation.
enum NextAction {
    /// Nothing: it is final, or somebody else's work now.
    Nothing,
    /// The provider has not confirmed it: it is instructed again.
    Submit(Box<Attempt>),
    /// It is open: the provider is asked.
    Ask(Box<Order>),
    /// Nobody has funded it: the provider is to give it up.
    Cancel(Box<Order>),
}

/// Takes an operation one step further.
///
/// # Errors
/// Those of the database.
pub(crate) async fn run(job: &Claimed, operation: StablecoinOperationId) -> Result<(), ApiError> {
    let (app, platform, id) = (Arc::clone(&job.app), job.platform, job.id());
    let prepare = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        prepare(tx, &context, id, operation)
    };
    match job.app.store.write(&[], prepare).await? {
        NextAction::Nothing => job.conclude(&[], |_, _| Ok(Next::Done)).await,
        NextAction::Submit(attempt) => {
            let learned = attempt.submit().await;
            let write = move |tx: &mut Tx<'_>, context: &Context| submitted(tx, context, &attempt, &learned);
            job.conclude(&[], write).await
        }
        NextAction::Ask(order) => {
            let learned = order.ask().await;
            job.conclude(&[], move |tx, context| heard(tx, context, id, operation, &learned)).await
        }
        NextAction::Cancel(order) => {
            let learned = order.call(|provider, order| async move { provider.cancel(&order).await }).await;
            job.conclude(&[], move |tx, context| given_up(tx, context, operation, &learned)).await
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

fn submitted(
    tx: &mut Tx<'_>,
    context: &Context,
    attempt: &Attempt,
    learned: &Learned,
) -> Result<Next, ApiError> {
    let platform = context.platform;
    let Some((mut record, quote)) = filed::lock(tx, platform, attempt.operation)? else {
        return Ok(Next::Done);
    };
    if lifecycle::is_given_up(&record) {
        return watched(tx, context, record, learned);
    }
    if record.state != OperationState::Created {
        return Ok(Next::Done);
    }
    link::observe(tx, context, record.link, learned.as_ref().map(|_| ()).map_err(|error| *error))?;
    match learned {
        Ok(Some(transfer)) => {
            lifecycle::accept(tx, context, &mut record, quote, transfer)?;
            conclude(tx, context, record, transfer.ask)
        }
        // Nobody has instructed the provider since, and it knows of nothing.
        Ok(None) if record.submissions == attempt.number => {
            settle::remove(tx, context, &record)?;
            Ok(Next::Done)
        }
        Ok(None) | Err(_) => conclude(tx, context, record, AskAgain::Unsaid),
    }
}

fn heard(
    tx: &mut Tx<'_>,
    context: &Context,
    job: JobId,
    operation: StablecoinOperationId,
    learned: &Learned,
) -> Result<Next, ApiError> {
    let found = rows::lock_operation(tx, context.platform, operation)?;
    let Some(mut record) = found.filter(|record| record.progress.job == job) else { return Ok(Next::Done) };
    link::observe(tx, context, record.link, learned.as_ref().map(|_| ()).map_err(|error| *error))?;
    if lifecycle::is_given_up(&record) {
        return watched(tx, context, record, learned);
    }
    let ask = match learned {
        Ok(Some(transfer)) => {
            lifecycle::report(tx, context, &mut record, transfer)?;
            transfer.ask
        }
        Ok(None) | Err(_) => AskAgain::Unsaid,
    };
    let is_over = record.expiry().is_some_and(|expiry| expiry <= context.now);
    // Whether funds came in time is only known from an answer.
    let is_unfunded =
        matches!(learned, Ok(Some(transfer)) if transfer.report == ProviderReport::AwaitingFunds);
    if record.state == OperationState::PendingFunding && is_over && is_unfunded {
        lifecycle::end_window(tx, context, &mut record)?;
        rows::update_operation(tx, context.platform, &record)?;
        return Ok(Next::Again { at: context.now });
    }
    conclude(tx, context, record, ask)
}

/// Looks for a while whether the provider has accepted what was given up.
fn watched(
    tx: &mut Tx<'_>,
    context: &Context,
    mut record: OperationRecord,
    learned: &Learned,
) -> Result<Next, ApiError> {
    if let Ok(Some(transfer)) = learned {
        lifecycle::confirmed_late(tx, context, &record, transfer)?;
        return Ok(Next::Done);
    }
    if context.now >= record.since().plus(FUNDING_WINDOW) {
        return Ok(Next::Done);
    }
    let at = context.now.plus(poll_after(record.progress.asked));
    record.progress.asked = record.progress.asked.saturating_add(1);
    rows::update_operation(tx, context.platform, &record)?;
    Ok(Next::Again { at })
}

fn given_up(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: StablecoinOperationId,
    learned: &Learned,
) -> Result<Next, ApiError> {
    let mut record = rows::lock_operation(tx, context.platform, operation)?.ok_or(Error::Missing)?;
    match learned {
        Ok(transfer) => {
            let is_unanswered = |transfer: &ProviderTransfer| {
                matches!(transfer.report, ProviderReport::AwaitingFunds | ProviderReport::Pending)
            };
            record.progress.is_cancelling = transfer.as_ref().is_some_and(is_unanswered);
            if let Some(transfer) = transfer {
                lifecycle::report(tx, context, &mut record, transfer)?;
            }
            conclude(tx, context, record, AskAgain::Unsaid)
        }
        Err(_) => conclude(tx, context, record, AskAgain::Unsaid),
    }
}

/// Writes what was learned, and when the provider is asked next.
fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    mut record: OperationRecord,
    ask: AskAgain,
) -> Result<Next, ApiError> {
    let mut next = lifecycle::next_question(&record, ask, context.now);
    // What is over and not answered for is not asked about again at once.
    if next.is_some_and(|at| at <= context.now) {
        let later = OperationRecord { acceptance: None, ..record.clone() };
        next = lifecycle::next_question(&later, AskAgain::Unsaid, context.now);
    }
    if next.is_some() {
        record.progress.asked = record.progress.asked.saturating_add(1);
        lifecycle::check_patience(tx, context, &record)?;
    }
    rows::update_operation(tx, context.platform, &record)?;
    Ok(next.map_or(Next::Done, |at| Next::Again { at }))
}
