//! Settled money of an incoming UMA payment is credited or refunded.

use causeway_domain::ids::{AccountRef, ExternalAccountId, InternalAccountId};
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_domain::payments::{IncomingFailure, RefundReason};
use causeway_store::payments::{PaidBy, PaymentFact};
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use crate::payments::checks::accounts::{is_active, is_payable};
use crate::payments::checks::pre_submission;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Settles a payment that another platform of this deployment has paid.
pub(in crate::payments) fn paid(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    by: PaidBy,
) -> Result<(), ApiError> {
    locked.payment.note(PaymentFact::PaidBy(by), context.now)?;
    locked.apply(tx, context, IncomingUmaEvent::SettlementReceived)?;
    credit(tx, context, locked)
}

/// Books L8: credits the receiver, or begins the refund if the money cannot be credited any more.
pub(in crate::payments) fn credit(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    pre_submission::check_unbooked(tx, context.platform, locked.payment.id)?;
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
    let mut locked_account = internal_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
    if !is_active(&locked_account) {
        return refuse(tx, context, locked, IncomingFailure::QuoteExecutionFailed);
    }
    locked
        .apply_with(tx, context, IncomingUmaEvent::Credited, Books::crediting(&mut locked_account))
        .map(drop)
}

/// Begins the payout to an external account.
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
    locked.apply(tx, context, IncomingUmaEvent::SentOn)
}

/// Holds money that cannot be credited in suspense, and begins its refund to the sender.
pub(in crate::payments) fn refuse(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    failure: IncomingFailure,
) -> Result<(), ApiError> {
    pre_submission::check_unbooked(tx, context.platform, locked.payment.id)?;
    locked.apply(tx, context, IncomingUmaEvent::CouldNotCredit(failure))?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}
