//! What operators do to payments (conventions 2.1, money 9): what a rail would have reported, and what nobody
//! reports any more. The commands around these functions open the transaction and leave the audit row.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, InternalAccountId, TransactionId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::{OutgoingFailure, RefundEvent, RefundReason, is_of_payout};
use causeway_domain::postings;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::quotes::QuoteDestination;
use causeway_store::transactions::TransactionRecord;
use causeway_store::{Tx, internal_accounts, ledger as books};
use causeway_wire::Code;

use super::refunding::taker;
use super::standing::{awaits_debit, has_arrived, is_refunding, is_under_way};
use super::steps::Pair;
use super::{debit, errors, outcome, refund};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Context, PathValues};
use crate::runtime::jobs::{self, Work};
use crate::runtime::ledger;

/// The payout has arrived (`payment settle`); or, where the payment waits for a debit, the debit has settled.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that is not on its way.
pub fn settle(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<TransactionRecord, ApiError> {
    if let Some(pair) = debiting(tx, context, id)? {
        return end_debit(tx, context, pair, debit::settle);
    }
    let mut pair = under_way(tx, context, id)?;
    outcome::deliver(tx, context, &mut pair)?;
    Ok(pair.payment)
}

/// The payout has failed, for this reason (`payment fail`); its refund begins. Where the payment waits for a debit,
/// the debit has failed, which is its own reason, and leaves nothing to refund.
///
/// # Errors
/// As [`settle`]; `INVALID_INPUT` for a reason for which no payout fails on its way.
pub fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    failure: OutgoingFailure,
) -> Result<TransactionRecord, ApiError> {
    if !is_of_payout(failure) {
        return Err(errors::not_of_payout(failure));
    }
    if let Some(pair) = debiting(tx, context, id)? {
        return end_debit(tx, context, pair, debit::fail);
    }
    let mut pair = under_way(tx, context, id)?;
    outcome::fail(tx, context, &mut pair, failure, RefundReason::TransactionFailed)?;
    Ok(pair.payment)
}

