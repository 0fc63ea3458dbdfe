//! A quote before it is made: who pays whom, at which price and over which rail (money 8.2, checks 2 to 14).

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{Rail, SelectRailRefused, select_rail};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::{AccountType, Owner};
use causeway_domain::money::Currency;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::quotes::{Route, quote_window};
use causeway_domain::rates::{Bps, Fees};
use causeway_store::payments::{ChosenRail, ConversionTerms, PaymentTerms, Side};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::{Tx, internal_accounts};

use super::parties::{Account, LookUp, Parties, check_active};
use super::pricing::{self, Priced, Rates};
use super::request::Wanted;
use super::{errors, ownership, required_party_data};
use crate::ports::World;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{CORRIDOR_LIMITS, QUOTE_WINDOW_SECONDS, QuoteWindows, Settings, for_corridor};

/// What the rate provider answered. That it has no rate counts only where the price is made: whatever else is
/// wrong with the request comes first.
pub(super) type AskedRates = Result<Rates, ApiError>;

/// Everybody that the request names, and what their payment would cost beside the exchange: everything that is read
/// before the price is made.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) settings: Settings,
    pub(super) parties: Parties,
    platform: PlatformRecord,
    fees: Fees,
    /// The platform's account that takes its fee, where there is one.
    fee_account: Option<InternalAccountId>,
}

/// A payment that is priced, before it is made.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) parties: Parties,
    pub(super) terms: PaymentTerms,
    /// How long the quote stands: the operator's word for this kind of route, else that of money 8.3.
    pub(super) window: Duration,
}

impl Prepared {
    /// Finds everybody, and checks what does not depend on the price.
    pub(super) fn find(
        tx: &mut Tx<'_>,
        context: &Context,
        look_up: LookUp,
        wanted: &Wanted,
    ) -> Result<Self, ApiError> {
        let settings = Settings::of(tx, context)?;
        let parties = Parties::find(tx, context, look_up, wanted)?;
        parties.check(&settings, wanted.rail)?;
        let platform = platforms::get(tx, context.platform)?;
        check_enabled(&platform, &parties)?;
        required_party_data::check(context, &settings, &parties, wanted.purpose_of_payment.as_deref())?;
        let standing = &platform.doc.fee_configs;
        let fees = pricing::fees(&settings, standing, wanted.fee_override.as_ref(), &parties)?;
        let fee_account = fee_account(tx, context, &fees, parties.pair().0)?;
        Ok(Self { settings, parties, platform, fees, fee_account })
    }

    /// Prices the payment, and checks the rest.
    pub(super) fn price(
        self,
        world: &World,
        environment: Environment,
        wanted: &Wanted,
        rates: &AskedRates,
    ) -> Result<Draft, ApiError> {
        let Self { settings, parties, platform, fees, fee_account } = self;
        let pair = parties.pair();
        let rates = rates.as_ref().map_err(Clone::clone)?;
        let priced = pricing::price_of(rates, wanted.lock, wanted.amount, pair, &fees)?;
        let arriving = Amount::new(priced.price.total_receiving, pair.1);
        ownership::check(&parties.destination, arriving, rates.ceiling)?;
        check_limits(&platform, &settings, &priced, pair)?;
        check_offered(world, &parties, wanted)?;
        let rail = rail(&parties.destination, wanted, arriving)?;
        let windows = settings.get(&QUOTE_WINDOW_SECONDS)?;
        let route = route(&parties.destination, rail, pair);
        let window = window(windows, route, errors::is_production(environment));
        let fee_account = fee_account.filter(|_| priced.price.platform_fee > 0);
        let terms = terms(wanted, pair, &priced, fee_account, rail);
        Ok(Draft { parties, terms, window })
    }
}

/// What the payment is, for good.
fn terms(
    wanted: &Wanted,
    (sending, receiving): (Currency, Currency),
    priced: &Priced,
    platform_fee_account: Option<InternalAccountId>,
    rail: Option<ChosenRail>,
) -> PaymentTerms {
    let price = priced.price;
    let source = Side::Account { account: wanted.source, currency: sending };
    let destination = Side::Account { account: wanted.destination, currency: receiving };
    PaymentTerms {
        sent: Some(Amount::new(price.total_sending, sending)),
        received: Some(Amount::new(price.total_receiving, receiving)),
        fees: Some(price.fees_included),
        platform_fees: Some(price.platform_fee),
        exchange_rate: Some(price.rate.inverse_shown()),
        rate_details: Some(priced.details),
        conversion: Some(ConversionTerms { price, sending, receiving, platform_fee_account }),
        rail,
        remittance_information: wanted.remittance_information.clone(),
        purpose_of_payment: wanted.purpose_of_payment.clone(),
        description: wanted.description.clone(),
        ..PaymentTerms::between(Direction::Debit, source, destination)
    }
}

