//! Money that has come is credited, or goes back.

use causeway_domain::ids::{AccountRef, ExternalAccountId, InternalAccountId};
use causeway_domain::payments::{IncomingEvent, IncomingFailure, RefundReason};
use causeway_domain::postings;
use causeway_store::payments::PaidBy;
use causeway_store::{Error, Tx, external_accounts, internal_accounts, payments};

use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::accounts::{is_active, is_payable};
use crate::payments::locked::LockedPayment;
use crate::payments::{gate, refund};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Another platform of this deployment has paid it.
pub(in crate::payments) fn paid(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    by: PaidBy,
) -> Result<(), ApiError> {
    locked.payment.state.receipt.as_mut().ok_or(Error::Missing)?.paid_by = Some(by);
    locked.receive(tx, context, IncomingEvent::SettlementReceived)?;
    credit(tx, context, locked)
}

/// L8: the receiver gets the money, unless it cannot be had any more.
pub(super) fn credit(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    gate::check_unbooked(tx, context.platform, locked.payment.id)?;
    match locked.payment.credit().ok_or(Error::Missing)? {
        AccountRef::Internal(account) => into_account(tx, context, locked, account),
        AccountRef::External(account) => send_on(tx, context, locked, account),
    }
}

fn into_account(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    account: InternalAccountId,
) -> Result<(), ApiError> {
    let mut held = internal_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
    if !is_active(&held) {
        return refuse(tx, context, locked, IncomingFailure::QuoteExecutionFailed);
    }
    let credited = postings::uma_credited(account, &locked.payment.uma_receipt()?);
    let reason = Reason::of(&locked.payment);
    locked.receive(tx, context, IncomingEvent::Credited)?;
    ledger::book(tx, context, credited, reason, std::slice::from_mut(&mut held))?;
    Ok(())
}

/// The payout to an external account begins.
fn send_on(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    account: ExternalAccountId,
) -> Result<(), ApiError> {
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    if account.is_deleted || !is_payable(account.status) {
        return refuse(tx, context, locked, IncomingFailure::OfframpFailed);
    }
    let payment = &mut locked.payment;
    payment.state.receipt.as_mut().ok_or(Error::Missing)?.is_sent_on = true;
    payments::update(tx, context.platform, payment)?;
    let started = postings::uma_offramp_started(&payment.uma_receipt()?);
    ledger::book(tx, context, started, Reason::of(payment), &mut [])?;
    let work = Work::SubmitPayout { transaction: payment.id };
    jobs::schedule(tx, context, &work, &payment.id, context.now)
}

/// What has come cannot be credited: it waits in suspense until its sender has it again.
pub(super) fn refuse(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    failure: IncomingFailure,
) -> Result<(), ApiError> {
    gate::check_unbooked(tx, context.platform, locked.payment.id)?;
    let suspended = postings::uma_suspended(&locked.payment.uma_receipt()?);
    ledger::book(tx, context, suspended, Reason::of(&locked.payment), &mut [])?;
    locked.receive(tx, context, IncomingEvent::CouldNotCredit(failure))?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}
