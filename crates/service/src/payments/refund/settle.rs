//! The end of a refund: the money is given back, or kept for an operator.

use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::{
    OutgoingFailure, RefundEvent, RefundReason, RefundStatus, TransactionType, next_refund,
};
use causeway_domain::postings::{self, Posting, PostingRefused};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{PaymentRecord, RefundTo};
use causeway_store::{Error, Tx, internal_accounts};
use serde_json::json;

use super::open::begin;
use super::taker::taker;
use super::write::write;
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::alert::call_operator;
use crate::payments::locked::LockedPayment;
use crate::payments::phase::{is_in_progress, was_sent_on};
use crate::payments::transition::PaymentEvent;
use crate::payments::{accounts, debit, internal};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// A posting, unless the numbers forbid it.
type Built = Result<Posting, PostingRefused>;

/// L4c, L5e and L5d, or L6c; L3c for a debit that was cancelled.
pub(in crate::payments) fn give_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.state.receipt.is_some() {
        return send_back(tx, context, locked);
    }
    if locked.payment.is_deposit() {
        return return_deposit(tx, context, &mut locked.payment);
    }
    if locked.payment.kind == TransactionType::Incoming {
        end(context, &mut locked.payment, RefundEvent::Returned)?;
        debit::cancel(tx, context, locked)?;
        return write(tx, context, &mut locked.payment);
    }
    let payment = &locked.payment;
    let to = payment.state.refund.as_ref().and_then(|refund| refund.to);
    let taker = taker(tx, context.platform, payment)?;
    let changed = accounts::in_lock_order(accounts::changed(&payment.terms).into_iter().chain(taker));
    let mut held = internal_accounts::lock_all(tx, context.platform, &changed)?;
    let is_taken = match taker {
        Some(account) => can_take(accounts::locked(&held, account)?, to),
        None => matches!(to, Some(RefundTo::DebitedAccount | RefundTo::Payer)),
    };
    if !is_taken {
        return suspend(tx, context, locked, &mut held);
    }
    ledger::book_all(tx, context, given_back(payment, to, taker)?, Reason::of(payment), &mut held)?;
    end(context, &mut locked.payment, RefundEvent::Returned)?;
    if is_in_progress(&locked.payment) {
        locked.apply(tx, context, PaymentEvent::Refunded)?;
    }
    write(tx, context, &mut locked.payment)
}

/// A deposit that nobody may have is with its sender again.
fn return_deposit(tx: &mut Tx<'_>, context: &Context, payment: &mut PaymentRecord) -> Result<(), ApiError> {
    let returned = postings::deposit_returned(payment.refundable()?);
    ledger::book(tx, context, returned, Reason::of(payment), &mut [])?;
    end(context, payment, RefundEvent::Returned)?;
    write(tx, context, payment)
}

/// What came from a UMA address is with its sender again.
fn send_back(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    let payment = &mut locked.payment;
    let sent_back = postings::uma_sent_back(&payment.uma_receipt()?);
    let booked = receipt_reversed(payment)?.into_iter().chain([sent_back]);
    ledger::book_all(tx, context, booked, Reason::of(payment), &mut [])?;
    end(context, payment, RefundEvent::Returned)?;
    write(tx, context, payment)?;
    internal::give_back(tx, context, &locked.payment)
}

/// What had gone on to an external account, and was given up by its rail, comes back first.
fn receipt_reversed(payment: &PaymentRecord) -> Result<Option<Built>, Error> {
    if !was_sent_on(payment) {
        return Ok(None);
    }
    Ok(Some(postings::uma_offramp_reversed(&payment.uma_receipt()?)))
}

/// Coins that do not carry their quote out are in the payer's account already: that was their refund.
pub(in crate::payments) fn credited(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    begin(tx, context, locked, RefundReason::TransactionFailed)?;
    end(context, &mut locked.payment, RefundEvent::Returned)?;
    write(tx, context, &mut locked.payment)
}

