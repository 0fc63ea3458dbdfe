//! What comes of a direct debit that funds a quote (money 2.2, L5p).

use causeway_domain::ids::AccountRef;
use causeway_domain::payments::{DebitEvent, DebitStatus, OutgoingFailure, RefundReason};
use causeway_domain::postings;
use causeway_store::payments::{Debit, PaymentTerms};
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use super::status::end;
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::locked::LockedPayment;
use crate::payments::start::send_on;
use crate::payments::transition::PaymentEvent;
use crate::payments::{accounts, refund};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// L5p: the payment is on its way, and waits for what its source is to bring.
pub(in crate::payments) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    locked.payment.state.debit = Some(Debit { status: DebitStatus::Pending, is_sent_on: false });
    locked.apply(tx, context, PaymentEvent::Started)?;
    let payment = &locked.payment;
    let started = postings::debit_started(payment.committed_to()?, payment.total()?);
    ledger::book(tx, context, started, Reason::of(payment), &mut [])?;
    let work = Work::SubmitDebit { transaction: payment.id };
    jobs::schedule(tx, context, &work, &payment.id, context.now)
}

/// The money is here. It is converted and sent on at the rate that the execution locked, however late it came;
/// where an account that it was to go to takes nothing any more, it goes back.
pub(super) fn settle(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    let mut held =
        internal_accounts::lock_all(tx, context.platform, &accounts::changed(&locked.payment.terms))?;
    let goes_on = held.iter().all(accounts::is_active) && takes_money(tx, context, &locked.payment.terms)?;
    end(locked, DebitEvent::Arrived, goes_on)?;
    let payment = &locked.payment;
    let settled = postings::debit_settled(payment.total()?);
    let reason = Reason::of(payment);
    if !goes_on {
        ledger::book(tx, context, settled, reason, &mut [])?;
        locked.apply(tx, context, PaymentEvent::Failed(OutgoingFailure::QuoteExecutionFailed))?;
        return refund::open(tx, context, locked, RefundReason::TransactionFailed);
    }
    let converted = postings::quote_converted(&payment.conversion()?, payment.payout_to());
    ledger::book_all(tx, context, [settled, converted], reason, &mut held)?;
    locked.leave(tx, context)?;
    send_on(tx, context, locked, &held)
}

/// L5p reversed: nothing came, so nothing goes back.
pub(super) fn fail(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    end(locked, DebitEvent::DidNotSucceed, false)?;
    let payment = &locked.payment;
    let failed = postings::debit_failed(payment.committed_to()?, payment.total()?);
    ledger::book(tx, context, failed, Reason::of(payment), &mut [])?;
    locked.apply(tx, context, PaymentEvent::DebitFailed)
}

/// Whether money may still be sent to where it was to go elsewhere. That the account was deleted stops nothing that is
/// under way (money 4.5); that it was disabled does.
fn takes_money(tx: &mut Tx<'_>, context: &Context, terms: &PaymentTerms) -> Result<bool, ApiError> {
    let Some(AccountRef::External(account)) = terms.destination.account() else { return Ok(true) };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    Ok(accounts::is_payable(account.status))
}
