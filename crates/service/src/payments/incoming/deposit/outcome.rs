//! What becomes of money that a bank has announced, and of money that stands in suspense (money 3.5).

use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::OutgoingFailure;
use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts, ledger as entries};
use serde_json::json;

use crate::payments::checks::accounts::is_active;
use crate::payments::checks::gate;
use crate::payments::errors;
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// L2: announced money has settled.
pub(in crate::payments) fn land(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    check_announced(tx, context, &locked.payment)?;
    let found = internal_accounts::lock(tx, context.platform, account(&locked.payment)?)?;
    let mut held = found.ok_or(Error::Missing)?;
    arrive(tx, context, locked, &mut held)
}

/// Announced money does not come. Nothing was booked.
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

/// L2: the money is here. An account that is not active does not take it: it stands in suspense, and an operator is
/// called. `held` is the account.
pub(in crate::payments) fn arrive(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &mut LockedAccount,
) -> Result<(), ApiError> {
    if is_active(held) {
        return locked.apply_with(tx, context, DepositEvent::Settled, Books::crediting(held)).map(drop);
    }
    locked.apply(tx, context, DepositEvent::NotTaken)?;
    call_for_suspended(tx, context, &locked.payment, held)
}

/// Calls an operator because of money that its account does not take.
pub(in crate::payments) fn call_for_suspended(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    held: &LockedAccount,
) -> Result<(), ApiError> {
    let status = held.account.doc.state.status().as_str();
    let known = json!({ "account": held.account.id.to_string(), "accountStatus": status });
    call_operator(tx, context, "DEPOSIT_SUSPENDED", payment, known)
}

/// L2, later: an account, which is locked, takes what stands in suspense.
pub(in crate::payments) fn release(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &mut LockedAccount,
) -> Result<(), ApiError> {
    locked.apply_with(tx, context, DepositEvent::Released, Books::crediting(held)).map(drop)
}

/// Refuses money that is here already.
fn check_announced(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<(), ApiError> {
    if !entries::suspended(tx, context.platform, payment.id)?.is_empty() {
        return Err(errors::suspended());
    }
    Ok(gate::check_unbooked(tx, context.platform, payment.id)?)
}

/// The account that it is for.
pub(in crate::payments) fn account(payment: &PaymentRecord) -> Result<InternalAccountId, Error> {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Ok(account),
        Some(AccountRef::External(_)) | None => Err(Error::Missing),
    }
}
