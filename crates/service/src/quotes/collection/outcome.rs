//! What comes of a pull. Callers hold the quote's lock.

use causeway_domain::collections::{CollectionEvent, CollectionStatus, next};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::postings;
use causeway_domain::refunds::RefundReason;
use causeway_domain::transactions::OutgoingFailure;
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::transactions::CollectionDoc;
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
    pair.payment.doc.collection =
        Some(CollectionDoc { status: CollectionStatus::Pending, is_sent_on: false });
    pair.step(tx, context, Step::Started)?;
    let pulled = postings::quote_pulled(pair.quote.id, pair.total());
    ledger::book(tx, context, pulled, pair.reason(), &mut [])?;
    let work = Work::SubmitCollection { transaction: pair.payment.id };
    jobs::schedule(tx, context, &work, &pair.payment.id, context.now)
}

/// The money is here. It is converted and sent on at the rate that the execution locked, however late it came;
/// where an account that it was to go to takes nothing any more, it goes back.
pub(in crate::quotes) fn settle(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    let mut held = internal_accounts::lock_all(tx, context.platform, &changed_accounts(&pair.quote))?;
    let goes_on = held.iter().all(is_active) && takes_money(tx, context, &pair.quote)?;
    end(pair, CollectionEvent::Arrived, goes_on)?;
    let settled = postings::pull_settled(pair.total());
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
    end(pair, CollectionEvent::DidNotSucceed, false)?;
    let failed = postings::pull_failed(pair.quote.id, pair.total());
    ledger::book(tx, context, failed, pair.reason(), &mut [])?;
    pair.step(tx, context, Step::CollectionFailed)
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

fn end(pair: &mut Pair, event: CollectionEvent, is_sent_on: bool) -> Result<(), ApiError> {
    let collection = pair.payment.doc.collection.as_mut().ok_or(Error::Missing)?;
    let status = next(collection.status, event).map_err(ApiError::internal)?;
    *collection = CollectionDoc { status, is_sent_on };
    Ok(())
}
