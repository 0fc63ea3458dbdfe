//! The outcome of money that a bank has announced, and of money in suspense (money 3.5).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::OutgoingFailure;
use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts, ledger as entries};
use serde_json::json;

use crate::payments::checks::accounts::is_active;
use crate::payments::checks::pre_submission;
use crate::payments::errors;
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Books L2: announced money has settled.
pub(in crate::payments) fn settle_announced(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    check_announced(tx, context, &locked.payment)?;
    let found = internal_accounts::lock(tx, context.platform, account(&locked.payment)?)?;
    let mut account = found.ok_or(Error::Missing)?;
    credit_or_suspend(tx, context, locked, &mut account)
}

/// Fails an announced deposit that does not come. Nothing was booked.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    failure: OutgoingFailure,
) -> Result<(), ApiError> {
    check_announced(tx, context, &locked.payment)?;
    let event = match failure {
        OutgoingFailure::ComplianceRejected => DepositEvent::ComplianceRejected,
        _ => DepositEvent::NotReceived,
    };
    locked.apply(tx, context, event)
}

/// Books L2 for money that has arrived. An account (`held`) that is not active does not take it: the money is
/// in suspense, and an alert is raised.
pub(in crate::payments) fn credit_or_suspend(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    account: &mut LockedAccount,
) -> Result<(), ApiError> {
    if is_active(account) {
        return locked.apply_with(tx, context, DepositEvent::Settled, Books::crediting(account)).map(drop);
    }
    locked.apply(tx, context, DepositEvent::NotTaken)?;
    call_for_suspended(tx, context, &locked.payment, account)
}

/// Raises an alert about money that its account does not take.
pub(in crate::payments) fn call_for_suspended(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    account: &LockedAccount,
) -> Result<(), ApiError> {
    let status = account.account.doc.state.status().as_str();
    let known = json!({ "account": account.account.id.to_string(), "accountStatus": status });
    call_operator(tx, context, AlertKind::DepositSuspended, payment, known)
}

/// Books L2 later: credits money in suspense to an account. The caller must hold the account's row lock.
pub(in crate::payments) fn release(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    account: &mut LockedAccount,
) -> Result<(), ApiError> {
    locked.apply_with(tx, context, DepositEvent::Released, Books::crediting(account)).map(drop)
}

/// Refuses money that has already arrived.
fn check_announced(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<(), ApiError> {
    if !entries::suspended(tx, context.platform, payment.id)?.is_empty() {
        return Err(errors::suspended());
    }
    Ok(pre_submission::check_unbooked(tx, context.platform, payment.id)?)
}

/// Returns the account that the deposit is for.
pub(in crate::payments) fn account(payment: &PaymentRecord) -> Result<InternalAccountId, Error> {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Ok(account),
        Some(AccountRef::External(_)) | None => Err(Error::Missing),
    }
}
