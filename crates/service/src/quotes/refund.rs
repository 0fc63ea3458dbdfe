//! Refunds: the money of a payment that was debited and did not succeed goes back, fees included (money 9).
//!
//! The rail is asked to release the money first, unless the receiving bank has sent it back. Until then it counts
//! as a payout in flight; then the conversion is undone at its own rate (L5e) and the source credited (L5d), or,
//! when that is impossible, the money waits in suspense for an operator (L5g). A rail that does not answer for days
//! is left to an operator, who ends the refund by hand.

use causeway_domain::Amount;
use causeway_domain::ids::TransactionId;
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::postings;
use causeway_domain::refunds::{RefundEvent, RefundReason, RefundStatus, next, reference};
use causeway_domain::transactions::{OutgoingFailure, TransactionStatus};
use causeway_store::internal_accounts::HeldAccount;
use causeway_store::transactions::{RefundDoc, TransactionRecord};
use causeway_store::{Error, Tx, alerts, internal_accounts, transactions};
use serde_json::json;

use super::payout::{Payout, again, ask_again, refunding};
use super::steps::{Pair, Step, changed_accounts, conversion};
use crate::http::Context;
use crate::jobs::{self, Claimed, Next, Work};
use crate::ledger;
use crate::ports::{RailError, Recall};
use crate::refusal::Refusal;
use crate::transactions::announce;

/// Begins the refund of a payment whose quote is locked.
pub(super) fn open(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &mut TransactionRecord,
    reason: RefundReason,
) -> Result<(), Refusal> {
    payment.doc.refund = Some(RefundDoc {
        reference: reference(payment.reference.as_deref().ok_or(Error::Missing)?),
        status: RefundStatus::Pending,
        reason,
        initiated_at: context.now,
        settled_at: None,
    });
    write(tx, context, payment)?;
    let work = Work::RefundPayment { transaction: payment.id };
    jobs::schedule(tx, context, &work, &payment.id, context.now)
}

/// Has the rail release the money of a payment, and returns it.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, payment: TransactionId) -> Result<(), Refusal> {
    let Some(payout) = refunding(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = if payout.has_come_back { Ok(Recall::Released) } else { payout.recall().await };
    let accounts = payout.accounts.clone();
    job.conclude(&accounts, move |tx, context| settle(tx, context, &payout, answered)).await
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    answered: Result<Recall, RailError>,
) -> Result<Next, Refusal> {
    let mut pair = Pair::lock(tx, context.platform, payout.quote)?;
    if !is_open(&pair.payment) {
        return Ok(Next::Done);
    }
    let next = match answered {
        Ok(Recall::Released) => {
            give_back(tx, context, &mut pair)?;
            return Ok(Next::Done);
        }
        Ok(Recall::Kept) | Err(RailError::NotAvailable) => {
            keep_back(tx, context, &mut pair)?;
            return Ok(Next::Done);
        }
        Ok(Recall::Pending { ask_at }) => again(ask_at, context.now),
        Err(RailError::Unclear) => Next::Again { at: ask_again(payout.since, context.now) },
    };
    if payout.is_overdue {
        call_operator(tx, context, payout)?;
    }
    Ok(next)
}

fn call_operator(tx: &mut Tx<'_>, context: &Context, payout: &Payout) -> Result<(), Refusal> {
    let detail = json!({ "quote": payout.quote.to_string(), "since": payout.since.to_string() });
    let (alert, subject) = (context.id(), payout.order.transaction.to_string());
    Ok(alerts::raise(tx, Some(context.platform), alert, "REFUND_STUCK", &subject, &detail)?)
}

/// Whether the money of a payment is on its way back.
pub(super) fn is_open(payment: &TransactionRecord) -> bool {
    payment.doc.refund.as_ref().is_some_and(|refund| refund.status == RefundStatus::Pending)
}

/// L5e and L5d. A frozen account takes it: undoing a debit is no payment (money 3.2). A closed one cannot.
pub(super) fn give_back(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), Refusal> {
    let mut held = internal_accounts::lock_all(tx, context.platform, &changed_accounts(&pair.quote))?;
    let source = pair.quote.doc.source;
    let found = held.iter().find(|held| held.account.id == source).ok_or(Error::Missing)?;
    if found.account.doc.state.status() == InternalAccountStatus::Closed {
        return suspend(tx, context, pair, &mut held);
    }
    let total = total(pair);
    let reversed = postings::conversion_reversed(&conversion(&pair.quote));
    let refunded = postings::quote_refunded(pair.quote.id, source, total);
    ledger::book_all(tx, context, [reversed, refunded], pair.reason(), &mut held)?;
    end(context, &mut pair.payment, RefundEvent::Returned)?;
    if pair.payment.status == TransactionStatus::Processing {
        pair.step(tx, context, Step::Refunded)?;
    }
    write(tx, context, &mut pair.payment)
}

/// The rail keeps the money: it waits for an operator.
pub(super) fn keep_back(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), Refusal> {
    suspend(tx, context, pair, &mut [])
}

/// L5e and L5g. A payment that was cancelled has failed then: it is not on its way, and its money not back.
fn suspend(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    held: &mut [HeldAccount],
) -> Result<(), Refusal> {
    if pair.payment.status == TransactionStatus::Processing {
        pair.step(tx, context, Step::Failed(OutgoingFailure::QuoteExecutionFailed))?;
    }
    let reversed = postings::conversion_reversed(&conversion(&pair.quote));
    let suspended = postings::refund_suspended(pair.quote.id, total(pair));
    ledger::book_all(tx, context, [reversed, suspended], pair.reason(), held)?;
    end(context, &mut pair.payment, RefundEvent::CouldNotReturn)?;
    write(tx, context, &mut pair.payment)?;
    let detail = json!({ "quote": pair.quote.id.to_string() });
    let (alert, subject) = (context.id(), pair.payment.id.to_string());
    Ok(alerts::raise(tx, Some(context.platform), alert, "REFUND_FAILED", &subject, &detail)?)
}

/// What the payer had been debited.
pub(super) fn total(pair: &Pair) -> Amount {
    Amount::new(pair.quote.doc.price.total_sending, pair.quote.doc.sending)
}

/// Moves the refund; its payment is written by [`write`].
pub(super) fn end(
    context: &Context,
    payment: &mut TransactionRecord,
    event: RefundEvent,
) -> Result<(), Refusal> {
    let refund = payment.doc.refund.as_mut().ok_or(Error::Missing)?;
    refund.status = next(refund.status, event).map_err(Refusal::internal)?;
    if refund.status == RefundStatus::Completed {
        refund.settled_at = Some(context.now);
    }
    Ok(())
}

/// Writes a payment with its refund and tells the platform.
pub(super) fn write(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &mut TransactionRecord,
) -> Result<(), Refusal> {
    payment.updated_at = context.now;
    transactions::update(tx, context.platform, payment)?;
    announce::refund(tx, context, payment)
}
