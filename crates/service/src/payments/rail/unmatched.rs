//! The job that has a rail give money back that fits nothing, and what operators say where the rail says nothing.

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{UnmatchedEvent, UnmatchedStatus};
use causeway_domain::postings;
use causeway_store::unmatched_deposits::{self as rows, UnmatchedRecord};
use causeway_store::{Error, Tx};

use super::pace::{again, ask_again, in_time, is_overdue};
use crate::internal_accounts::ledger;
use crate::payments::checks::gate;
use crate::payments::incoming::unmatched::hold::{apply, call_operator, call_stuck, check_is, lock, reason};
use crate::ports::{RailError, Recall, RefundOrder, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Has the rail give the money back.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, id: TransactionId) -> Result<(), ApiError> {
    let (app, platform) = (job.app.clone(), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        order(tx, &context, id)
    };
    let Some((world, order)) = job.app.store.read(read).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = in_time(world.refunds.give_back(&order)).await;
    job.conclude(&[], move |tx, context| settle(tx, context, id, &answered)).await
}

/// What the rail is sent, with the world that it is of; nothing where the money is not on its way back.
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
    gate::check_return(tx, &order)?;
    Ok(Some((context.app.ports.of(context.environment).clone(), order)))
}

fn order_of(context: &Context, record: &UnmatchedRecord) -> RefundOrder {
    let (platform, transaction, amount) = (context.platform, record.id, record.doc.amount);
    RefundOrder { platform, transaction, amount, at: context.now }
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    answered: &Result<Recall, RailError>,
) -> Result<Next, ApiError> {
    let mut record = lock(tx, context, id)?.ok_or(Error::Missing)?;
    let Some(since) = record.returning_since else { return Ok(Next::Done) };
    let next = match answered {
        Ok(Recall::Released) => {
            returned(tx, context, &mut record)?;
            return Ok(Next::Done);
        }
        Ok(Recall::Arrived | Recall::Kept) | Err(RailError::NotAvailable) => {
            kept(tx, context, &mut record)?;
            return Ok(Next::Done);
        }
        Ok(Recall::Pending { ask_at }) => again(*ask_at, context.now),
        Err(RailError::Unclear) => Next::Again { at: ask_again(since, context.now) },
    };
    if is_overdue(tx, context, since)? {
        call_stuck(tx, context, &record)?;
    }
    Ok(next)
}

/// L2, undone: its payer has it again.
fn returned(tx: &mut Tx<'_>, context: &Context, record: &mut UnmatchedRecord) -> Result<(), ApiError> {
    gate::check_return(tx, &order_of(context, record))?;
    let posting = postings::deposit_returned(record.doc.amount);
    ledger::book(tx, context, posting, reason(record), &mut [])?;
    apply(tx, context, record, UnmatchedEvent::Returned)
}

/// Its rail keeps it: it stays in suspense, and an operator decides once more.
fn kept(tx: &mut Tx<'_>, context: &Context, record: &mut UnmatchedRecord) -> Result<(), ApiError> {
    apply(tx, context, record, UnmatchedEvent::Kept)?;
    call_operator(tx, context, record)
}

/// The rail has given the money back without reporting it (`payment release`); none where there is no such money.
///
/// # Errors
/// `CONFLICT` where it is not on its way back.
pub fn release(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    end(tx, context, id, returned)
}

/// The rail keeps the money (`payment keep`); none where there is no such money.
///
/// # Errors
/// As [`release`].
pub fn keep(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    end(tx, context, id, kept)
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
