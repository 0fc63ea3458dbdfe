//! `GET /exchange-rates` (money 5.1): the current price of each corridor of the platform, all fees included.

use std::time::Duration;

use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::money::{CurrencyCode, MAX_AMOUNT};
use causeway_domain::payments::TransactionType;
use causeway_domain::quotes::PlatformFee;
use causeway_domain::rates::{Decimals, Fees, Rate, list_price};
use causeway_domain::{PlatformClock, Time};
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_wire::external_accounts::{ACCOUNT_TYPES, AccountType};
use causeway_wire::rates::{ExchangeRateEntry, ExchangeRateFees, ExchangeRateFilter};
use causeway_wire::table::GetExchangeRates;
use causeway_wire::{Code, List, Reply};

use super::fees::{configured_fee, service_fees};
use super::limits::list_limits;
use crate::ports::DatedRate;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::money::{self, exact_number};
use crate::runtime::settings::{CORRIDOR_LIMITS, CorridorLimit, Settings};

/// Time that a listed rate counts as fresh.
const WINDOW: Duration = Duration::from_mins(5);

/// Lists the corridors from the platform's currencies to every currency that can be paid out. A corridor is
/// left out if the amount cannot be priced in it because the other side would be too large.
///
/// # Errors
/// `INVALID_CURRENCY` and `INVALID_AMOUNT` for malformed filters and an invalid amount.
pub async fn handler(call: Call<GetExchangeRates>) -> Result<Answer, ApiError> {
    let data = list(&call.context(), call.caller.clock, &call.query).await?;
    Answer::success(&Reply::<GetExchangeRates>::Done(List { data }))
}

async fn list(
    context: &Context,
    clock: PlatformClock,
    query: &ExchangeRateFilter,
) -> Result<Vec<ExchangeRateEntry>, ApiError> {
    let amount = i64::from(query.sending_amount);
    if amount > MAX_AMOUNT {
        let message = format!("An amount is at most {MAX_AMOUNT}.");
        return Err(ApiError::new(Code::InvalidAmount, message)
            .with("field", "sendingAmount")
            .with("value", amount));
    }
    let caller_context = context.clone();
    let facts = context.app.store.read(move |tx| read_inputs(tx, &caller_context)).await?;
    let mut pairs = Vec::new();
    let mut rails = Vec::new();
    for source in sources(&facts.platform, query) {
        for (destination, rail) in destinations(query) {
            pairs.push((source, destination));
            rails.push(rail);
        }
    }
    let rates = context.app.ports.of(context.environment).rates.rates(&pairs).await;
    let mut data = Vec::new();
    for ((pair, rail), rate) in pairs.into_iter().zip(rails).zip(rates) {
        let Ok(DatedRate { rate, since }) = rate else { continue };
        let updated_at = updated_at(context.now, since.map(|since| clock.at(since)));
        data.extend(entry(&facts, pair.0, pair.1, rail, rate, amount, updated_at)?);
    }
    Ok(data)
}

/// The inputs of a listed price besides the rate.
struct PriceInputs {
    platform: PlatformRecord,
    settings: Settings,
    limits: Vec<CorridorLimit>,
}

fn read_inputs(tx: &mut Tx<'_>, context: &Context) -> Result<PriceInputs, ApiError> {
    let platform = platforms::get(tx, context.platform)?;
    let settings = Settings::of(tx, context)?;
    let limits = settings.get(&CORRIDOR_LIMITS)?;
    Ok(PriceInputs { platform, settings, limits })
}

fn sources(platform: &PlatformRecord, filter: &ExchangeRateFilter) -> Vec<CurrencyCode> {
    let sendable = platform
        .doc
        .currencies
        .iter()
        .filter(|entry| entry.transaction_types.contains(&TransactionType::Outgoing))
        .map(|entry| entry.currency);
    sendable.filter(|code| filter.source_currency.is_none_or(|source| source == *code)).collect()
}

