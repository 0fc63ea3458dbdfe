//! What operators do to payments (conventions 2.1, money 9): what a rail would have reported, and what nobody
//! reports any more. The commands around these functions open the transaction and leave the audit row.

use causeway_domain::ids::{AccountRef, InternalAccountId, TransactionId};
use causeway_domain::payments::lifecycle::RefundEvent;
use causeway_domain::payments::{OutgoingFailure, RefundReason, TransactionType, is_of_payout};
use causeway_store::payments::{PaymentRecord, Side};
use causeway_store::{Tx, internal_accounts, ledger as entries};

use super::checks::accounts::{check_can_take, coins_account};
use super::checks::gate;
use super::errors;
use super::incoming::{deposit, transfer_in};
use super::lifecycle::locked::{Books, LockedPayment};
use super::lifecycle::phase::{awaits_credit, awaits_debit, has_arrived, is_refunding, is_under_way};
use super::lifecycle::refund::taker;
use super::rail::payout::outcome;
use super::rail::{debit, internal, refund};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// The payout has arrived (`payment settle`); or, where the payment waits for a debit, the debit has settled; or an
/// announced deposit has.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that is not on its way.
pub fn settle(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    if let Some(mut locked) = announced(tx, context, id)? {
        deposit::land(tx, context, &mut locked)?;
        return Ok(locked.payment);
    }
    if let Some(locked) = debiting(tx, context, id)? {
        return end_debit(tx, context, locked, debit::settle);
    }
    let mut locked = under_way(tx, context, id)?;
    check_is_reported(&locked.payment)?;
    outcome::deliver(tx, context, &mut locked)?;
    Ok(locked.payment)
}

/// The payout has failed, for this reason (`payment fail`); its refund begins. Where the payment waits for a debit,
/// the debit has failed, which is its own reason, and leaves nothing to refund; so it is with an announced deposit, but
/// for `COMPLIANCE_REJECTED`.
///
/// # Errors
/// As [`settle`]; `INVALID_INPUT` for a reason for which no payout fails on its way.
pub fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    failure: OutgoingFailure,
) -> Result<PaymentRecord, ApiError> {
    if !is_of_payout(failure) {
        return Err(errors::not_of_payout(failure));
    }
    if let Some(mut locked) = announced(tx, context, id)? {
        deposit::fail(tx, context, &mut locked, failure)?;
        return Ok(locked.payment);
    }
    if let Some(locked) = debiting(tx, context, id)? {
        return end_debit(tx, context, locked, debit::fail);
    }
    let mut locked = under_way(tx, context, id)?;
    outcome::fail(tx, context, &mut locked, failure, RefundReason::TransactionFailed)?;
    Ok(locked.payment)
}

/// The payout is stuck (`payment refund`): it is given up, and its refund begins with the reason `TIMEOUT`.
///
/// # Errors
/// As [`settle`]; `CONFLICT` for a payment that waits for a debit: nobody has its money yet.
pub fn give_up(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    if debiting(tx, context, id)?.is_some() {
        return Err(errors::still_debiting());
    }
    let mut locked = under_way(tx, context, id)?;
    let failure = OutgoingFailure::QuoteExecutionFailed;
    outcome::fail(tx, context, &mut locked, failure, RefundReason::Timeout)?;
    Ok(locked.payment)
}

/// The receiving bank has sent the money back (`payment return`); its refund begins. Or the debited bank has taken back
/// what a transfer had brought: the account owes it.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that has not arrived.
pub fn send_back(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = transported(tx, context, id)?;
    if !has_arrived(&locked.payment) {
        return Err(errors::wrong_state(locked.payment.status()));
    }
    match locked.payment.kind {
        TransactionType::Outgoing => {
            check_is_reported(&locked.payment)?;
            outcome::send_back(tx, context, &mut locked)?;
        }
        TransactionType::Incoming if locked.payment.state().receipt.is_some() => {
            if !matches!(locked.payment.credit(), Some(AccountRef::External(_))) {
                return Err(errors::no_payout());
            }
            outcome::send_back(tx, context, &mut locked)?;
        }
        TransactionType::Incoming => transfer_in::send_back(tx, context, &mut locked)?,
    }
    Ok(locked.payment)
}

/// The rail has released the money of a refund under way, without reporting it (`payment release`): the refund is made.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment whose refund is not under way.
pub fn release(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = refunding(tx, context, id)?;
    refund::give_back(tx, context, &mut locked)?;
    Ok(locked.payment)
}

/// The rail keeps the money of a refund under way (`payment keep`): the refund has failed, and what the payer is
/// owed stands in suspense.
///
/// # Errors
/// As [`release`].
pub fn keep(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = refunding(tx, context, id)?;
    refund::keep_back(tx, context, &mut locked)?;
    Ok(locked.payment)
}

