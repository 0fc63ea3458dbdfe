//! Money is paid in for a quote (money 8.4): the quote is executed, or it fails and the money is refunded.
//!
//! Everything happens in one commit, as in an execution. The payer decides the time; the payment cannot be
//! refused, because the money has arrived.

use std::sync::Arc;

use causeway_domain::ids::QuoteId;
use causeway_domain::payments::OutgoingFailure;
use causeway_domain::quotes::{QuoteStatus, is_fundable};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Prefetch, Tx, quotes};

use super::errors;
use super::launch::ExecutionContext;
use super::locked::LockedQuote;
use super::status::written_status;
use super::stored_quote::StoredQuote;
use crate::payments::checks::precheck::PrecheckResult;
use crate::payments::checks::{accounts, volume};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::outgoing::funding;
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};

/// A quote about to be funded, and the answers of the outside world about its execution.
#[derive(Debug, Clone)]
pub struct FundingPreflight {
    payment: PaymentRecord,
    id: QuoteId,
    precheck: PrecheckResult,
}

impl FundingPreflight {
    /// Finds the quote, and asks the outside world if it can still be executed.
    ///
    /// # Errors
    /// `QUOTE_NOT_FOUND`.
    pub async fn of(app: &Arc<App>, caller: &Caller, id: QuoteId) -> Result<Self, ApiError> {
        let StoredQuote { quote, payment, precheck, now } = StoredQuote::read(app, caller, id).await?;
        let precheck = if is_fundable(written_status(&payment)?, quote.expires_at, now) {
            precheck.ask(app.ports.of(caller.environment)).await
        } else {
            PrecheckResult::Ready
        };
        Ok(Self { payment, id, precheck })
    }

    /// Returns the rows that the write locks and reads.
    #[must_use]
    pub fn prefetch(&self, app: &Arc<App>, caller: &Caller) -> Prefetch {
        let app = Arc::clone(app);
        let caller = caller.clone();
        let payment = self.payment.clone();
        let id = self.id;
        Prefetch::of_accounts(&accounts::changed(&payment.terms)).and_reads(move |tx| {
            let context = Context::of(&app, &caller, tx.wall());
            quotes::lock(tx, context.platform, id)?;
            ExecutionContext::find(tx, &context, &payment).map(drop)
        })
    }
}

/// Applies incoming money to a quote; `pay` derives the money from its payment. Returns the resulting
/// payment. The caller must hold the quote's row lock.
///
/// # Errors
/// The errors of `pay`; `INVALID_INPUT` with `QUOTE_NOT_FUNDABLE` for a quote that is no longer open;
/// `SVC_SWITCH_ERROR` if the rail or rate source gave no answer: nothing was booked.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    preflight: &FundingPreflight,
    pay: impl FnOnce(&PaymentRecord) -> Result<IncomingMoney, ApiError>,
) -> Result<PaymentRecord, ApiError> {
    let found = LockedQuote::find(tx, context, preflight.id)?;
    let money = pay(&found.locked.payment)?;
    check_fundable(context, &found)?;
    let mut locked = found.locked;
    apply_money(tx, context, &mut locked, &money, preflight.precheck)?;
    Ok(locked.payment)
}

fn check_fundable(context: &Context, locked_quote: &LockedQuote) -> Result<(), ApiError> {
    let status = locked_quote.status()?;
    let is_paid_in = locked_quote.locked.payment.terms.funding.is_some();
    if is_paid_in && is_fundable(status, locked_quote.quote.expires_at, context.now) {
        return Ok(());
    }
    let is_open = status == QuoteStatus::Pending;
    let status = if is_open && is_paid_in { QuoteStatus::Expired } else { status };
    Err(errors::not_fundable(status))
}

/// Applies incoming money to an open quote.
fn apply_money(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    money: &IncomingMoney,
    precheck: PrecheckResult,
) -> Result<(), ApiError> {
    let mut facts = ExecutionContext::find(tx, context, &locked.payment)?;
    match find_obstacle(tx, context, &facts, &locked.payment, money, precheck)? {
        None => {
            let conversion = locked.payment.terms.conversion.ok_or(Error::Missing)?;
            volume::count(tx, context, &facts.settings, conversion.total(), conversion.receiving)?;
            funding::start(tx, context, locked, money, &mut facts.accounts)
        }
        Some(failure) => funding::fail(tx, context, locked, money, failure, &mut facts.accounts),
    }
}

/// Returns why the payment cannot be executed, the amount first: it is the payer's own mistake.
fn find_obstacle(
    tx: &mut Tx<'_>,
    context: &Context,
    facts: &ExecutionContext,
    payment: &PaymentRecord,
    money: &IncomingMoney,
    precheck: PrecheckResult,
) -> Result<Option<OutgoingFailure>, ApiError> {
    if payment.terms.sent != Some(money.amount) {
        return Ok(Some(OutgoingFailure::FundingAmountMismatch));
    }
    if is_refused(facts.check(payment, context.now))? {
        return Ok(Some(OutgoingFailure::QuoteExecutionFailed));
    }
    let conversion = payment.terms.conversion.ok_or(Error::Missing)?;
    let total = conversion.total();
    let receiving = conversion.receiving;
    if is_refused(volume::check(tx, context, &facts.settings, total, receiving))? {
        return Ok(Some(OutgoingFailure::LimitExceeded));
    }
    if !is_covered(facts, payment, money)? {
        return Ok(Some(OutgoingFailure::QuoteExecutionFailed));
    }
    match precheck {
        PrecheckResult::Ready => Ok(None),
        PrecheckResult::RateRefused => Ok(Some(OutgoingFailure::QuoteRateUnavailable)),
        PrecheckResult::NotOffered => Err(errors::no_answer("payment rail")),
        PrecheckResult::NoAnswer(whose) => Err(errors::no_answer(whose)),
    }
}

/// Returns `false` if the account that crypto is credited to could not cover the payment: it was overdrawn by
/// more than they bring.
fn is_covered(
    facts: &ExecutionContext,
    payment: &PaymentRecord,
    money: &IncomingMoney,
) -> Result<bool, Error> {
    let Some(account) = payment.terms.funding.as_ref().and_then(|funding| funding.account) else {
        return Ok(true);
    };
    let available = accounts::locked(&facts.accounts, account)?.balance.available;
    Ok(available.saturating_add(money.amount.minor) >= payment.total()?.minor)
}

/// Returns `true` if a check refuses. A check that could not be made is an error instead.
fn is_refused(checked: Result<(), ApiError>) -> Result<bool, ApiError> {
    match checked {
        Ok(()) => Ok(false),
        Err(failed) if failed.is_service_failure() => Err(failed),
        Err(_) => Ok(true),
    }
}
