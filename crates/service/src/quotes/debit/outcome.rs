//! What comes of a debit. Callers hold the quote's lock.

use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::{DebitEvent, DebitStatus, OutgoingFailure, RefundReason, next_debit};
use causeway_domain::postings;
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::transactions::DebitDoc;
use causeway_store::{Error, Tx, external_accounts};

use crate::quotes::parties::Account;
use crate::quotes::steps::{Pair, Step, changed_accounts, conversion};
use crate::quotes::{refund, start};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::ledger;

/// L5p: the payment is on its way, and waits for what its source is to bring.
pub(in crate::quotes) fn begin(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    pair.payment.doc.debit = Some(DebitDoc { status: DebitStatus::Pending, is_sent_on: false });
    pair.step(tx, context, Step::Started)?;
    let debited = postings::debit_started(pair.quote.id, pair.total());
    ledger::book(tx, context, debited, pair.reason(), &mut [])?;
    let work = Work::SubmitDebit { transaction: pair.payment.id };
    jobs::schedule(tx, context, &work, &pair.payment.id, context.now)
}

/// The money is here. It is converted and sent on at the rate that the execution locked, however late it came;
/// where an account that it was to go to takes nothing any more, it goes back.
pub(in crate::quotes) fn settle(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    let mut held = internal_accounts::lock_all(tx, context.platform, &changed_accounts(&pair.quote))?;
    let goes_on = held.iter().all(is_active) && takes_money(tx, context, &pair.quote)?;
    end(pair, DebitEvent::Arrived, goes_on)?;
    let settled = postings::debit_settled(pair.total());
    if !goes_on {
        ledger::book(tx, context, settled, pair.reason(), &mut [])?;
        pair.step(tx, context, Step::Failed(OutgoingFailure::QuoteExecutionFailed))?;
        return refund::open(tx, context, pair, RefundReason::TransactionFailed);
    }
    let converted = postings::quote_converted(&conversion(&pair.quote), start::payout_to(&pair.quote));
    ledger::book_all(tx, context, [settled, converted], pair.reason(), &mut held)?;
    pair.leave(tx, context)?;
    start::send_on(tx, context, pair, &held)
}

/// L5p reversed: nothing came, so nothing goes back.
pub(in crate::quotes) fn fail(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    end(pair, DebitEvent::DidNotSucceed, false)?;
    let failed = postings::debit_failed(pair.quote.id, pair.total());
    ledger::book(tx, context, failed, pair.reason(), &mut [])?;
    pair.step(tx, context, Step::DebitFailed)
}

fn is_active(held: &LockedAccount) -> bool {
    held.account.doc.state.status() == InternalAccountStatus::Active
}

/// Whether money may still be sent to where it was to go elsewhere. That the account was deleted stops nothing that is
/// under way (money 4.5); that it was disabled does.
fn takes_money(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<bool, ApiError> {
    let QuoteDestination::External { account, .. } = quote.doc.destination else { return Ok(true) };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    Ok(Account::External(Box::new(account)).check_usable().is_ok())
}

fn end(pair: &mut Pair, event: DebitEvent, is_sent_on: bool) -> Result<(), ApiError> {
    let debit = pair.payment.doc.debit.as_mut().ok_or(Error::Missing)?;
    let status = next_debit(debit.status, event).map_err(ApiError::internal)?;
    *debit = DebitDoc { status, is_sent_on };
    Ok(())
}
