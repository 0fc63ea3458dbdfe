//! Refunds: the money of a payment that was debited and did not succeed goes back, fees included (money 9).
//!
//! The rail is asked to release the money first, unless the receiving bank has sent it back. Until then it counts
//! as a payout in flight; then the conversion is undone at its own rate (L5e) and the source credited (L5d), or,
//! when that is impossible, the money waits in suspense for an operator (L5g). Money that was debited goes into an
//! account that its owner has here, else back to where it was debited. A rail that does not answer for days is
//! left to an operator, who ends the refund by hand.

use causeway_domain::ids::TransactionId;
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::{
    OutgoingFailure, RefundEvent, RefundReason, RefundStatus, TransactionStatus, next_refund,
    refund_reference,
};
use causeway_domain::postings::{self, Posting, PostingRefused};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::transactions::{RefundDoc, RefundTo, TransactionRecord};
use causeway_store::{Error, Tx, internal_accounts, transactions};
use serde_json::json;

use super::alarms::call_operator;
use super::payout::{again, ask_again};
use super::refunding::{Refunding, accounts, taker, way_back};
use super::standing::{is_refunding, was_sent_on};
use super::steps::{Pair, Step, conversion};
use crate::ports::{RailError, Recall};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};
use crate::runtime::ledger;
use crate::transactions::announce;

/// Begins the refund of a payment whose quote is locked.
pub(super) fn open(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    reason: RefundReason,
) -> Result<(), ApiError> {
    let to = way_back(tx, context, &pair.quote)?;
    let payment = &mut pair.payment;
    payment.doc.refund = Some(RefundDoc {
        reference: refund_reference(payment.reference.as_deref().ok_or(Error::Missing)?),
        status: RefundStatus::Pending,
        reason,
        initiated_at: context.now,
        settled_at: None,
        to,
    });
    write(tx, context, payment)?;
    let work = Work::RefundPayment { transaction: payment.id };
    jobs::schedule(tx, context, &work, &payment.id, context.now)
}

/// Has the rails release the money of a payment, and returns it.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, payment: TransactionId) -> Result<(), ApiError> {
    let Some(refunding) = Refunding::find(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = refunding.recall().await;
    let accounts = refunding.accounts.clone();
    job.conclude(&accounts, move |tx, context| settle(tx, context, &refunding, answered)).await
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    refunding: &Refunding,
    answered: Result<Recall, RailError>,
) -> Result<Next, ApiError> {
    let mut pair = Pair::lock(tx, context.platform, refunding.quote)?;
    if !is_refunding(&pair.payment) {
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
        Err(RailError::Unclear) => Next::Again { at: ask_again(refunding.since, context.now) },
    };
    if refunding.is_overdue {
        let known = json!({ "quote": refunding.quote.to_string(), "since": refunding.since.to_string() });
        call_operator(tx, context, "REFUND_STUCK", &pair.payment, known)?;
    }
    Ok(next)
}

/// L5e and L5d.
pub(super) fn give_back(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    let to = pair.payment.doc.refund.as_ref().and_then(|refund| refund.to);
    let mut held = internal_accounts::lock_all(tx, context.platform, &accounts(&pair.quote, to))?;
    let refunded = match taker(&pair.quote, to) {
        None => postings::debit_sent_back(pair.quote.id, pair.total()),
        Some(account) => {
            let found = held.iter().find(|held| held.account.id == account).ok_or(Error::Missing)?;
            if !can_take(found, to) {
                return suspend(tx, context, pair, &mut held);
            }
            postings::quote_refunded(pair.quote.id, account, pair.total())
        }
    };
    let booked = reversed(pair).into_iter().chain([refunded]);
    ledger::book_all(tx, context, booked, pair.reason(), &mut held)?;
    end(context, &mut pair.payment, RefundEvent::Returned)?;
    if pair.payment.status == TransactionStatus::Processing {
        pair.step(tx, context, Step::Refunded)?;
    }
    write(tx, context, &mut pair.payment)
}

/// The rail keeps the money: it waits for an operator.
pub(super) fn keep_back(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    suspend(tx, context, pair, &mut [])
}

/// A frozen account takes back what it had paid: undoing a debit is no payment (money 3.2). A closed one cannot.
/// For an account that has paid nothing a refund is a payment like others.
fn can_take(held: &LockedAccount, to: Option<RefundTo>) -> bool {
    match (held.account.doc.state.status(), to) {
        (InternalAccountStatus::Closed, _) => false,
        (_, None) => true,
        (status, Some(_)) => status == InternalAccountStatus::Active,
    }
}

/// L5e, where there was a conversion.
fn reversed(pair: &Pair) -> Option<Result<Posting, PostingRefused>> {
    was_sent_on(&pair.payment).then(|| postings::conversion_reversed(&conversion(&pair.quote)))
}

/// L5e and L5g. A payment that was cancelled has failed then: it is not on its way, and its money not back.
fn suspend(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    if pair.payment.status == TransactionStatus::Processing {
        pair.step(tx, context, Step::Failed(OutgoingFailure::QuoteExecutionFailed))?;
    }
    let suspended = postings::refund_suspended(pair.quote.id, pair.total());
    let booked = reversed(pair).into_iter().chain([suspended]);
    ledger::book_all(tx, context, booked, pair.reason(), held)?;
    end(context, &mut pair.payment, RefundEvent::CouldNotReturn)?;
    write(tx, context, &mut pair.payment)?;
    let known = json!({ "quote": pair.quote.id.to_string() });
    call_operator(tx, context, "REFUND_FAILED", &pair.payment, known)
}

/// Moves the refund; its payment is written by [`write`].
pub(super) fn end(
    context: &Context,
    payment: &mut TransactionRecord,
    event: RefundEvent,
) -> Result<(), ApiError> {
    let refund = payment.doc.refund.as_mut().ok_or(Error::Missing)?;
    refund.status = next_refund(refund.status, event).map_err(ApiError::internal)?;
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
) -> Result<(), ApiError> {
    payment.updated_at = context.now;
    transactions::update(tx, context.platform, payment)?;
    announce::refund(tx, context, payment)
}
