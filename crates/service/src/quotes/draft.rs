//! A quote before it is made: who pays whom, at which price and over which rail (money 8.2, checks 2 to 14).

use std::time::Duration;

use causeway_domain::Amount;
use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{Rail, SelectRailRefused, select_rail};
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::{AccountType, Owner};
use causeway_domain::money::Currency;
use causeway_domain::payments::TransactionType;
use causeway_domain::quotes::{Route, quote_window};
use causeway_domain::rates::{Bps, Fees};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::quotes::QuoteDestination;
use causeway_store::{Tx, internal_accounts};

use super::parties::{Account, LookUp, Parties, check_active};
use super::pricing::{self, Priced, Rates};
use super::request::Wanted;
use super::steps::in_lock_order;
use super::{errors, minimums, ownership};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::settings::{CORRIDOR_LIMITS, QUOTE_WINDOW_SECONDS, QuoteWindows, Settings, for_corridor};

/// What the rate provider answered. That it has no rate counts only where the price is made: whatever else is
/// wrong with the request comes first.
pub(super) type AskedRates = Result<Rates, ApiError>;

/// A quote before it is made.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) parties: Parties,
    /// What is sent, and what arrives.
    pub(super) pair: (Currency, Currency),
    pub(super) priced: Priced,
    pub(super) destination: QuoteDestination,
    /// The platform's account that takes its fee.
    pub(super) fee_account: Option<InternalAccountId>,
    windows: QuoteWindows,
}

impl Draft {
    /// Finds everybody, checks everything, and prices it.
    pub(super) fn make(
        tx: &mut Tx<'_>,
        context: &Context,
        look_up: LookUp,
        wanted: &Wanted,
        rates: &AskedRates,
    ) -> Result<Self, ApiError> {
        let settings = Settings::of(tx, context)?;
        let parties = Parties::find(tx, context, look_up, wanted)?;
        parties.check(&settings, wanted.rail)?;
        let pair = parties.pair();
        let platform = platforms::get(tx, context.platform)?;
        check_enabled(&platform, &parties)?;
        minimums::check(context, &settings, &parties, wanted.purpose_of_payment.as_deref())?;
        let standing = &platform.doc.fee_configs;
        let fees = pricing::fees(&settings, standing, wanted.fee_override.as_ref(), &parties)?;
        let fee_account = fee_account(tx, context, &fees, pair.0)?;
        let rates = rates.as_ref().map_err(Clone::clone)?;
        let priced = pricing::price_of(rates, wanted.lock, wanted.amount, pair, &fees)?;
        let arriving = Amount::new(priced.price.total_receiving, pair.1);
        ownership::check(&parties.destination, arriving, rates.ceiling)?;
        check_limits(&platform, &settings, &priced, pair)?;
        check_offered(context, &parties, wanted)?;
        let destination = destination(&parties.destination, wanted, &priced)?;
        let windows = settings.get(&QUOTE_WINDOW_SECONDS)?;
        let fee_account = fee_account.filter(|_| priced.price.platform_fee > 0);
        Ok(Self { parties, pair, priced, destination, fee_account, windows })
    }

    /// The internal accounts whose balances change when it is carried out.
    pub(super) fn changed_accounts(&self) -> Vec<InternalAccountId> {
        in_lock_order(self.parties.source.id(), self.fee_account, &self.destination)
    }

    /// How long the quote stands: the operator's word for this kind of route, else that of money 8.3.
    pub(super) fn window(&self, context: &Context) -> Duration {
        let route = route(&self.destination, self.pair.0, self.pair.1);
        window(self.windows, route, errors::is_production(context.environment))
    }
}

/// What this deployment cannot carry out is refused before anything is written (money 8.2, checks 12 and 15). A
/// payment from a wallet needs its holder's signature, which cannot be checked yet.
fn check_offered(context: &Context, parties: &Parties, wanted: &Wanted) -> Result<(), ApiError> {
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
    let world = context.app.ports.of(context.environment);
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

/// Where the money goes and over which rail (money 10.1).
fn destination(
    destination: &Account,
    wanted: &Wanted,
    priced: &Priced,
) -> Result<QuoteDestination, ApiError> {
    let account = match destination {
        Account::Internal(held) => return Ok(QuoteDestination::Internal { account: held.account.id }),
        Account::External(account) => account,
    };
    let rails = destination.rails();
    let arriving = Amount::new(priced.price.total_receiving, account.currency);
    let refused = |refused| match refused {
        SelectRailRefused::NotOffered | SelectRailRefused::AmountTooLarge => {
            let named = wanted.rail.or_else(|| rails.first().copied());
            errors::rail_not_supported(named.map_or("", Rail::as_str))
        }
    };
    if rails.is_empty() && wanted.rail.is_none() {
        return Ok(QuoteDestination::External { account: account.id, rail: None, is_manual: false });
    }
    let chosen = select_rail(&rails, wanted.rail, arriving).map_err(refused)?;
    Ok(QuoteDestination::External {
        account: account.id,
        rail: Some(chosen.rail),
        is_manual: chosen.is_manual,
    })
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

fn route(destination: &QuoteDestination, sending: Currency, receiving: Currency) -> Route {
    let kinds = [sending, receiving].map(|code| currency::find(code).map(|info| info.kind));
    if kinds.contains(&Some(CurrencyKind::Crypto)) {
        return Route::Bitcoin;
    }
    match destination {
        QuoteDestination::External { rail: Some(rail), .. } => Route::Rail(*rail),
        _ if kinds.contains(&Some(CurrencyKind::Stablecoin)) => Route::Stablecoin,
        QuoteDestination::External { rail: None, .. } | QuoteDestination::Internal { .. } => Route::Internal,
    }
}