/// A refund that failed is made after all, to the account that had paid or to another one in its currency; or a deposit
/// that its account did not take is credited, to it or to another one (`suspense resolve`).
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment of which nothing is in suspense; `REFERENCE_NOT_FOUND`
/// and `INVALID_INPUT` for an account that cannot take it.
pub fn resolve(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    to: Option<InternalAccountId>,
) -> Result<PaymentRecord, ApiError> {
    if let Some(locked) = announced(tx, context, id)? {
        return credit(tx, context, locked, to);
    }
    let mut locked = lock(tx, context, id)?.ok_or_else(|| errors::not_found("payment"))?;
    let owed = locked.payment.refundable()?;
    let suspended = entries::suspended(tx, context.platform, id)?;
    if suspended != [owed] {
        return Err(errors::nothing_suspended());
    }
    let to = match to {
        Some(to) => to,
        None => {
            let own = taker(tx, context.platform, &locked.payment)?;
            own.ok_or_else(errors::account_not_named)?
        }
    };
    let mut held =
        internal_accounts::lock(tx, context.platform, to)?.ok_or_else(errors::account_not_found)?;
    let terms = &locked.payment.terms;
    let has_paid =
        terms.source.account() == Some(AccountRef::Internal(to)) || coins_account(terms) == Some(to);
    check_can_take(&held, has_paid, owed)?;
    locked.apply_with(tx, context, RefundEvent::Resolved, Books::crediting(&mut held))?;
    Ok(locked.payment)
}

/// Credits a deposit that stands in suspense.
fn credit(
    tx: &mut Tx<'_>,
    context: &Context,
    mut locked: LockedPayment,
    to: Option<InternalAccountId>,
) -> Result<PaymentRecord, ApiError> {
    let suspended = entries::suspended(tx, context.platform, locked.payment.id)?;
    let deposit = locked.payment.deposit()?;
    if suspended != [deposit.arrived] {
        return Err(errors::nothing_suspended());
    }
    let own = match locked.payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Some(account),
        Some(AccountRef::External(_)) | None => None,
    };
    let to = to.or(own).ok_or_else(errors::account_not_named)?;
    let mut held =
        internal_accounts::lock(tx, context.platform, to)?.ok_or_else(errors::account_not_found)?;
    check_can_take(&held, false, deposit.credited)?;
    deposit::release(tx, context, &mut locked, &mut held)?;
    Ok(locked.payment)
}

/// Ends a debit, and has the rail asked whether it agrees: the work that would ask it may have been given up.
fn end_debit(
    tx: &mut Tx<'_>,
    context: &Context,
    mut locked: LockedPayment,
    end: fn(&mut Tx<'_>, &Context, &mut LockedPayment) -> Result<(), ApiError>,
) -> Result<PaymentRecord, ApiError> {
    end(tx, context, &mut locked)?;
    let work = Work::AskDebit { transaction: locked.payment.id };
    jobs::schedule(tx, context, &work, &locked.payment.id, context.now)?;
    Ok(locked.payment)
}

/// The payment, if it is a deposit.
///
/// # Errors
/// `CONFLICT` for one that is credited, or has failed.
fn announced(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<LockedPayment>, ApiError> {
    let found = LockedPayment::find(tx, context.platform, id)?;
    let is_open = |payment: &PaymentRecord| payment.is_deposit() && payment.state().refund.is_none();
    let Some(locked) = found.filter(|locked| is_open(&locked.payment)) else { return Ok(None) };
    if locked.payment.phase().pending_reason().is_some() {
        return Err(errors::deposit_waits());
    }
    if awaits_credit(&locked.payment) {
        Ok(Some(locked))
    } else {
        Err(errors::wrong_state(locked.payment.status()))
    }
}

/// The payment, if it waits for a debit.
fn debiting(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<LockedPayment>, ApiError> {
    Ok(lock(tx, context, id)?.filter(|locked| awaits_debit(&locked.payment)))
}

fn under_way(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    let locked = transported(tx, context, id)?;
    if is_under_way(&locked.payment) { Ok(locked) } else { Err(errors::wrong_state(locked.payment.status())) }
}

/// Nobody can say of a payment between two platforms of this deployment that it has arrived, or come back, but the
/// receiver's own payment, in the same commit.
fn check_is_reported(payment: &PaymentRecord) -> Result<(), ApiError> {
    let is_internal = payment.kind == TransactionType::Outgoing && payment.terms.internal_invoice().is_some();
    if is_internal { Err(errors::no_payout()) } else { Ok(()) }
}

fn refunding(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    internal::lock_payer_first(tx, context.platform, id)?;
    let locked = lock(tx, context, id)?.ok_or_else(|| errors::not_found("payment"))?;
    if !is_refunding(&locked.payment) {
        return Err(errors::no_refund_under_way());
    }
    gate::check_refund(tx, context.platform, &locked.payment)?;
    Ok(locked)
}

/// The payment, if a rail carries it.
fn transported(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    let locked = lock(tx, context, id)?.ok_or_else(|| errors::not_found("payment"))?;
    let terms = &locked.payment.terms;
    let rail_side = match locked.payment.kind {
        TransactionType::Outgoing => &terms.destination,
        TransactionType::Incoming => &terms.source,
    };
    match rail_side {
        Side::Account { account: AccountRef::External(_), .. } | Side::Uma { .. } => Ok(locked),
        Side::Account { account: AccountRef::Internal(_), .. } | Side::Funding { .. } => {
            Err(errors::no_payout())
        }
    }
}

/// A payment that goes out, that is debited, or that comes from a UMA address. What was paid in is not moved by hand.
fn lock(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Option<LockedPayment>, ApiError> {
    let found = LockedPayment::find(tx, context.platform, id)?;
    let is_moved = |payment: &PaymentRecord| {
        let state = &payment.state();
        let comes_back = payment.is_deposit() && state.refund.is_some();
        payment.kind == TransactionType::Outgoing
            || payment.phase().debit_status(payment.course()).is_some()
            || state.receipt.is_some()
            || comes_back
    };
    Ok(found.filter(|locked| is_moved(&locked.payment)))
}
