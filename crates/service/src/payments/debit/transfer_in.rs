//! What comes of a direct debit that goes into an account as it is (money 2.2 L3, 10.2).

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::{DebitEvent, DebitStatus, DepositEvent, TransactionStatus};
use causeway_domain::postings;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{Debit, PaymentRecord};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::status::end;
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::alert::call_operator;
use crate::payments::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// A debit of which nothing has become yet.
pub(crate) const BEGUN: Debit = Debit { status: DebitStatus::Pending, is_sent_on: false };

/// L3a: the debit is under way, and what it is to bring stands in the account, unsettled. `held` is the account.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    held: &mut LockedAccount,
) -> Result<(), ApiError> {
    let started = postings::transfer_in_started(held.account.id, amount(payment)?);
    ledger::book(tx, context, started, Reason::of(payment), std::slice::from_mut(held))?;
    let work = Work::SubmitDebit { transaction: payment.id };
    jobs::schedule(tx, context, &work, &payment.id, context.now)
}

/// The rail works on it.
pub(super) fn set_off(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.status == TransactionStatus::Pending {
        locked.come_in(tx, context, DepositEvent::Submitted)?;
    }
    Ok(())
}

/// L3b: it has settled. An account that was frozen meanwhile had it already.
pub(super) fn settle(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    end(locked, DebitEvent::Arrived, true)?;
    locked.come_in(tx, context, DepositEvent::Settled)?;
    let payment = &locked.payment;
    let settled = postings::transfer_in_settled(account(payment)?, amount(payment)?);
    ledger::book(tx, context, settled, Reason::of(payment), &mut [])?;
    Ok(())
}

/// L3c: it has failed.
pub(super) fn fail(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    undo(tx, context, locked, DepositEvent::DebitFailed)
}

/// L3c: the rail has given it up because the payer wanted it (money 10.7).
pub(in crate::payments) fn cancel(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    undo(tx, context, locked, DepositEvent::Cancelled)
}

fn undo(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    event: DepositEvent,
) -> Result<(), ApiError> {
    end(locked, DebitEvent::DidNotSucceed, false)?;
    locked.come_in(tx, context, event)?;
    let payment = &locked.payment;
    let failed = postings::transfer_in_failed(account(payment)?, amount(payment)?);
    ledger::book(tx, context, failed, Reason::of(payment), &mut [])?;
    Ok(())
}

/// L3d: the debited bank has taken back what had settled. Whoever owes it now, an operator finds out.
pub(in crate::payments) fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    locked.come_in(tx, context, DepositEvent::Returned)?;
    let payment = &locked.payment;
    let returned = postings::transfer_in_returned(account(payment)?, amount(payment)?);
    let shown = ledger::book(tx, context, returned, Reason::of(payment), &mut [])?;
    let left = shown.first().map(|account| account.balance.amount);
    let known = json!({ "account": account(payment)?.to_string(), "balance": left });
    call_operator(tx, context, "DEBIT_RETURNED", payment, known)
}

/// What is debited.
fn amount(payment: &PaymentRecord) -> Result<Amount, Error> {
    payment.terms.received.ok_or(Error::Missing)
}

/// The account that it goes into.
fn account(payment: &PaymentRecord) -> Result<InternalAccountId, Error> {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Ok(account),
        Some(AccountRef::External(_)) | None => Err(Error::Missing),
    }
}