/// Returns the currencies that can be paid out, each with its default rail: that of its own account type, or
/// else of the type that takes every fiat currency. Wallets have no rail that this list could name, so
/// currencies that live only on chains are not listed.
fn destinations(filter: &ExchangeRateFilter) -> Vec<(CurrencyCode, PaymentRail)> {
    let currencies = filter.destination_currency.as_ref();
    let named = |code: CurrencyCode| currencies.is_none_or(|currencies| currencies.contains(&code));
    let own = ACCOUNT_TYPES.iter().filter(|row| !row.currencies.is_empty());
    let any = ACCOUNT_TYPES.iter().filter(|row| row.currencies.is_empty());
    let mut destinations: Vec<(CurrencyCode, PaymentRail)> = Vec::new();
    for row in own.chain(any) {
        let Some(rail) = row.rails().first().copied() else { continue };
        for currency in currencies_of(row) {
            if named(currency) && !destinations.iter().any(|(known, _)| *known == currency) {
                destinations.push((currency, rail));
            }
        }
    }
    destinations
}

fn currencies_of(row: &AccountType) -> Vec<CurrencyCode> {
    if row.currencies.is_empty() {
        let fiat = currency::every().iter().filter(|info| info.kind == CurrencyKind::Fiat);
        return fiat.map(|info| info.code).collect();
    }
    row.currencies.iter().filter_map(|code| code.parse().ok()).collect()
}

/// Builds the entry of one corridor, or returns `None` if the amount overflows the other currency.
fn entry(
    facts: &PriceInputs,
    source: CurrencyCode,
    destination: CurrencyCode,
    rail: PaymentRail,
    rate: Rate,
    amount: i64,
    updated_at: Time,
) -> Result<Option<ExchangeRateEntry>, ApiError> {
    let from = registered(source)?;
    let to = registered(destination)?;
    let decimals = Decimals { sending: from, receiving: to };
    let fees = fees(facts, source, destination)?;
    let Ok(listed) = list_price(amount, rate, decimals, &fees) else { return Ok(None) };
    let (least, most) = list_limits(&facts.limits, source, destination);
    Ok(Some(ExchangeRateEntry {
        source_currency: money::currency(source)?,
        sending_amount: amount.into(),
        min_sending_amount: least.into(),
        max_sending_amount: most.into(),
        destination_currency: money::currency(destination)?,
        destination_payment_rail: rail,
        receiving_amount: listed.receiving.into(),
        exchange_rate: exact_number(listed.exchange_rate)?,
        fees: ExchangeRateFees { fixed: listed.fees_fixed.into(), total: listed.fees_total.into() },
        updated_at: money::instant(updated_at),
    }))
}

/// Returns the fees of a quote without an override: the service's and the platform's configured ones.
fn fees(facts: &PriceInputs, source: CurrencyCode, destination: CurrencyCode) -> Result<Fees, ApiError> {
    let PlatformFee { variable, fixed } =
        configured_fee(&facts.platform.doc.fee_configs, source, destination);
    let service = service_fees(&facts.settings, source, destination)?;
    Ok(Fees { platform_fixed: fixed, platform_rate: variable, ..service })
}

fn registered(code: CurrencyCode) -> Result<u8, ApiError> {
    let info = currency::find(code).ok_or(causeway_store::Error::Missing)?;
    Ok(info.decimals)
}

/// Returns the time as of which a rate is listed: the start of the current window, or the time since which it
/// applies if that is later. All processes return the same, and the rate has not changed since.
fn updated_at(now: Time, since: Option<Time>) -> Time {
    let length = i64::try_from(WINDOW.as_millis()).unwrap_or(i64::MAX);
    let window = Time::from_millis(now.millis() - now.millis().rem_euclid(length));
    // A platform clock that was held back must not show a future time.
    since.map_or(window, |since| since.min(now).max(window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_fresh_since_its_window_or_since_it_was_set() {
        let at = |text: &str| text.parse::<Time>().unwrap();
        let updated = |now: &str, since: Option<&str>| updated_at(at(now), since.map(at));
        assert_eq!(updated("2026-01-01T10:04:59.999Z", None), at("2026-01-01T10:00:00Z"));
        assert_eq!(updated("2026-01-01T10:05:00Z", None), at("2026-01-01T10:05:00Z"));
        let long_ago = Some("2025-12-31T23:00:00Z");
        assert_eq!(updated("2026-01-01T10:04:59.999Z", long_ago), at("2026-01-01T10:00:00Z"));
        let meanwhile = Some("2026-01-01T10:03:00Z");
        assert_eq!(updated("2026-01-01T10:04:59.999Z", meanwhile), at("2026-01-01T10:03:00Z"));
        assert_eq!(updated("2026-01-01T10:02:00Z", meanwhile), at("2026-01-01T10:02:00Z"));
    }
}