/// Coins that do not carry their quote out, and that the payer's account does not take: they are in suspense already.
pub(in crate::payments) fn not_credited(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    begin(tx, context, locked, RefundReason::TransactionFailed)?;
    give_up(tx, context, &mut locked.payment)
}

/// A payment that was to be cancelled has arrived: nothing goes back (money 10.7). Its rail is asked about the rest.
pub(super) fn arrived_anyway(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    end(context, &mut locked.payment, RefundEvent::DeliveredAnyway)?;
    write(tx, context, &mut locked.payment)?;
    let transaction = locked.payment.id;
    let work = match locked.payment.kind {
        TransactionType::Outgoing => Work::AskPayout { transaction },
        TransactionType::Incoming => Work::AskDebit { transaction },
    };
    jobs::schedule(tx, context, &work, &transaction, context.now)
}

/// The rail keeps the money: it waits for an operator. A debit that was to be cancelled brings it instead.
pub(in crate::payments) fn keep_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let is_receipt = locked.payment.state.receipt.is_some();
    let is_debit = locked.payment.kind == TransactionType::Incoming && !locked.payment.is_deposit();
    if is_debit && !is_receipt {
        return arrived_anyway(tx, context, locked);
    }
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

/// What gives the money of a payment back: to an account of its payer, or to whom it was debited from or has paid in.
fn given_back(
    payment: &PaymentRecord,
    to: Option<RefundTo>,
    taker: Option<InternalAccountId>,
) -> Result<Vec<Built>, Error> {
    if let Some(transfer) = payment.transfer_out() {
        return Ok(vec![postings::transfer_out_refunded(&transfer)]);
    }
    let (quote, total) = (payment.committed_to()?, payment.refundable()?);
    let refunded = match (taker, to) {
        (Some(account), _) => postings::quote_refunded(quote, account, total),
        (None, Some(RefundTo::Payer)) if was_sent_on(payment) => postings::funding_sent_back(quote, total),
        (None, Some(RefundTo::Payer)) => postings::funding_returned(total),
        (None, Some(RefundTo::DebitedAccount | RefundTo::OwnersAccount) | None) => {
            postings::debit_sent_back(quote, total)
        }
    };
    Ok(reversed(payment)?.into_iter().chain([refunded]).collect())
}

/// What puts the money of a payment into suspense. What was paid in and not sent on has been there since it came.
fn suspended(payment: &PaymentRecord) -> Result<Vec<Built>, Error> {
    if let Some(transfer) = payment.transfer_out() {
        return Ok(vec![postings::transfer_out_suspended(&transfer)]);
    }
    if payment.state.receipt.is_some() {
        return Ok(receipt_reversed(payment)?.into_iter().collect());
    }
    // It has been there since it came.
    if payment.is_deposit() || payment.state.funding.is_some() && !was_sent_on(payment) {
        return Ok(Vec::new());
    }
    let suspended = postings::refund_suspended(payment.committed_to()?, payment.total()?);
    Ok(reversed(payment)?.into_iter().chain([suspended]).collect())
}

/// L5e, where there was a conversion.
fn reversed(payment: &PaymentRecord) -> Result<Option<Built>, Error> {
    if !was_sent_on(payment) {
        return Ok(None);
    }
    Ok(Some(postings::conversion_reversed(&payment.conversion()?)))
}

/// L4c or L5e, and L5g. A payment that was cancelled has failed then: it is not on its way, and its money not back.
fn suspend(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &mut [LockedAccount],
) -> Result<(), ApiError> {
    if is_in_progress(&locked.payment) {
        locked.apply(tx, context, PaymentEvent::Failed(OutgoingFailure::QuoteExecutionFailed))?;
    }
    let payment = &mut locked.payment;
    let booked = suspended(payment)?;
    if !booked.is_empty() {
        ledger::book_all(tx, context, booked, Reason::of(payment), held)?;
    }
    give_up(tx, context, payment)
}

/// Nobody can return the money: it waits in suspense for an operator.
fn give_up(tx: &mut Tx<'_>, context: &Context, payment: &mut PaymentRecord) -> Result<(), ApiError> {
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
