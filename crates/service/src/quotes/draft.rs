//! A quote before it is created: its parties, price and rail (money 8.2, checks 2 to 14).

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::customers::CustomerInfoField;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::quotes::{Route, quote_window};
use causeway_domain::rates::{Bps, Fees};
use causeway_store::payments::{ChosenRail, ConversionTerms, PaymentTerms};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::{Tx, internal_accounts};

use super::account::Account;
use super::destination::Destination;
use super::errors;
use super::funding::PreparedFunding;
use super::parties::{CustomerLookup, Parties};
use super::payer::Payer;
use super::peer::{self, PeerPricing};
use super::pricing;
use super::request::RequestedQuote;
use crate::payments::checks::accounts::check_active;
use crate::payments::checks::price::{Pricing, Rates, price_of};
use crate::payments::checks::{invoice, limits, needs, ownership, remittance, required_party_data};
use crate::payments::rail::{offers, party, rails};
use crate::ports::OrderParty;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{QUOTE_WINDOW_SECONDS, QuoteWindows, Settings, UMA_PRICE_TOLERANCE_PERCENT};
use crate::uma::sending::{PayAnswer, PayOrder};

/// The rate provider's answer. A missing rate counts only when the price is calculated: all other errors of
/// the request come first.
pub(super) type RatesResult = Result<Rates, ApiError>;

/// The parties of the request and the fees of their payment: everything that is read before pricing.
#[derive(Debug, Clone)]
pub(super) struct PricingInput {
    pub(super) settings: Settings,
    pub(super) parties: Parties,
    pub(super) platform: PlatformRecord,
    /// The payer's funding, unless an account pays.
    funding: Option<PreparedFunding>,
    /// The payer's compliance data, for a UMA destination.
    uma_payer: Option<Payer>,
    fees: Fees,
    /// The platform's account for its fee; `None` if no fee applies.
    fee_account: Option<InternalAccountId>,
}

/// A priced payment, before it is created.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) parties: Parties,
    pub(super) terms: PaymentTerms,
    /// The payer's funding, unless an account pays; shown once the quote is created.
    pub(super) funding: Option<PreparedFunding>,
    /// Lifetime of the quote: the operator's setting for this kind of route, or else that of money 8.3.
    pub(super) window: Duration,
}

