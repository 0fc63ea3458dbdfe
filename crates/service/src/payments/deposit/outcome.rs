//! What becomes of money that a bank has announced, and of money that stands in suspense (money 3.5).

use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::{DepositEvent, OutgoingFailure};
use causeway_domain::postings;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts, ledger as entries};
use serde_json::json;

use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::accounts::is_active;
use crate::payments::alert::call_operator;
use crate::payments::{LockedPayment, announce, errors, gate};
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
        _ => DepositEvent::DebitFailed,
    };
    locked.come_in(tx, context, event)
}

/// L2: the money is here. An account that is not active does not take it: it stands in suspense, and an operator is
/// called. `held` is the account.
pub(super) fn arrive(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &mut LockedAccount,
) -> Result<(), ApiError> {
    let deposit = locked.payment.deposit()?;
    let reason = Reason::of(&locked.payment);
    if is_active(held) {
        locked.come_in(tx, context, DepositEvent::Settled)?;
        let settled = postings::deposit_settled(held.account.id, &deposit);
        ledger::book(tx, context, settled, reason, std::slice::from_mut(held))?;
        return Ok(());
    }
    ledger::book(tx, context, postings::deposit_suspended(deposit.arrived), reason, &mut [])?;
    announce::status(tx, context, &locked.payment)?;
    call_for_suspended(tx, context, &locked.payment, held)
}

/// Calls an operator because of money that its account does not take.
pub(super) fn call_for_suspended(
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
    locked.come_in(tx, context, DepositEvent::Settled)?;
    let released = postings::deposit_released(held.account.id, &locked.payment.deposit()?);
    ledger::book(tx, context, released, Reason::of(&locked.payment), std::slice::from_mut(held))?;
    Ok(())
}

/// Refuses money that is here already.
fn check_announced(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<(), ApiError> {
    if !entries::suspended(tx, context.platform, payment.id)?.is_empty() {
        return Err(errors::suspended());
    }
    Ok(gate::check_unbooked(tx, context.platform, payment.id)?)
}

/// The account that it is for.
pub(super) fn account(payment: &PaymentRecord) -> Result<InternalAccountId, Error> {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Ok(account),
        Some(AccountRef::External(_)) | None => Err(Error::Missing),
    }
}
