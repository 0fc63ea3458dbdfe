//! `POST /quotes` (money 8.2): prices a transfer and holds the price until the quote expires.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::external_accounts::estimated_settlement;
use causeway_domain::ids::{CustomerId, InternalAccountId, QuoteId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::{OutgoingPhase, Phase};
use causeway_domain::payments::{TransactionType, reference_of};
use causeway_domain::quotes::{QuoteStatus, expires_at};
use causeway_domain::sca::{ScaFactor, challenge_expires_at};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState};
use causeway_store::quotes::{self, QuoteRecord, QuoteTerms};
use causeway_store::sca::ScaChallengeDoc;
use causeway_store::{Error, Prefetch, Tx, customers as customer_rows, idempotency, platforms};
use causeway_wire::quotes::{Quote, QuoteRequest, QuoteSource};
use causeway_wire::table::CreateQuote;
use causeway_wire::{Endpoint, Reply};

use super::authorization::{self, Authorization};
use super::destination::Destination;
use super::draft::{Draft, PricingInput, RatesResult};
use super::launch::{LaunchConditions, launch};
use super::parties::Parties;
use super::peer::{self, Agreement};
use super::request::{RequestedDestination, RequestedQuote, RequestedSource};
use super::{render, travel_rule};
use crate::customers;
use crate::payments::checks::accounts::{self, check_active};
use crate::payments::checks::precheck::{Precheck, PrecheckResult};
use crate::payments::checks::price::{self, RatesRequest};
use crate::payments::checks::{invoice, ownership};
use crate::payments::lifecycle::expiry;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call, repeat_outdated};
use crate::runtime::settings::Settings;
use crate::runtime::timers;
use crate::sca::{self, ScaCustomer};
use crate::uma::key_ring::KeyRing;
use crate::uma::sending::{Discovery, discovery, pay_request as wire_pay_request};

/// Prices a transfer, and executes it if the request asks for that and an account pays.
///
/// # Errors
/// The errors of money 8.2, in its order; with `immediatelyExecute` the errors of an execution too.
pub async fn handler(call: Call<CreateQuote>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<CreateQuote>) -> Result<Answer, ApiError> {
    let (prefetch, new) = ask(call, &call.body).await?;
    let is_paid_in = matches!(call.body.source, QuoteSource::RealtimeFunding(_) | QuoteSource::UmaAddress(_));
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let quote = create(tx, context, &new)?;
        // Funding instructions are withheld until the authorization.
        let is_withheld = is_paid_in && quote.status == QuoteStatus::PendingAuthorization;
        Ok(if is_withheld { Reply::Accepted(quote) } else { Reply::Done(quote) })
    };
    Ok(call.write_reply(prefetch, write).await)
}

/// A quote to be created, with the answers of the outside world.
pub(crate) struct NewQuote {
    request: RequestedQuote,
    preflight: QuotePreflight,
}

/// Asks the outside world about a quote, and returns the rows that its write locks and reads.
///
/// # Errors
/// The same as [`handler`].
pub(crate) async fn ask<E: Endpoint>(
    call: &Call<E>,
    request: &QuoteRequest,
) -> Result<(Prefetch, NewQuote), ApiError> {
    let quote_request = RequestedQuote::read(request)?;
    let is_uma = matches!(quote_request.destination, RequestedDestination::Uma { .. });
    let asking = ask_all(call, quote_request);
    if !is_uma {
        return asking.await;
    }
    let asked = timers::within(timers::UMA_BUDGET, asking).await;
    asked.unwrap_or_else(|_| Err(wire_pay_request::timed_out()))
}

