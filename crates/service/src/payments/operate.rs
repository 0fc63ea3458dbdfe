//! Actions of operators on payments (conventions 2.1, money 9): reports that a rail would have made, or no
//! longer makes. The commands around these functions open the transaction and write the audit row.

use causeway_domain::ids::{AccountRef, InternalAccountId, TransactionId};
use causeway_domain::payments::lifecycle::RefundEvent;
use causeway_domain::payments::{OutgoingFailure, RefundReason, TransactionType, is_of_payout};
use causeway_store::payments::{PaymentRecord, Side};
use causeway_store::{Tx, internal_accounts, ledger as entries};

use super::checks::accounts::{check_can_take, crypto_account};
use super::checks::pre_submission;
use super::incoming::{deposit, transfer_in};
use super::lifecycle::locked::{Books, LockedPayment};
use super::lifecycle::phase::{
    awaits_credit, awaits_debit, has_arrived, is_mirrored, is_refunding, is_under_way,
};
use super::lifecycle::refund::taker;
use super::rail::payout::outcome;
use super::rail::{debit, internal, refund};
use super::{errors, settled_alerts};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Settles a payout (`payment settle`), the debit that the payment waits for, or an announced deposit.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that is not on its way.
pub fn settle(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    if let Some(mut locked) = lock_open_deposit(tx, context, id)? {
        deposit::settle_announced(tx, context, &mut locked)?;
        return ended(tx, locked);
    }
    if let Some(locked) = lock_debit(tx, context, id)? {
        return end_debit(tx, context, locked, debit::settle);
    }
    let mut locked = under_way(tx, context, id)?;
    check_is_reported(&locked.payment)?;
    outcome::deliver(tx, context, &mut locked)?;
    ended(tx, locked)
}

/// Fails a payout for this reason and begins its refund (`payment fail`). If the payment waits for a debit,
/// the debit fails, for its own reason, and there is nothing to refund; so does an announced deposit, except
/// for `COMPLIANCE_REJECTED`.
///
/// # Errors
/// The same as [`settle`]; `INVALID_INPUT` for a reason that no payout on its way can have.
pub fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    failure: OutgoingFailure,
) -> Result<PaymentRecord, ApiError> {
    if !is_of_payout(failure) {
        return Err(errors::not_of_payout(failure));
    }
    if let Some(mut locked) = lock_open_deposit(tx, context, id)? {
        deposit::fail(tx, context, &mut locked, failure)?;
        return ended(tx, locked);
    }
    if let Some(locked) = lock_debit(tx, context, id)? {
        return end_debit(tx, context, locked, debit::fail);
    }
    let mut locked = under_way(tx, context, id)?;
    outcome::fail(tx, context, &mut locked, failure, RefundReason::TransactionFailed)?;
    ended(tx, locked)
}

