//! Returns unmatched funds through the rail; operators can settle a return that the rail does not confirm.

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{UnmatchedEvent, UnmatchedStatus};
use causeway_domain::postings;
use causeway_store::unmatched_deposits::{self as rows, UnmatchedRecord};
use causeway_store::{Error, Tx};

use super::pace::{again, in_time, is_overdue};
use crate::internal_accounts::ledger;
use crate::payments::checks::pre_submission;
use crate::payments::incoming::unmatched::hold::{apply, call_operator, call_stuck, check_is, lock, reason};
use crate::ports::{RailError, RecallResponse, RefundOrder, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next, ask_again};

/// Returns the money through its rail.
pub async fn run(job: &ClaimedJob, id: TransactionId) -> Result<(), ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        order(tx, &context, id)
    };
    let Some((world, order)) = job.app.store.read(read).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = in_time(world.refunds.refund(&order)).await;
    job.conclude(&[], move |tx, context| settle(tx, context, id, &answered)).await
}

/// Builds the order with its rails, or returns `None` if the money is not being returned.
fn order(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<(World, RefundOrder)>, Error> {
    let record = rows::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
    if record.status != UnmatchedStatus::Returning {
        return Ok(None);
    }
    let order = order_of(context, &record);
    pre_submission::check_return(tx, &order)?;
    Ok(Some((context.app.ports.of(context.environment).clone(), order)))
}

fn order_of(context: &Context, record: &UnmatchedRecord) -> RefundOrder {
    let platform = context.platform;
    let transaction = record.id;
    let amount = record.doc.amount;
    RefundOrder { platform, transaction, amount, now: context.now }
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    answered: &Result<RecallResponse, RailError>,
) -> Result<Next, ApiError> {
    let mut record = lock(tx, context, id)?.ok_or(Error::Missing)?;
    let Some(since) = record.returning_since else { return Ok(Next::Done) };
    let next = match answered {
        Ok(RecallResponse::Released) => {
            record_return(tx, context, &mut record)?;
            return Ok(Next::Done);
        }
        Ok(RecallResponse::Arrived | RecallResponse::Declined) | Err(RailError::NotAvailable) => {
            keep_in_suspense(tx, context, &mut record)?;
            return Ok(Next::Done);
        }
        Ok(RecallResponse::Pending { poll_at }) => again(*poll_at, context.now),
        Err(RailError::Unclear) => Next::Again { at: ask_again(since, context.now) },
    };
    if is_overdue(tx, context, since)? {
        call_stuck(tx, context, &record)?;
    }
    Ok(next)
}

/// Reverses L2: the payer has its money again.
fn record_return(tx: &mut Tx<'_>, context: &Context, record: &mut UnmatchedRecord) -> Result<(), ApiError> {
    pre_submission::check_return(tx, &order_of(context, record))?;
    let posting = postings::deposit_returned(record.doc.amount);
    ledger::book(tx, context, posting, reason(record), &mut [])?;
    apply(tx, context, record, UnmatchedEvent::Returned)
}

/// Puts money that its rail keeps back into suspense, for an operator to decide once more.
fn keep_in_suspense(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut UnmatchedRecord,
) -> Result<(), ApiError> {
    apply(tx, context, record, UnmatchedEvent::Kept)?;
    call_operator(tx, context, record)
}

/// Completes a return that the rail made without a report (`payment release`); `None` if there is no such
/// money.
///
/// # Errors
/// `CONFLICT` if it is not on its way back.
pub fn release(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    end(tx, context, id, record_return)
}

/// Fails a return whose money the rail keeps (`payment keep`); `None` if there is no such money.
///
/// # Errors
/// The same as [`release`].
pub fn keep(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    end(tx, context, id, keep_in_suspense)
}

fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    end: fn(&mut Tx<'_>, &Context, &mut UnmatchedRecord) -> Result<(), ApiError>,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    let Some(mut record) = lock(tx, context, id)? else { return Ok(None) };
    check_is(&record, UnmatchedStatus::Returning)?;
    end(tx, context, &mut record)?;
    Ok(Some(record))
}