async fn ask_all<E: Endpoint>(
    call: &Call<E>,
    mut quote_request: RequestedQuote,
) -> Result<(Prefetch, NewQuote), ApiError> {
    let context = call.context();
    let mut inquiry = gather(call, &quote_request).await?;
    if let Some(discovery) = discover_again(&context, &quote_request, &inquiry).await? {
        quote_request.discovery = Some(discovery);
        inquiry = gather(call, &quote_request).await?;
    }
    let world = context.app.ports.of(context.environment);
    let rates = price::ask(world, &inquiry.rates).await;
    let mut preflight = QuotePreflight { rates, precheck: PrecheckResult::Ready, agreement: None };
    let mut busy = Vec::new();
    // A request that was answered before is answered again, without a new invoice that would stay unpaid.
    let is_answered = inquiry.is_answered;
    let prepared = inquiry.prepared.filter(|one| !is_answered || one.parties.destination.peer().is_none());
    if let Some(prepared) = prepared {
        preflight.agreement =
            agree(&context, &quote_request, &prepared, &preflight.rates, inquiry.keys.as_ref()).await?;
        let answer = preflight.agreement.as_ref().map(|agreement| &agreement.answer);
        let draft = prepared.price(&context, &quote_request, &preflight.rates, answer)?;
        if quote_request.executes_at_once {
            busy = accounts::changed(&draft.terms);
            let sides = draft.parties.external_sides();
            preflight.precheck = Precheck::of_new(&context, &draft.terms, sides).ask(world).await;
        }
    }
    let prefetch = prefetch(call, &busy, &quote_request, inquiry.payer);
    Ok((prefetch, NewQuote { request: quote_request, preflight }))
}

/// Asks the provider of a UMA address for a new offer, if another quote used the callback of the look-up's.
async fn discover_again(
    context: &Context,
    request: &RequestedQuote,
    inquiry: &QuoteInquiry,
) -> Result<Option<Discovery>, ApiError> {
    let peer = inquiry.prepared.as_ref().and_then(|prepared| prepared.parties.destination.peer());
    let is_needed = peer.is_some_and(|peer| peer.is_used) && !inquiry.is_answered;
    let (true, Some(keys), Some(address)) = (is_needed, &inquiry.keys, peer::address_of(request)) else {
        return Ok(None);
    };
    discovery::ask(&context.app, context.environment, keys, address).await.map(Some)
}

/// Asks the provider of a UMA address for a price and an invoice, if it is asked with messages.
async fn agree(
    context: &Context,
    request: &RequestedQuote,
    prepared: &PricingInput,
    rates: &RatesResult,
    keys: Option<&KeyRing>,
) -> Result<Option<Agreement>, ApiError> {
    let Some(order) = prepared.pay_order(request, rates)? else { return Ok(None) };
    let keys = keys.ok_or(Error::Missing)?;
    let answer = wire_pay_request::ask(&context.app, context.environment, keys, &order).await?;
    Ok(Some(Agreement { order, answer }))
}

/// The answers of the outside world.
struct QuotePreflight {
    rates: RatesResult,
    precheck: PrecheckResult,
    /// The answer of the receiver's provider, for a UMA address.
    agreement: Option<Agreement>,
}

/// The data needed to ask the outside world. Everything is read and checked once more in the write.
struct QuoteInquiry {
    rates: RatesRequest,
    /// `None` if the platform pays for itself.
    payer: Option<CustomerId>,
    /// Only for a payment that executes at once, or goes to a UMA address: the receiver's provider is told
    /// the amount to arrive.
    prepared: Option<PricingInput>,
    /// The idempotency key already has a response.
    is_answered: bool,
    /// The keys that sign messages to the receiver's provider; `None` if none are sent.
    keys: Option<KeyRing>,
}