/// What this deployment cannot carry out is refused before anything is written (money 8.2, checks 12 and 15). A
/// payment from a wallet needs its holder's signature, which cannot be checked yet.
fn check_offered(world: &World, parties: &Parties, wanted: &Wanted) -> Result<(), ApiError> {
    let is_wallet = match &parties.source {
        Account::Internal(held) => held.account.account_type == AccountType::EmbeddedWallet,
        Account::External(_) => false,
    };
    if is_wallet && wanted.executes_at_once {
        return Err(errors::wallet_signature_required());
    }
    if is_wallet {
        return Err(errors::not_offered("Paying from embedded wallets"));
    }
    if matches!(parties.source, Account::External(_)) && !world.debits.is_there() {
        return Err(errors::not_offered("Paying by direct debit"));
    }
    match parties.destination {
        Account::External(_) if !world.payouts.is_there() => {
            Err(errors::not_offered("Paying out to this account"))
        }
        Account::External(_) | Account::Internal(_) => Ok(()),
    }
}

/// What is sent must be enabled for outgoing payments, and what stays within the service for incoming ones.
fn check_enabled(platform: &PlatformRecord, parties: &Parties) -> Result<(), ApiError> {
    let (sending, receiving) = parties.pair();
    check_direction(platform, sending, TransactionType::Outgoing)?;
    match parties.destination {
        Account::Internal(_) => check_direction(platform, receiving, TransactionType::Incoming),
        Account::External(_) => Ok(()),
    }
}

fn check_direction(
    platform: &PlatformRecord,
    currency: Currency,
    direction: TransactionType,
) -> Result<(), ApiError> {
    let found = platform.doc.currencies.iter().find(|entry| entry.currency == currency);
    let is_enabled = found.is_some_and(|entry| entry.transaction_types.contains(&direction));
    if is_enabled { Ok(()) } else { Err(errors::currency_not_enabled(currency.as_str(), direction)) }
}

/// The platform's account that takes its fee; needed when a fee applies (money 8.2, check 10). It receives, so it
/// must be able to (money 3.2).
fn fee_account(
    tx: &mut Tx<'_>,
    context: &Context,
    fees: &Fees,
    sending: Currency,
) -> Result<Option<InternalAccountId>, ApiError> {
    if fees.platform_fixed == 0 && fees.platform_rate == Bps::ZERO {
        return Ok(None);
    }
    let owner = Owner::Platform(context.platform);
    let found = internal_accounts::find_of_owner(tx, context.platform, owner, sending)?;
    let held = found.ok_or_else(|| errors::fee_account_missing(sending.as_str()))?;
    check_active("platform fee", &held)?;
    Ok(Some(held.account.id))
}

fn check_limits(
    platform: &PlatformRecord,
    settings: &Settings,
    priced: &Priced,
    (sending, receiving): (Currency, Currency),
) -> Result<(), ApiError> {
    let total = priced.price.total_sending;
    if let Some(entry) = platform.doc.currencies.iter().find(|entry| entry.currency == sending)
        && !(entry.min_amount..=entry.max_amount).contains(&total)
    {
        return Err(errors::amount_out_of_range(entry.min_amount, entry.max_amount, sending.as_str()));
    }
    let limits = settings.get(&CORRIDOR_LIMITS)?;
    match for_corridor(&limits, sending, receiving).and_then(|limit| limit.single_maximum) {
        Some(maximum) if total > maximum => Err(errors::above_the_largest_payment(maximum)),
        _ => Ok(()),
    }
}

/// The rail over which the money goes (money 10.1); none within the service, and where the account has none.
fn rail(destination: &Account, wanted: &Wanted, arriving: Amount) -> Result<Option<ChosenRail>, ApiError> {
    let rails = destination.rails();
    if rails.is_empty() && wanted.rail.is_none() {
        return Ok(None);
    }
    let refused = |refused| match refused {
        SelectRailRefused::NotOffered | SelectRailRefused::AmountTooLarge => {
            let named = wanted.rail.or_else(|| rails.first().copied());
            errors::rail_not_supported(named.map_or("", Rail::as_str))
        }
    };
    let chosen = select_rail(&rails, wanted.rail, arriving).map_err(refused)?;
    Ok(Some(ChosenRail { rail: chosen.rail, is_manual: chosen.is_manual }))
}

fn window(settings: QuoteWindows, route: Route, is_production: bool) -> Duration {
    let standing = quote_window(route, is_production);
    let own = match route {
        Route::Bitcoin => settings.bitcoin,
        _ if standing > quote_window(Route::Internal, is_production) => settings.long,
        _ => settings.short,
    };
    own.map_or(standing, |seconds| Duration::from_secs(seconds.into()))
}

fn route(
    destination: &Account,
    rail: Option<ChosenRail>,
    (sending, receiving): (Currency, Currency),
) -> Route {
    let kinds = [sending, receiving].map(|code| currency::find(code).map(|info| info.kind));
    if kinds.contains(&Some(CurrencyKind::Crypto)) {
        return Route::Bitcoin;
    }
    match (destination, rail) {
        (Account::External(_), Some(chosen)) => Route::Rail(chosen.rail),
        _ if kinds.contains(&Some(CurrencyKind::Stablecoin)) => Route::Stablecoin,
        (Account::External(_), None) | (Account::Internal(_), _) => Route::Internal,
    }
}
