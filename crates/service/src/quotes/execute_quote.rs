//! `POST /quotes/{quoteId}/execute` (money 8.6): the source is debited and the money sent on its way.
//!
//! Everything happens in one commit: both records move, the ledger is posted, the events are written and the
//! payout is left as a job. Of two executions at the same time, the one that comes second to the quote's lock
//! is refused.

use std::sync::Arc;

use causeway_domain::ids::{AccountRef, InternalAccountId, PlatformId, QuoteId};
use causeway_domain::quotes::check_executable;
use causeway_domain::rates::Rate;
use causeway_domain::{Amount, Time};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::quotes::{self, QuoteDestination, QuoteRecord};
use causeway_store::{Error, Prefetch, Tx, customers as customer_rows, external_accounts, transactions};
use causeway_wire::quotes::{ExecuteQuoteRequest, Quote};
use causeway_wire::table::ExecuteQuote;
use causeway_wire::{Code, Reply};

use super::parties::{Account, check_active, check_payer};
use super::steps::{Pair, Step, changed_accounts};
use super::{errors, factor, minimums, render, start, volume};
use crate::customers;
use crate::ports::{PayoutInquiry, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, Caller, Context, PathValues};
use crate::runtime::settings::Settings;

/// Carries out a quote from an account that the service can debit or debit.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, `INVALID_INPUT`, `USER_NOT_READY`,
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, `INSUFFICIENT_BALANCE`, `QUOTE_RATE_UNAVAILABLE`;
/// `SVC_SWITCH_ERROR` when rail or rate source give no answer.
pub async fn handler(call: Call<ExecuteQuote>) -> Result<Answer, ApiError> {
    let mut faults = FieldErrors::default();
    factor::check(call.body.sca_factor, &mut faults);
    faults.into_result()?;
    let id: QuoteId = call.path_id(Code::QuoteNotFound)?;
    let (platform, clock) = (call.caller.platform, call.caller.clock);
    let find = move |tx: &mut Tx<'_>| gather(tx, platform, id, clock.at(tx.wall()));
    let Some(gathered) = call.app.store.find(find).await? else {
        return Err(errors::quote_not_found());
    };
    let Gathered { quote, leaving } = gathered;
    let outside = match leaving {
        None => Outside::Ready,
        Some(leaving) => ask(call.app.ports.of(call.caller.environment), &leaving).await,
    };
    let prefetch = prefetch(&call.app, &call.caller, quote);
    let write = move |tx: &mut Tx<'_>, context: &Context| match execute(tx, context, id, outside)? {
        Executed::Done(quote) => Answer::success(&Reply::<ExecuteQuote>::Done(*quote)),
        Executed::RateRefused => Ok(Answer::refused(&errors::rate_refused())),
    };
    Ok(call.write_answer(prefetch, write).await)
}

/// What the shape does not say about the fields of an execution.
///
/// # Errors
/// None.
pub fn rules(
    _: &mut Tx<'_>,
    _: &Context,
    _: &PathValues,
    sent: &ExecuteQuoteRequest,
    faults: &mut FieldErrors,
) -> Result<(), ApiError> {
    factor::check(sent.sca_factor, faults);
    Ok(())
}

/// What must be known before the write: the quote, and what to ask the rail. Nothing here is decided upon; the
/// write reads it all again under its locks.
struct Gathered {
    quote: QuoteRecord,
    /// Absent where the write will refuse the quote for its state.
    leaving: Option<Leaving>,
}

/// What the outside world is asked about.
pub(super) struct Leaving {
    pub(super) source: AccountRef,
    pub(super) destination: QuoteDestination,
    pub(super) sent: Amount,
    pub(super) arriving: Amount,
    pub(super) rate: Rate,
}

/// What the outside world says to a payment that is about to start. It counts after everything else that could be
/// wrong with the payment (money 1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outside {
    /// The payment can start.
    Ready,
    /// The locked rate is not carried out any more.
    RateRefused,
    /// This partner gave no answer.
    NoAnswer(&'static str),
}