async fn gather<E: Endpoint>(call: &Call<E>, request: &RequestedQuote) -> Result<QuoteInquiry, ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let request = request.clone();
    let key = call.key().cloned();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        tx.assume_version(caller.platform, caller.version);
        tx.prefetch(|tx| read_ahead(tx, &context, &request))?;
        if request.executes_at_once || matches!(request.destination, RequestedDestination::Uma { .. }) {
            let prepared = PricingInput::find(tx, &context, customers::peek_live, &request)?;
            let Parties { paying_customer: payer, destination, .. } = &prepared.parties;
            let payer = payer.as_ref().map(|payer| payer.id);
            let rates = rates_request(&prepared.settings, &request, prepared.parties.pair().0, destination)?;
            let answered = key.as_ref().map(|key| idempotency::find(tx, key)).transpose()?.flatten();
            let is_answered = answered.is_some();
            let keys = match destination.peer() {
                Some(_) => Some(KeyRing::load(tx, &app, &prepared.platform)?),
                None => None,
            };
            return Ok(QuoteInquiry { rates, payer, prepared: Some(prepared), is_answered, keys });
        }
        let settings = Settings::of(tx, &context)?;
        let (payer, sending, destination) = match request.source {
            // The write reads its owner.
            RequestedSource::Account(_) => {
                let (source, destination) = Parties::sides(tx, &context, &request)?;
                (request.customer.or(source.owner()), source.currency(), destination)
            }
            RequestedSource::PaysIn(_) => {
                let parties = Parties::find(tx, &context, customers::peek_live, &request)?;
                (
                    parties.paying_customer.as_ref().map(|payer| payer.id),
                    parties.pair().0,
                    parties.destination,
                )
            }
        };
        let rates = rates_request(&settings, &request, sending, &destination)?;
        Ok(QuoteInquiry { rates, payer, prepared: None, is_answered: false, keys: None })
    };
    call.app.store.read(read).await
}

/// Returns the rates to ask for.
fn rates_request(
    settings: &Settings,
    request: &RequestedQuote,
    sending: CurrencyCode,
    destination: &Destination,
) -> Result<RatesRequest, ApiError> {
    let threshold = match destination.external() {
        Some(account) => ownership::threshold(settings, account)?,
        None => None,
    };
    let travel_rule = travel_rule::threshold(settings, request, sending, destination)?;
    Ok(RatesRequest { sending, receiving: destination.priced_in(), threshold, travel_rule })
}

/// Returns the rows that the write locks, and reads before it changes anything.
fn prefetch<E: Endpoint>(
    call: &Call<E>,
    busy: &[InternalAccountId],
    request: &RequestedQuote,
    payer: Option<CustomerId>,
) -> Prefetch {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let request = request.clone();
    Prefetch::of_accounts(busy).and_reads(move |tx| {
        let context = Context::of(&app, &caller, tx.wall());
        read_ahead(tx, &context, &request)?;
        if let Some(payer) = payer {
            customer_rows::hold(tx, context.platform, payer)?;
        }
        platforms::find(tx, context.platform).map(drop)
    })
}

fn read_ahead(tx: &mut Tx<'_>, context: &Context, request: &RequestedQuote) -> Result<(), Error> {
    Settings::of(tx, context)?;
    Parties::accounts(tx, context.platform, request).map(drop)
}

/// Creates the quote; its terms record an acting agent permanently.
///
/// # Errors
/// The same as [`handler`].
pub(crate) fn create(tx: &mut Tx<'_>, context: &Context, new: &NewQuote) -> Result<Quote, ApiError> {
    let NewQuote { request: quote_request, preflight } = new;
    let prepared = PricingInput::find(tx, context, customers::get_live, quote_request)?;
    let settings = prepared.settings.clone();
    let order = prepared.pay_order(quote_request, &preflight.rates)?;
    let agreement = preflight.agreement.as_ref();
    if let (Some(order), Some(agreement)) = (&order, agreement) {
        agreement.check(order)?;
    }
    let answer = agreement.map(|agreement| &agreement.answer);
    let mut draft = prepared.price(context, quote_request, &preflight.rates, answer)?;
    let sca = sca::lock_payer(tx, context.platform, &settings, draft.parties.paying_customer.as_ref())?;
    let needed = Authorization::of(context, sca.as_ref(), quote_request.factor)?;
    let withheld = withheld(&draft, &needed);
    let lightning = draft.parties.destination.external().and_then(invoice::of);
    let invoice_ends = lightning.and_then(|invoice| invoice.expires_at);
    let answer_ends = answer.map(|answer| context.now.plus(answer.invoice.expires_at.since(tx.wall())));
    let mut quote = quote(context, quote_request, &draft, answer_ends.or(invoice_ends));
    if let Some(agreement) = agreement {
        peer::use_answers(tx, context, quote_request, agreement, &quote)?;
        invoice::check_unpaid(tx, context, draft.terms.invoice.as_ref())?;
    }
    let challenge = match withheld {
        Some((payer, factor)) => {
            let expires_at = challenge_expires_at(context.now, quote.expires_at);
            Some(sca::issue(tx, context, payer, "scaFactor", factor, expires_at)?)
        }
        None => None,
    };
    let mut reference = reference_of(quote.transaction);
    if let Some(funding) = draft.funding.take() {
        let issued = funding.issue_instructions(tx, context, &settings, quote.id)?;
        draft.terms.funding = Some(issued.terms);
        reference = issued.reference;
    }
    let wallet = draft.parties.source.wallet();
    let payment = payment(context, draft, &quote, reference, challenge);
    if let Some(wallet) = wallet {
        quote.terms.payload_to_sign = Some(authorization::payload(tx, context, wallet, &quote, &payment)?);
    }
    quotes::insert(tx, context.platform, &quote)?;
    let mut locked = LockedPayment::new(payment);
    locked.save(tx, context)?;
    if quote_request.executes_at_once {
        let mut accounts = lock_accounts(tx, context, &locked.payment)?;
        let conditions = LaunchConditions { settings: &settings, needed, precheck: preflight.precheck };
        launch(tx, context, conditions, &quote, &mut locked, &mut accounts)?;
    } else if let Some(challenge) = &locked.payment.state().challenge {
        authorization::schedule_authorization_expiry(tx, context, quote.id, challenge)?;
    }
    if matches!(locked.payment.phase(), Phase::Outgoing(phase) if phase.is_open()) {
        expiry::schedule(tx, context, &quote)?;
    }
    render::quote(&quote, &locked.payment, context.now)
}