impl PricingInput {
    /// Finds all parties, and checks everything that does not depend on the price.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        look_up: CustomerLookup,
        request: &RequestedQuote,
    ) -> Result<Self, ApiError> {
        let settings = Settings::of(tx, context)?;
        let parties = Parties::find(tx, context, look_up, request)?;
        parties.check(&settings, request.rail, context.now)?;
        let lightning = parties.destination.external().and_then(invoice::terms_of);
        invoice::check_unpaid(tx, context, lightning.as_ref())?;
        let platform = platforms::get(tx, context.platform)?;
        check_enabled(&platform, &parties)?;
        let funding = PreparedFunding::of(tx, context, &parties.source)?;
        let uma_payer = uma_payer(context, &platform, &parties, request)?;
        let missing = uma_payer.as_ref().map_or(&[][..], |payer| &payer.missing);
        required_party_data::check(context, &settings, known(&parties, request, missing))?;
        let configured = &platform.doc.fee_configs;
        let fees = pricing::fees(&settings, configured, request.fee_override.as_ref(), &parties)?;
        let fee_account = fee_account(tx, context, &fees, parties.pair().0)?;
        Ok(Self { settings, parties, platform, funding, uma_payer, fees, fee_account })
    }

    /// Returns the request to the receiver's provider, or `None` for another destination. Amounts that do not depend on
    /// the answer are checked before.
    pub(super) fn pay_order(
        &self,
        request: &RequestedQuote,
        rates: &RatesResult,
    ) -> Result<Option<PayOrder>, ApiError> {
        let (Some(peer), Some(payer)) = (self.parties.destination.peer(), &self.uma_payer) else {
            return Ok(None);
        };
        peer.layer()?;
        let rates = rates.as_ref().map_err(Clone::clone)?;
        let Some(pricing) = peer_pricing(&self.parties, rates, &self.fees)? else { return Ok(None) };
        if let Some(priced) = pricing.own_price(request)? {
            let (sending, receiving) = self.parties.pair();
            pricing.receiver.check_amount(priced.price.total_receiving)?;
            let total = Amount::new(priced.price.total_sending, sending);
            limits::check_size(&self.platform, &self.settings, total, receiving)?;
        }
        pricing.order(request, &peer.offer, payer).map(Some)
    }

    /// Prices the payment, and checks the rest. The answer of the receiver's provider prices a payment to it.
    pub(super) fn price(
        self,
        context: &Context,
        request: &RequestedQuote,
        rates: &RatesResult,
        answer: Option<&PayAnswer>,
    ) -> Result<Draft, ApiError> {
        let Self { settings, parties, platform, funding, uma_payer, fees, fee_account } = self;
        let pair = parties.pair();
        let rates = rates.as_ref().map_err(Clone::clone)?;
        let peer_pricing = peer_pricing(&parties, rates, &fees)?;
        let mut uma_terms = None;
        let priced = match (peer_pricing, answer, &uma_payer) {
            (None, _, _) => price_of(rates, request.lock, request.amount, pair.0, pair.1, &fees)?,
            (Some(pricing), Some(answer), Some(payer)) => {
                if request.executes_at_once {
                    pricing.check_offered_price(answer, settings.get(&UMA_PRICE_TOLERANCE_PERCENT)?)?;
                }
                uma_terms = Some(pricing.terms(payer, answer)?);
                pricing.price(request, answer)?
            }
            (Some(_), _, _) => return Err(errors::price_has_changed()),
        };
        let arriving = Amount::new(priced.price.total_receiving, pair.1);
        if let Some(destination) = parties.destination.external() {
            invoice::check_arriving(destination, arriving.minor)?;
            ownership::check(destination, arriving, rates.ceiling)?;
        }
        let total = Amount::new(priced.price.total_sending, pair.0);
        limits::check_size(&platform, &settings, total, pair.1)?;
        let payer = party::of(parties.paying_customer.as_ref(), &platform);
        check_source(context, &parties, request, payer.as_ref(), total)?;
        let rail = match parties.destination.external() {
            Some(account) => offers::choose_rail(context, account, request.rail, arriving)?,
            None => rails::choose(&parties.destination.rails(), request.rail, arriving)?,
        };
        check_destination(context, &parties, request, payer.as_ref(), rail, arriving)?;
        let windows = settings.get(&QUOTE_WINDOW_SECONDS)?;
        let route = route(&parties.destination, rail, pair.0, pair.1);
        let window = window(windows, route, errors::is_production(context.environment));
        let fee_account = fee_account.filter(|_| priced.price.platform_fee > 0);
        let mut terms = terms(request, &parties, &priced, fee_account, rail);
        if let Some(answer) = answer.filter(|_| uma_terms.is_some()) {
            terms.invoice = peer::invoice_terms(answer);
            terms.uma = uma_terms;
        }
        Ok(Draft { parties, terms, funding, window })
    }
}

/// Collects the payer's data for a UMA destination.
fn uma_payer(
    context: &Context,
    platform: &PlatformRecord,
    parties: &Parties,
    request: &RequestedQuote,
) -> Result<Option<Payer>, ApiError> {
    let Destination::Uma(receiver) = &parties.destination else { return Ok(None) };
    let payer = parties.paying_customer.as_ref();
    let sending = parties.pair().0;
    let mut payer_facts = request.payer_facts.clone();
    if let Some(purpose) = &request.purpose_of_payment {
        payer_facts
            .entry(CustomerInfoField::PurposeOfPayment.as_str())
            .or_insert_with(|| purpose.as_str().into());
    }
    Payer::new(context, platform, payer, receiver, &payer_facts, sending).map(Some)
}

/// Returns the parties and purpose of the payment.
fn known<'a>(
    parties: &'a Parties,
    request: &'a RequestedQuote,
    missing: &'a [String],
) -> required_party_data::PartyData<'a> {
    required_party_data::PartyData {
        payer: parties.paying_customer.as_ref(),
        sending: parties.pair().0,
        destination: parties.destination.external(),
        purpose: request.purpose_of_payment.as_deref(),
        missing,
    }
}

/// Builds the immutable terms of the payment.
fn terms(
    request: &RequestedQuote,
    parties: &Parties,
    priced: &Pricing,
    platform_fee_account: Option<InternalAccountId>,
    rail: Option<ChosenRail>,
) -> PaymentTerms {
    let price = priced.price;
    let (sending, receiving) = parties.pair();
    let source = parties.source.side(sending);
    let destination = parties.destination.side();
    PaymentTerms {
        sent: Some(Amount::new(price.total_sending, sending)),
        received: Some(Amount::new(price.total_receiving, receiving)),
        fees: Some(price.fees_included),
        platform_fees: Some(price.platform_fee),
        exchange_rate: Some(priced.display_rate),
        rate_details: Some(priced.details),
        conversion: Some(ConversionTerms { price, sending, receiving, platform_fee_account }),
        rail,
        remittance_information: request.remittance_information.clone(),
        purpose_of_payment: request.purpose_of_payment.clone(),
        description: request.description.clone(),
        invoice: parties.destination.external().and_then(invoice::terms_of),
        ..PaymentTerms::between(Direction::Debit, source, destination)
    }
}