/// What became of an execution that was not refused before.
enum Executed {
    Done(Box<Quote>),
    /// Quote and payment have failed, and nothing was debited.
    RateRefused,
}

fn gather(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
    now: Time,
) -> Result<Option<Gathered>, ApiError> {
    let Some(quote) = quotes::find(tx, platform, id)? else { return Ok(None) };
    let doc = &quote.doc;
    let is_executable = check_executable(quote.status, false, quote.expires_at, now).is_ok();
    let leaving = is_executable.then(|| Leaving {
        source: doc.source,
        destination: doc.destination.clone(),
        sent: Amount::new(doc.price.total_sending, doc.sending),
        arriving: Amount::new(doc.price.total_receiving, doc.receiving),
        rate: doc.price.rate,
    });
    Ok(Some(Gathered { quote, leaving }))
}

/// What the execution locks and reads: all of it stands in the quote, in parts that never change.
fn prefetch(app: &Arc<App>, caller: &Caller, quote: QuoteRecord) -> Prefetch {
    let (app, caller) = (Arc::clone(app), caller.clone());
    Prefetch::of_accounts(&changed_accounts(&quote)).and_reads(move |tx| {
        let context = Context::of(&app, &caller, tx.wall());
        quotes::lock(tx, context.platform, quote.id)?;
        read_ahead(tx, &context, &quote)
    })
}

/// What [`carry_out`] is going to read.
fn read_ahead(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<(), Error> {
    let platform = context.platform;
    if let Some(customer) = quote.doc.customer {
        customer_rows::hold(tx, platform, customer)?;
    }
    internal_accounts::lock_all(tx, platform, &changed_accounts(quote))?;
    if let AccountRef::External(account) = quote.doc.source {
        external_accounts::find(tx, platform, account)?;
    }
    if let QuoteDestination::External { account, .. } = quote.doc.destination {
        external_accounts::find(tx, platform, account)?;
    }
    Settings::of(tx, context)?;
    transactions::find(tx, platform, quote.transaction)?;
    Ok(())
}

/// Asks the rails, and whether the locked rate is still carried out.
async fn ask(world: &World, leaving: &Leaving) -> Outside {
    let (sending, receiving) = (leaving.sent.currency, leaving.arriving.currency);
    let ready = ask_rails(world, leaving).await;
    if ready != Outside::Ready || sending == receiving {
        return ready;
    }
    match world.rates.honours((sending, receiving), leaving.rate).await {
        Ok(true) => Outside::Ready,
        Ok(false) => Outside::RateRefused,
        Err(_) => Outside::NoAnswer("rate provider"),
    }
}

/// Asks the rails whether they could debit and pay out now. Nobody is asked about money that stays within the
/// service.
pub(super) async fn ask_rails(world: &World, leaving: &Leaving) -> Outside {
    const NO_ANSWER: Outside = Outside::NoAnswer("payment rail");
    if let AccountRef::External(_) = leaving.source
        && world.debits.precheck(leaving.sent).await.is_err()
    {
        return NO_ANSWER;
    }
    let QuoteDestination::External { rail, .. } = leaving.destination else { return Outside::Ready };
    let inquiry = PayoutInquiry { amount: leaving.arriving, rail: rail.map(|rail| rail.as_str().to_owned()) };
    if world.payouts.precheck(&inquiry).await.is_ok() { Outside::Ready } else { NO_ANSWER }
}

fn execute(tx: &mut Tx<'_>, context: &Context, id: QuoteId, outside: Outside) -> Result<Executed, ApiError> {
    let quote = quotes::lock(tx, context.platform, id)?.ok_or_else(errors::quote_not_found)?;
    check_executable(quote.status, false, quote.expires_at, context.now).map_err(errors::not_executable)?;
    if outside == Outside::RateRefused {
        refuse_rate(tx, context, quote)?;
        return Ok(Executed::RateRefused);
    }
    let quote = carry_out(tx, context, quote, outside)?;
    Ok(Executed::Done(Box::new(render::quote(&quote, context.now)?)))
}

/// Checks accounts and customer of a locked quote once more, and starts the payment.
pub(super) fn carry_out(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: QuoteRecord,
    outside: Outside,
) -> Result<QuoteRecord, ApiError> {
    if let Outside::NoAnswer(whose) = outside {
        check_all(tx, context, &quote)?;
        return Err(errors::no_answer(whose));
    }
    let settings = Settings::of(tx, context)?;
    let mut held = check(tx, context, &settings, &quote)?;
    volume::count(tx, context, &settings, &quote)?;
    let payment = transactions::find(tx, context.platform, quote.transaction)?.ok_or(Error::Missing)?;
    let mut pair = Pair { quote, payment };
    start::start(tx, context, &mut pair, &mut held)?;
    Ok(pair.quote)
}

/// The accounts of a quote that may be carried out, locked.
fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    quote: &QuoteRecord,
) -> Result<Vec<LockedAccount>, ApiError> {
    let platform = context.platform;
    let payer = quote.doc.customer.map(|id| customers::get_live(tx, platform, id)).transpose()?;
    let held = internal_accounts::lock_all(tx, platform, &changed_accounts(quote))?;
    let destination = match quote.doc.destination {
        QuoteDestination::Internal { account } => Some(find(&held, account)?),
        QuoteDestination::External { .. } => None,
    };
    check_destination(tx, context, quote, destination)?;
    if let Some(account) = quote.doc.platform_fee_account {
        check_active("platform fee", find(&held, account)?)?;
    }
    check_payer(settings, &source(tx, context, quote, &held)?, payer.as_ref())?;
    minimums::check_payer(settings, payer.as_ref(), quote.doc.sending)?;
    Ok(held)
}