/// Returns the customer that must authorize the funding, and its factor, or `None` if no authorization is
/// needed.
fn withheld<'a>(draft: &Draft, needed: &'a Authorization) -> Option<(&'a ScaCustomer, ScaFactor)> {
    let Authorization::OfCustomer(payer, factor) = needed else { return None };
    let is_asked = draft.funding.is_some() && !payer.trusts_payee(&draft.terms);
    is_asked.then_some((payer, *factor))
}

/// Locks the accounts that an immediate execution changes. They were found before, but not locked.
fn lock_accounts(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<Vec<LockedAccount>, ApiError> {
    let accounts = internal_accounts::lock_all(tx, context.platform, &accounts::changed(&payment.terms))?;
    for account in &accounts {
        check_active("paying or receiving", account)?;
    }
    Ok(accounts)
}

fn quote(
    context: &Context,
    request: &RequestedQuote,
    draft: &Draft,
    invoice_expires_at: Option<Time>,
) -> QuoteRecord {
    QuoteRecord {
        id: context.id::<QuoteId>(),
        transaction: context.id(),
        expires_at: expires_at(context.now, draft.window, invoice_expires_at),
        terms: QuoteTerms { v: 1, lock: request.lock, payload_to_sign: None },
        created_at: context.now,
    }
}

fn payment(
    context: &Context,
    draft: Draft,
    quote: &QuoteRecord,
    reference: String,
    challenge: Option<ScaChallengeDoc>,
) -> PaymentRecord {
    let Draft { parties, mut terms, .. } = draft;
    terms.agent = context.principal.agent().map(|agent| agent.id);
    let recipient = parties.destination.external().and_then(|account| account.customer);
    let recipient = recipient.filter(|_| parties.source.owner().is_none());
    let payer = parties.paying_customer;
    // An estimate as if the payment left now; replaced once it leaves.
    let settles_at = terms.rail.and_then(|chosen| estimated_settlement(chosen.rail, context.now));
    let phase = match challenge {
        Some(_) => OutgoingPhase::AwaitingAuthorization,
        None => OutgoingPhase::Offered,
    };
    PaymentRecord::new(NewPayment {
        id: quote.transaction,
        kind: TransactionType::Outgoing,
        customer: payer.as_ref().map(|payer| payer.id),
        platform_customer_id: match payer {
            Some(payer) => payer.platform_customer_id,
            None => context.platform.to_string(),
        },
        recipient,
        quote: Some(quote.id),
        reference: Some(reference),
        terms,
        state: PaymentState { settles_at, challenge, ..PaymentState::new(phase.into()) },
        created_at: context.now,
    })
}
