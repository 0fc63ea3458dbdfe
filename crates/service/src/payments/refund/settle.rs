//! The end of a refund: the money is given back, or kept for an operator.

use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::{OutgoingFailure, RefundEvent, RefundStatus, TransactionStatus, next_refund};
use causeway_domain::postings::{self, Posting, PostingRefused};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{self, PaymentRecord, RefundTo};
use causeway_store::{Error, Tx, internal_accounts};
use serde_json::json;

use super::taker::taker;
use crate::internal_accounts::ledger;
use crate::payments::alert::call_operator;
use crate::payments::locked::LockedPayment;
use crate::payments::phase::was_sent_on;
use crate::payments::transition::PaymentEvent;
use crate::payments::{accounts, announce, books};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// L5e and L5d.
pub(in crate::payments) fn give_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let payment = &locked.payment;
    let to = payment.state.refund.as_ref().and_then(|refund| refund.to);
    let taker = taker(tx, context.platform, payment)?;
    let changed = accounts::in_lock_order(accounts::changed(&payment.terms).into_iter().chain(taker));
    let mut held = internal_accounts::lock_all(tx, context.platform, &changed)?;
    let (quote, total) = (books::committed_to(payment)?, books::total(payment)?);
    let refunded = match (taker, to) {
        (None, Some(RefundTo::DebitedAccount)) => postings::debit_sent_back(quote, total),
        (Some(account), _) if can_take(accounts::locked(&held, account)?, to) => {
            postings::quote_refunded(quote, account, total)
        }
        (Some(_), _) | (None, Some(RefundTo::OwnersAccount) | None) => {
            return suspend(tx, context, locked, &mut held);
        }
    };
    let booked = reversed(payment)?.into_iter().chain([refunded]);
    ledger::book_all(tx, context, booked, books::reason(payment), &mut held)?;
    end(context, &mut locked.payment, RefundEvent::Returned)?;
    if locked.payment.status == TransactionStatus::Processing {
        locked.apply(tx, context, PaymentEvent::Refunded)?;
    }
    write(tx, context, &mut locked.payment)
}

/// The rail keeps the money: it waits for an operator.
pub(in crate::payments) fn keep_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    suspend(tx, context, locked, &mut [])
}

/// What was suspended has gone to an account after all.
pub(in crate::payments) fn resolve(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &mut PaymentRecord,
) -> Result<(), ApiError> {
    end(context, payment, RefundEvent::Resolved)?;
    write(tx, context, payment)
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
fn reversed(payment: &PaymentRecord) -> Result<Option<Result<Posting, PostingRefused>>, Error> {
    if !was_sent_on(payment) {
        return Ok(None);
    }
    Ok(Some(postings::conversion_reversed(&books::conversion(payment)?)))
}

/// L5e and L5g. A payment that was cancelled has failed then: it is not on its way, and its money not back.
fn suspend(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    if locked.payment.status == TransactionStatus::Processing {
        locked.apply(tx, context, PaymentEvent::Failed(OutgoingFailure::QuoteExecutionFailed))?;
    }
    let payment = &mut locked.payment;
    let suspended = postings::refund_suspended(books::committed_to(payment)?, books::total(payment)?);
    let booked = reversed(payment)?.into_iter().chain([suspended]);
    ledger::book_all(tx, context, booked, books::reason(payment), held)?;
    end(context, payment, RefundEvent::CouldNotReturn)?;
    write(tx, context, payment)?;
    call_operator(tx, context, "REFUND_FAILED", payment, json!({}))
}

/// Moves the refund; its payment is written by [`write`].
fn end(context: &Context, payment: &mut PaymentRecord, event: RefundEvent) -> Result<(), ApiError> {
    let refund = payment.state.refund.as_mut().ok_or(Error::Missing)?;
    refund.status = next_refund(refund.status, event).map_err(ApiError::internal)?;
    if refund.status == RefundStatus::Completed {
        refund.settled_at = Some(context.now);
    }
    Ok(())
}

/// Writes a payment with its refund and announces it.
pub(super) fn write(tx: &mut Tx<'_>, context: &Context, payment: &mut PaymentRecord) -> Result<(), ApiError> {
    payment.updated_at = context.now;
    payments::update(tx, context.platform, payment)?;
    announce::refund(tx, context, payment)
}
