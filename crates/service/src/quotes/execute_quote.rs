//! `POST /quotes/{quoteId}/execute` (money 8.6): the source is debited and the money sent on its way.
//!
//! Everything happens in one commit: both records move, the ledger is posted, the events are written and the
//! payout is left as a job. Of two executions at the same time, the one that comes second to the quote's lock
//! is refused.

use causeway_domain::ids::{InternalAccountId, PlatformId, QuoteId};
use causeway_domain::quotes::check_executable;
use causeway_domain::{Amount, Time};
use causeway_store::internal_accounts::{self, HeldAccount};
use causeway_store::platforms::Environment;
use causeway_store::quotes::{self, QuoteDestination, QuoteRecord};
use causeway_store::{Error, Tx, external_accounts, transactions};
use causeway_wire::Code;
use causeway_wire::quotes::Quote;
use causeway_wire::table::ExecuteQuote;

use super::parties::{Destination, check_payer};
use super::steps::changed_accounts;
use super::{errors, render, start, volume};
use crate::app::App;
use crate::customers;
use crate::http::{Answer, Call, Context};
use crate::ports::{PayoutInquiry, RailError};
use crate::refusal::Refusal;
use crate::settings::Settings;

/// Carries out a quote from an internal account.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, `INVALID_INPUT`, `USER_NOT_READY`,
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, `INSUFFICIENT_BALANCE`; `NOT_IMPLEMENTED` and `SVC_SWITCH_ERROR` when the rail cannot be asked.
pub async fn handler(call: Call<ExecuteQuote>) -> Result<Answer, Refusal> {
    let id: QuoteId = call.path_id(Code::QuoteNotFound)?;
    let (platform, clock) = (call.caller.platform, call.caller.clock);
    let find = move |tx: &mut Tx<'_>| gather(tx, platform, id, clock.at(tx.wall()));
    let Some(gathered) = call.app.store.read(find).await? else {
        return Err(errors::quote_not_found());
    };
    if let Some((destination, arriving)) = gathered.leaving {
        precheck(&call.app, call.caller.environment, &destination, arriving).await?;
    }
    Ok(call.write(&gathered.hot, move |tx, context| execute(tx, context, id)).await)
}

/// What must be known before the write: the accounts whose balances change, and what to ask the rail. Nothing
/// here is decided upon; the write reads it all again under its locks.
struct Gathered {
    hot: Vec<InternalAccountId>,
    /// What is to go where; absent where the write will refuse the quote for its state.
    leaving: Option<(QuoteDestination, Amount)>,
}

fn gather(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
    now: Time,
) -> Result<Option<Gathered>, Refusal> {
    let Some(quote) = quotes::find(tx, platform, id)? else { return Ok(None) };
    let doc = &quote.doc;
    let is_executable = check_executable(quote.status, false, quote.expires_at, now).is_ok();
    let leaving = is_executable
        .then(|| (doc.destination.clone(), Amount::new(doc.price.total_receiving, doc.receiving)));
    Ok(Some(Gathered { hot: changed_accounts(&quote), leaving }))
}

/// Asks the rail whether it could take a payout now. Nobody is asked about money that stays within the service.
pub(super) async fn precheck(
    app: &App,
    environment: Environment,
    destination: &QuoteDestination,
    amount: Amount,
) -> Result<(), Refusal> {
    let QuoteDestination::External { rail, .. } = destination else { return Ok(()) };
    let inquiry = PayoutInquiry { amount, rail: rail.map(|rail| rail.as_str().to_owned()) };
    app.ports.of(environment).payouts.precheck(&inquiry).await.map_err(refuse_for_rail)
}

fn refuse_for_rail(error: RailError) -> Refusal {
    match error {
        RailError::NotAvailable => errors::not_offered("Paying out to this account"),
        RailError::Unclear => errors::rail_gave_no_answer(),
    }
}

fn execute(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Quote, Refusal> {
    let quote = quotes::lock(tx, context.platform, id)?.ok_or_else(errors::quote_not_found)?;
    check_executable(quote.status, false, quote.expires_at, context.now).map_err(errors::not_executable)?;
    let quote = carry_out(tx, context, quote)?;
    render::quote(&quote, context.now)
}

/// Checks accounts and customer of a locked quote once more, and starts the payment.
pub(super) fn carry_out(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: QuoteRecord,
) -> Result<QuoteRecord, Refusal> {
    let platform = context.platform;
    let destination = match quote.doc.destination {
        QuoteDestination::Internal { account } => Some(account),
        QuoteDestination::External { .. } => None,
    };
    let payer = quote.doc.customer.map(|id| customers::get_live(tx, platform, id)).transpose()?;
    let mut held = internal_accounts::lock_all(tx, platform, &changed_accounts(&quote))?;
    let find = |id: InternalAccountId| held.iter().find(|held| held.account.id == id);
    let source = find(quote.doc.source).ok_or(Error::Missing)?;
    let destination = destination.map(|id| find(id).ok_or(Error::Missing)).transpose()?;
    check_destination(tx, context, &quote, destination)?;
    let settings = Settings::of(tx, context)?;
    check_payer(&settings, source, payer.as_ref())?;
    volume::count(tx, context, &settings, &quote)?;
    let payment = transactions::find(tx, platform, quote.transaction)?.ok_or(Error::Missing)?;
    start::start(tx, context, quote, payment, &mut held)
}

fn check_destination(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    internal: Option<&HeldAccount>,
) -> Result<(), Refusal> {
    if let Some(held) = internal {
        return Destination::Internal(Box::new(held.clone())).check_usable();
    }
    let QuoteDestination::External { account, .. } = quote.doc.destination else { return Ok(()) };
    let account = external_accounts::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    if account.is_deleted {
        return Err(errors::destination_deleted());
    }
    Destination::External(Box::new(account)).check_usable()
}