/// Gives up a stuck payout (`payment refund`) and begins its refund with the reason `TIMEOUT`.
///
/// # Errors
/// The same as [`settle`]; `CONFLICT` for a payment that waits for a debit: its money has not arrived yet.
pub fn refund_stuck(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<PaymentRecord, ApiError> {
    if lock_debit(tx, context, id)?.is_some() {
        return Err(errors::still_debiting());
    }
    let mut locked = under_way(tx, context, id)?;
    let failure = OutgoingFailure::QuoteExecutionFailed;
    outcome::fail(tx, context, &mut locked, failure, RefundReason::Timeout)?;
    ended(tx, locked)
}

/// Records a return by the bank (`payment return`). A payout that the receiving bank returned is refunded; if
/// the debited bank took back a transfer, the credited account owes the amount.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that has not arrived.
pub fn return_by_bank(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<PaymentRecord, ApiError> {
    let mut locked = lock_rail_payment(tx, context, id)?;
    if !has_arrived(&locked.payment) {
        return Err(errors::wrong_state(&locked.payment));
    }
    match locked.payment.kind {
        TransactionType::Outgoing => {
            check_is_reported(&locked.payment)?;
            outcome::return_payout(tx, context, &mut locked, None)?;
        }
        TransactionType::Incoming if locked.payment.state().incoming_uma.is_some() => {
            if !matches!(locked.payment.credit(), Some(AccountRef::External(_))) {
                return Err(errors::no_payout());
            }
            outcome::return_payout(tx, context, &mut locked, None)?;
        }
        TransactionType::Incoming => transfer_in::reverse(tx, context, &mut locked)?,
    }
    ended(tx, locked)
}

/// Completes a refund under way whose money the rail has released without a report (`payment release`).
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment without a refund under way.
pub fn release(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = lock_refund(tx, context, id)?;
    refund::complete(tx, context, &mut locked)?;
    ended(tx, locked)
}

/// Fails a refund under way whose money the rail keeps (`payment keep`): the amount owed to the payer is in
/// suspense.
///
/// # Errors
/// The same as [`release`].
pub fn keep(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = lock_refund(tx, context, id)?;
    refund::suspend_kept(tx, context, &mut locked)?;
    ended(tx, locked)
}

/// Resolves a suspense item (`suspense resolve`): makes a failed refund, to the account that paid or another
/// one in its currency, or credits a deposit that its account did not take, to it or another one.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment without money in suspense; `REFERENCE_NOT_FOUND` and
/// `INVALID_INPUT` for an account that cannot take it.
pub fn resolve(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    to: Option<InternalAccountId>,
) -> Result<PaymentRecord, ApiError> {
    if let Some(locked) = lock_open_deposit(tx, context, id)? {
        return credit(tx, context, locked, to);
    }
    let mut locked = lock_moved(tx, context, id)?;
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
    let mut account =
        internal_accounts::lock(tx, context.platform, to)?.ok_or_else(errors::account_not_found)?;
    let terms = &locked.payment.terms;
    let has_paid =
        terms.source.account() == Some(AccountRef::Internal(to)) || crypto_account(terms) == Some(to);
    check_can_take(&account, has_paid, owed)?;
    locked.apply_with(tx, context, RefundEvent::Resolved, Books::crediting(&mut account))?;
    ended(tx, locked)
}

/// Credits a deposit that is in suspense.
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
    let mut account =
        internal_accounts::lock(tx, context.platform, to)?.ok_or_else(errors::account_not_found)?;
    check_can_take(&account, false, deposit.credited)?;
    deposit::release(tx, context, &mut locked, &mut account)?;
    ended(tx, locked)
}

/// Ends a debit, and schedules the inquiry at the rail if it agrees: the worker's own inquiry may have been
/// given up.
fn end_debit(
    tx: &mut Tx<'_>,
    context: &Context,
    mut locked: LockedPayment,
    end: fn(&mut Tx<'_>, &Context, &mut LockedPayment) -> Result<(), ApiError>,
) -> Result<PaymentRecord, ApiError> {
    end(tx, context, &mut locked)?;
    let work = Work::AskDebit { transaction: locked.payment.id };
    jobs::schedule(tx, context, &work, &locked.payment.id, context.now)?;
    ended(tx, locked)
}

/// Closes the alerts that the action has settled, and returns the payment.
fn ended(tx: &mut Tx<'_>, locked: LockedPayment) -> Result<PaymentRecord, ApiError> {
    settled_alerts::close_settled(tx, &locked.payment)?;
    Ok(locked.payment)
}

/// Returns the payment if it is an open deposit, or `None` otherwise.
///
/// # Errors
/// `CONFLICT` for a deposit that waits for a decision, is credited, or has failed.
fn lock_open_deposit(
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
    if awaits_credit(&locked.payment) { Ok(Some(locked)) } else { Err(errors::wrong_state(&locked.payment)) }
}

/// Returns the payment if it waits for a debit.
fn lock_debit(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<LockedPayment>, ApiError> {
    let found = LockedPayment::find(tx, context.platform, id)?;
    Ok(found.filter(|locked| is_moved(&locked.payment) && awaits_debit(&locked.payment)))
}

fn under_way(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    let locked = lock_rail_payment(tx, context, id)?;
    if is_under_way(&locked.payment) { Ok(locked) } else { Err(errors::wrong_state(&locked.payment)) }
}

/// Refuses a payment whose arrival or return another payment reports.
fn check_is_reported(payment: &PaymentRecord) -> Result<(), ApiError> {
    if is_mirrored(payment) { Err(errors::no_payout()) } else { Ok(()) }
}

fn lock_refund(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    internal::lock_payer_first(tx, context.platform, id)?;
    let locked = lock_moved(tx, context, id)?;
    if !is_refunding(&locked.payment) {
        return Err(errors::no_refund_under_way());
    }
    pre_submission::check_refund(tx, context.platform, &locked.payment)?;
    Ok(locked)
}

/// Returns the payment if a rail carries it.
fn lock_rail_payment(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<LockedPayment, ApiError> {
    let locked = lock_moved(tx, context, id)?;
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

/// Locks a payment that operators move.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for paid-in money, which is not moved by hand.
fn lock_moved(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    let found = LockedPayment::find(tx, context.platform, id)?;
    let locked = found.ok_or_else(|| errors::not_found("payment"))?;
    if is_moved(&locked.payment) { Ok(locked) } else { Err(errors::not_moved(locked.payment.status())) }
}

/// Returns `true` for a payment that goes out, is debited, comes from a UMA address, or is a deposit on its way back.
/// Other paid-in money is not moved by hand.
fn is_moved(payment: &PaymentRecord) -> bool {
    let state = payment.state();
    payment.kind == TransactionType::Outgoing
        || payment.phase().debit_status(payment.course()).is_some()
        || state.incoming_uma.is_some()
        || (payment.is_deposit() && state.refund.is_some())
}