/// Where the money comes from: one of the locked accounts, or an account elsewhere that is still there.
fn source(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    held: &[LockedAccount],
) -> Result<Account, ApiError> {
    match quote.doc.source {
        AccountRef::Internal(id) => Ok(Account::Internal(Box::new(find(held, id)?.clone()))),
        AccountRef::External(id) => {
            let account = external_accounts::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
            if account.is_deleted {
                return Err(errors::source_deleted());
            }
            Ok(Account::External(Box::new(account)))
        }
    }
}

fn find(held: &[LockedAccount], id: InternalAccountId) -> Result<&LockedAccount, Error> {
    held.iter().find(|held| held.account.id == id).ok_or(Error::Missing)
}

/// Liquidity refuses the rate of a quote that could be executed otherwise: it has failed, and nothing is debited.
fn refuse_rate(tx: &mut Tx<'_>, context: &Context, quote: QuoteRecord) -> Result<(), ApiError> {
    check_all(tx, context, &quote)?;
    let mut pair = Pair::lock(tx, context.platform, quote.id)?;
    pair.step(tx, context, Step::RateRefused)
}

/// Everything that could be wrong with a payment before the outside world counts: also what its start would find out.
fn check_all(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<(), ApiError> {
    let settings = Settings::of(tx, context)?;
    let held = check(tx, context, &settings, quote)?;
    volume::check(tx, context, &settings, quote)?;
    if let AccountRef::Internal(source) = quote.doc.source {
        let total = Amount::new(quote.doc.price.total_sending, quote.doc.sending);
        let available = find(&held, source)?.balance.available;
        if available < total.minor {
            return Err(errors::insufficient_balance(available, total));
        }
    }
    Ok(())
}

fn check_destination(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    internal: Option<&LockedAccount>,
) -> Result<(), ApiError> {
    if let Some(held) = internal {
        return Account::Internal(Box::new(held.clone())).check_usable();
    }
    let QuoteDestination::External { account, .. } = quote.doc.destination else { return Ok(()) };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    if account.is_deleted {
        return Err(errors::destination_deleted());
    }
    Account::External(Box::new(account)).check_usable()
}
