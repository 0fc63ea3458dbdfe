//! `deposit release` and `deposit reject`: an operator decides about a waiting deposit (money 3.5).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::RefundReason;
use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts, ledger as entries, payments};

use super::outcome::{account, call_for_suspended};
use super::review::{job_of, waiting};
use crate::payments::checks::accounts::is_active;
use crate::payments::errors;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs;
use crate::runtime::upkeep::close_alert;

/// Credits a waiting deposit, regardless of its pending reason. If the account is not active, the deposit
/// stays in suspense until `suspense resolve`.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` for a payment that is not a waiting deposit.
pub fn release(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = lock_decidable(tx, context, id)?;
    let found = internal_accounts::lock(tx, context.platform, account(&locked.payment)?)?;
    let mut account = found.ok_or(Error::Missing)?;
    if !is_active(&account) {
        locked.apply(tx, context, DepositEvent::NotTaken)?;
        call_for_suspended(tx, context, &locked.payment, &account)?;
        return Ok(locked.payment);
    }
    let deposit = locked.payment.deposit()?;
    if entries::suspended(tx, context.platform, id)? != [deposit.arrived] {
        return Err(errors::nothing_suspended());
    }
    locked.apply_with(tx, context, DepositEvent::Released, Books::crediting(&mut account))?;
    Ok(locked.payment)
}

/// Rejects the deposit, which is refunded to its sender.
///
/// # Errors
/// The same as [`release`].
pub fn reject(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let mut locked = lock_decidable(tx, context, id)?;
    locked.apply(tx, context, DepositEvent::ComplianceRejected)?;
    refund::open(tx, context, &mut locked, RefundReason::TransactionFailed)?;
    Ok(locked.payment)
}

/// Locks a waiting deposit, withdraws the job that would end it, and closes the alert that asks for the decision.
fn lock_decidable(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<LockedPayment, ApiError> {
    if payments::find(tx, context.platform, id)?.is_none() {
        return Err(errors::not_found("payment"));
    }
    let (locked, _) = waiting(tx, context, id)?.ok_or_else(errors::deposit_not_waiting)?;
    jobs::withdraw(tx, context, job_of(id))?;
    close_alert(tx, AlertKind::DepositReview, &id.to_string())?;
    Ok(locked)
}
