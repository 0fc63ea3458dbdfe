//! The payout of an executed quote, in two phases: the rail is told to pay, then asked what became of it
//! (money 1.5).
//!
//! Both are jobs after the commit that debited the source. The payment's id is the rail's idempotency key. An
//! unclear answer to a submission is followed by a question, never by a new submission; only a rail that has
//! never heard of the payment is told again.

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::Time;
use causeway_domain::ids::{QuoteId, TransactionId};
use causeway_domain::postings;
use causeway_domain::transactions::TransactionStatus;
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::{Error, Tx, external_accounts, quotes, transactions};

use super::start::{Step, conversion, move_to};
use crate::http::Context;
use crate::jobs::{self, Claimed, Next, Work};
use crate::ledger::{self, Reason};
use crate::ports::{PayoutOrder, PayoutStatus, RailError, Submission, World};
use crate::refusal::Refusal;

/// How long to wait before a rail that gave no clear answer is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// Tells the rail to pay.
///
/// # Errors
/// Those of the database.
pub async fn submit(job: &Claimed, payment: TransactionId) -> Result<(), Refusal> {
    let Some((world, order, quote)) = prepare(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = world.payouts.submit(&order).await;
    job.conclude(&[], move |tx, context| submitted(tx, context, payment, quote, &answered)).await
}

/// Asks the rail what became of a payout.
///
/// # Errors
/// Those of the database.
pub async fn ask(job: &Claimed, payment: TransactionId) -> Result<(), Refusal> {
    let Some((world, order, quote)) = prepare(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = world.payouts.status(&order).await;
    job.conclude(&[], move |tx, context| asked(tx, context, payment, quote, &answered)).await
}

/// What the rail is told or asked; nothing when the payment is not on its way any more.
async fn prepare(
    job: &Claimed,
    payment: TransactionId,
) -> Result<Option<(World, PayoutOrder, QuoteId)>, Refusal> {
    let (app, platform) = (job.app.clone(), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let world = app.ports.of(context.environment).clone();
        let found = order(tx, &context, payment)?;
        Ok::<_, Refusal>(found.map(|(order, quote)| (world, order, quote)))
    };
    job.app.store.read(read).await
}

fn order(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<(PayoutOrder, QuoteId)>, Refusal> {
    let platform = context.platform;
    let payment = transactions::find(tx, platform, id)?.ok_or(Error::Missing)?;
    let Some(quote) = payment.quote.filter(|_| payment.status == TransactionStatus::Processing) else {
        return Ok(None);
    };
    let quote = quotes::find(tx, platform, quote)?.ok_or(Error::Missing)?;
    let QuoteDestination::External { account, rail, .. } = quote.doc.destination else {
        return Ok(None);
    };
    let account = external_accounts::find(tx, platform, account)?.ok_or(Error::Missing)?;
    let order = PayoutOrder {
        platform,
        transaction: id,
        amount: Amount::new(quote.doc.price.total_receiving, quote.doc.receiving),
        rail: rail.map(|rail| rail.as_str().to_owned()),
        identifier: account.doc.identifier,
        at: context.now,
    };
    Ok(Some((order, quote.id)))
}

fn submitted(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    quote: QuoteId,
    answered: &Result<Submission, RailError>,
) -> Result<Next, Refusal> {
    let ask_at = match answered {
        Ok(Submission::Accepted { ask_at }) => *ask_at,
        // It may have been paid: only the rail can tell.
        Err(RailError::Unclear) => context.now.plus(ASK_AGAIN),
        Ok(Submission::Refused(_)) | Err(RailError::NotAvailable) => {
            return hold_for_operator(tx, context, payment, quote, "the rail refused the payout");
        }
    };
    jobs::schedule(tx, context, &Work::AskPayout { transaction: payment }, &payment, ask_at)?;
    Ok(Next::Done)
}

fn asked(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    quote: QuoteId,
    answered: &Result<PayoutStatus, RailError>,
) -> Result<Next, Refusal> {
    match answered {
        Ok(PayoutStatus::Delivered { .. }) => {
            let quote = quotes::lock(tx, context.platform, quote)?.ok_or(Error::Missing)?;
            deliver(tx, context, quote)
        }
        Ok(PayoutStatus::Pending { ask_at }) => Ok(Next::Again { at: later(*ask_at, context.now) }),
        Ok(PayoutStatus::Unknown) => {
            // The submission never arrived: tell the rail again, under the same id.
            let work = Work::SubmitPayout { transaction: payment };
            jobs::schedule(tx, context, &work, &payment, context.now)?;
            Ok(Next::Done)
        }
        Err(RailError::Unclear) => Ok(Next::Again { at: context.now.plus(ASK_AGAIN) }),
        Ok(PayoutStatus::Failed(_) | PayoutStatus::Returned) | Err(RailError::NotAvailable) => {
            hold_for_operator(tx, context, payment, quote, "the rail did not deliver the payout")
        }
    }
}

/// L5c, and the end of the payment.
fn deliver(tx: &mut Tx<'_>, context: &Context, mut quote: QuoteRecord) -> Result<Next, Refusal> {
    let platform = context.platform;
    let mut payment = transactions::find(tx, platform, quote.transaction)?.ok_or(Error::Missing)?;
    if payment.status != TransactionStatus::Processing {
        return Ok(Next::Done);
    }
    let reason = Reason { transaction: payment.id, quote: Some(quote.id) };
    ledger::book(tx, context, postings::payout_delivered(&conversion(&quote)), reason, &[])?;
    move_to(tx, context, &mut quote, &mut payment, Step::Delivered)?;
    Ok(Next::Done)
}

fn later(ask_at: Time, now: Time) -> Time {
    ask_at.max(now.plus(Duration::from_millis(100)))
}

/// The money stays in flight, visible in the ledger, until an operator has looked at it.
fn hold_for_operator(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    quote: QuoteId,
    what: &str,
) -> Result<Next, Refusal> {
    let detail = serde_json::json!({ "quote": quote.to_string(), "what": what });
    let alert = context.id();
    causeway_store::alerts::raise(
        tx,
        Some(context.platform),
        alert,
        "PAYOUT_STUCK",
        &payment.to_string(),
        &detail,
    )?;
    Ok(Next::Done)
}