/// Refuses a source that this deployment cannot debit, before anything is written (money 8.2, checks 12 and
/// 15). A payment from a wallet needs its holder's signature, which comes with the execution.
fn check_source(
    context: &Context,
    parties: &Parties,
    request: &RequestedQuote,
    payer: Option<&OrderParty>,
    total: Amount,
) -> Result<(), ApiError> {
    if parties.source.wallet().is_some() && request.executes_at_once {
        return Err(errors::wallet_signature_required());
    }
    let Some(account) = parties.source.external() else { return Ok(()) };
    let offer = offers::debit(context, account, total);
    let offer = offer.ok_or_else(|| errors::not_offered("Paying by direct debit"))?;
    needs::check(&offer, account, payer)
}

/// Refuses a destination that this deployment cannot pay, before anything is written.
fn check_destination(
    context: &Context,
    parties: &Parties,
    request: &RequestedQuote,
    payer: Option<&OrderParty>,
    rail: Option<ChosenRail>,
    arriving: Amount,
) -> Result<(), ApiError> {
    if let Some(peer) = parties.destination.peer() {
        return peer.layer().map(drop);
    }
    let Some(account) = parties.destination.external() else { return Ok(()) };
    let offer = offers::payout(context, account, rail.map(|chosen| chosen.rail), arriving);
    let offer = offer.ok_or_else(|| errors::not_offered("Paying out to this account"))?;
    remittance::check(&offer, request.remittance_information.as_deref())?;
    needs::check(&offer, account, payer)
}

/// Returns the data that prices a payment to a UMA address, or `None` for any other payment.
fn peer_pricing<'a>(
    parties: &'a Parties,
    rates: &'a Rates,
    fees: &'a Fees,
) -> Result<Option<PeerPricing<'a>>, ApiError> {
    let Destination::Uma(receiver) = &parties.destination else { return Ok(None) };
    let layer = receiver.peer.layer()?;
    Ok(Some(PeerPricing { receiver, layer, rates, fees, sending: parties.pair().0 }))
}

/// Checks that the sending currency is enabled for outgoing payments, and within the service the receiving
/// one for incoming payments.
fn check_enabled(platform: &PlatformRecord, parties: &Parties) -> Result<(), ApiError> {
    let (sending, receiving) = parties.pair();
    limits::check_enabled(platform, sending, TransactionType::Outgoing)?;
    match &parties.destination {
        Destination::Account(Account::Internal(_)) => {
            limits::check_enabled(platform, receiving, TransactionType::Incoming)
        }
        Destination::Uma(receiver) if receiver.takes.is_none() => {
            Err(errors::receiver_does_not_take(receiving.as_str()))
        }
        Destination::Account(Account::External(_)) | Destination::Uma(_) => Ok(()),
    }
}

/// Returns the platform's account for its fee, or `None` if no fee applies (money 8.2, check 10). The
/// account receives money, so it must be able to (money 3.2).
fn fee_account(
    tx: &mut Tx<'_>,
    context: &Context,
    fees: &Fees,
    sending: CurrencyCode,
) -> Result<Option<InternalAccountId>, ApiError> {
    if fees.platform_fixed == 0 && fees.platform_rate == Bps::ZERO {
        return Ok(None);
    }
    let owner = Owner::Platform(context.platform);
    let found = internal_accounts::find_by_owner(tx, context.platform, owner, sending)?;
    let account = found.ok_or_else(|| errors::fee_account_missing(sending.as_str()))?;
    check_active("platform fee", &account)?;
    Ok(Some(account.account.id))
}

fn window(settings: QuoteWindows, route: Route, is_production: bool) -> Duration {
    let configured = quote_window(route, is_production);
    let own = match route {
        Route::Bitcoin => settings.bitcoin,
        _ if configured > quote_window(Route::Internal, is_production) => settings.long,
        _ => settings.short,
    };
    own.map_or(configured, |seconds| Duration::from_secs(seconds.into()))
}

fn route(
    destination: &Destination,
    rail: Option<ChosenRail>,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Route {
    let kinds = [sending, receiving].map(|code| currency::find(code).map(|info| info.kind));
    if kinds.contains(&Some(CurrencyKind::Crypto)) {
        return Route::Bitcoin;
    }
    match (destination, rail) {
        (Destination::Account(Account::External(_)), Some(chosen)) => Route::Rail(chosen.rail),
        _ if kinds.contains(&Some(CurrencyKind::Stablecoin)) => Route::Stablecoin,
        (Destination::Account(_) | Destination::Uma(_), _) => Route::Internal,
    }
}