/// The payout is stuck (`payment refund`): it is given up, and its refund begins with the reason `TIMEOUT`.
///
/// # Errors
/// As [`settle`]; `CONFLICT` for a payment that waits for a debit: nobody has its money yet.
pub fn give_up(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<TransactionRecord, ApiError> {
    if debiting(tx, context, id)?.is_some() {
        return Err(errors::still_debiting());
    }
    let mut pair = under_way(tx, context, id)?;
    let failure = OutgoingFailure::QuoteExecutionFailed;
    outcome::fail(tx, context, &mut pair, failure, RefundReason::Timeout)?;
    Ok(pair.payment)
}

/// The receiving bank has sent the money back (`payment return`); its refund begins.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that has not arrived.
pub fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<TransactionRecord, ApiError> {
    let mut pair = payout(tx, context, id)?;
    if !has_arrived(&pair.payment) {
        return Err(errors::wrong_state(pair.payment.status));
    }
    outcome::send_back(tx, context, &mut pair)?;
    Ok(pair.payment)
}

/// The rail has released the money of a refund under way, without telling (`payment release`): the refund is made.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment whose refund is not under way.
pub fn release(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<TransactionRecord, ApiError> {
    let mut pair = refunding(tx, context, id)?;
    refund::give_back(tx, context, &mut pair)?;
    Ok(pair.payment)
}

/// The rail keeps the money of a refund under way (`payment keep`): the refund has failed, and what the payer is
/// owed stands in suspense.
///
/// # Errors
/// As [`release`].
pub fn keep(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<TransactionRecord, ApiError> {
    let mut pair = refunding(tx, context, id)?;
    refund::keep_back(tx, context, &mut pair)?;
    Ok(pair.payment)
}

/// A refund that failed is made after all, to the account that had paid or to another one in its currency
/// (`suspense resolve`).
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment of which nothing is in suspense; `REFERENCE_NOT_FOUND`
/// and `INVALID_INPUT` for an account that cannot take it.
pub fn resolve(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    to: Option<InternalAccountId>,
) -> Result<TransactionRecord, ApiError> {
    let found = Pair::lock_of(tx, context.platform, id)?;
    let mut pair = found.ok_or_else(|| PathValues::not_found("payment", Code::TransactionNotFound))?;
    let total = pair.total();
    let suspended = books::suspended(tx, context.platform, id)?;
    if suspended != [total] {
        return Err(errors::nothing_suspended());
    }
    let own = taker(&pair.quote, pair.payment.doc.refund.as_ref().and_then(|refund| refund.to));
    let to = to.or(own).ok_or_else(errors::account_not_named)?;
    let mut held =
        internal_accounts::lock(tx, context.platform, to)?.ok_or_else(errors::account_not_found)?;
    check_can_take(&held, AccountRef::Internal(to) == pair.quote.doc.source, total)?;
    let posting = postings::suspense_resolved(to, total);
    ledger::book(tx, context, posting, pair.reason(), std::slice::from_mut(&mut held))?;
    refund::end(context, &mut pair.payment, RefundEvent::Resolved)?;
    refund::write(tx, context, &mut pair.payment)?;
    Ok(pair.payment)
}

/// The account that had paid takes its own money back even when it is frozen; any other one receives (money 3.2).
fn check_can_take(held: &LockedAccount, has_paid: bool, total: Amount) -> Result<(), ApiError> {
    let status = held.account.doc.state.status();
    let can_take = match status {
        InternalAccountStatus::Active => true,
        InternalAccountStatus::Closed => false,
        InternalAccountStatus::Pending | InternalAccountStatus::Failed | InternalAccountStatus::Frozen => {
            has_paid
        }
    };
    if !can_take {
        return Err(errors::account_not_active("receiving", status.as_str()));
    }
    if held.account.currency == total.currency {
        Ok(())
    } else {
        Err(errors::other_currency(held.account.currency.as_str(), total.currency.as_str()))
    }
}

/// Ends a debit, and has the rail asked whether it agrees: the work that would ask it may have been given up.
fn end_debit(
    tx: &mut Tx<'_>,
    context: &Context,
    mut pair: Pair,
    end: fn(&mut Tx<'_>, &Context, &mut Pair) -> Result<(), ApiError>,
) -> Result<TransactionRecord, ApiError> {
    end(tx, context, &mut pair)?;
    let work = Work::AskDebit { transaction: pair.payment.id };
    jobs::schedule(tx, context, &work, &pair.payment.id, context.now)?;
    Ok(pair.payment)
}

/// The payment, if it waits for a debit.
fn debiting(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Option<Pair>, ApiError> {
    Ok(Pair::lock_of(tx, context.platform, id)?.filter(|pair| awaits_debit(&pair.payment)))
}

fn under_way(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Pair, ApiError> {
    let pair = payout(tx, context, id)?;
    if is_under_way(&pair.payment) { Ok(pair) } else { Err(errors::wrong_state(pair.payment.status)) }
}

fn refunding(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Pair, ApiError> {
    let found = Pair::lock_of(tx, context.platform, id)?;
    let pair = found.ok_or_else(|| PathValues::not_found("payment", Code::TransactionNotFound))?;
    if is_refunding(&pair.payment) { Ok(pair) } else { Err(errors::no_refund_under_way()) }
}

/// The payment, if a rail carries it.
fn payout(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Pair, ApiError> {
    let found = Pair::lock_of(tx, context.platform, id)?;
    let pair = found.ok_or_else(|| PathValues::not_found("payout", Code::TransactionNotFound))?;
    match pair.quote.doc.destination {
        QuoteDestination::External { .. } => Ok(pair),
        QuoteDestination::Internal { .. } => Err(errors::no_payout()),
    }
}
