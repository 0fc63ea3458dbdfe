//! `GET /exchange-rates` (money 5.1): what each corridor of the platform costs now, all fees included.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::currency;
use causeway_domain::external_accounts::Rail;
use causeway_domain::money::Currency;
use causeway_domain::quotes::PlatformFee;
use causeway_domain::rates::{Decimals, Fees, Rate, list_price};
use causeway_domain::transactions::TransactionType;
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_wire::external_accounts::ACCOUNT_TYPES;
use causeway_wire::rates::{ExchangeRateEntry, ExchangeRateFees, ExchangeRateFilter};
use causeway_wire::table::GetExchangeRates;
use causeway_wire::{Code, List, Reply};

use crate::http::{Answer, Call};
use crate::money::{self, exact_number, same_name};
use crate::quotes::{service_fees, standing_fee};
use crate::refusal::Refusal;
use crate::settings::{CORRIDOR_LIMITS, CorridorLimit, Settings, for_corridor};

/// How long a listed rate counts as fresh: `updatedAt` is the beginning of the window that now lies in.
const WINDOW: Duration = Duration::from_mins(5);
/// The limits that are listed where the operator has set none (money 5.1).
const LIST_MINIMUM: i64 = 100;
const LIST_MAXIMUM: i64 = 10_000_000;

/// Lists the corridors from the platform's currencies to every currency that money can be paid out in.
///
/// # Errors
/// `INVALID_CURRENCY` and `INVALID_AMOUNT` for malformed filters.
pub async fn handler(call: Call<GetExchangeRates>) -> Result<Answer, Refusal> {
    let facts = read_facts(&call).await?;
    let world = call.app.ports.of(call.caller.environment);
    let now = call.caller.clock.at(call.app.clock.now());
    let mut pairs = Vec::new();
    let mut rails = Vec::new();
    for source in sources(&facts.platform, &call.query) {
        for (destination, rail) in destinations(&call.query) {
            pairs.push((source, destination));
            rails.push(rail);
        }
    }
    let rates = world.rates.rates(&pairs).await;
    let mut data = Vec::new();
    for ((pair, rail), rate) in pairs.into_iter().zip(rails).zip(rates) {
        let Ok(rate) = rate else { continue };
        data.push(entry(&facts, pair, rail, rate, call.query.sending_amount.into(), now)?);
    }
    Answer::success(&Reply::<GetExchangeRates>::Done(List { data }))
}

/// What prices depend on besides the rate.
struct Facts {
    platform: PlatformRecord,
    settings: Settings,
    limits: Vec<CorridorLimit>,
}

async fn read_facts(call: &Call<GetExchangeRates>) -> Result<Facts, Refusal> {
    let (app, id, environment) = (call.app.clone(), call.caller.platform, call.caller.environment);
    let read = move |tx: &mut Tx<'_>| {
        let platform = platforms::get(tx, id)?;
        let settings = Settings::of_platform(tx, &app.deployment, id, environment)?;
        let limits = settings.get(&CORRIDOR_LIMITS)?;
        Ok::<_, Refusal>(Facts { platform, settings, limits })
    };
    call.app.store.read(read).await
}

fn sources(platform: &PlatformRecord, filter: &ExchangeRateFilter) -> Vec<Currency> {
    let sendable = platform
        .doc
        .currencies
        .iter()
        .filter(|entry| entry.transaction_types.contains(&TransactionType::Outgoing))
        .map(|entry| entry.currency);
    let wanted = filter.source_currency.as_ref().map(ToString::to_string);
    sendable.filter(|code| wanted.as_deref().is_none_or(|wanted| wanted == code.as_str())).collect()
}

/// The currencies that money can be paid out in, each with the rail it takes by default. Wallets have no rail
/// that this list could name, so currencies that live only on chains are not part of it.
fn destinations(filter: &ExchangeRateFilter) -> Vec<(Currency, Rail)> {
    let wanted = filter.destination_currency.as_ref();
    let named = |code: &str| wanted.is_none_or(|wanted| wanted.iter().any(|name| name.as_str() == code));
    let mut found: Vec<(Currency, Rail)> = Vec::new();
    for row in ACCOUNT_TYPES {
        let ([code], [rail, ..]) = (row.currencies, &*row.rails()) else { continue };
        let (Ok(currency), Ok(rail)) = (code.parse(), rail.as_str().parse()) else { continue };
        if named(code) && !found.iter().any(|(known, _)| *known == currency) {
            found.push((currency, rail));
        }
    }
    found
}

fn entry(
    facts: &Facts,
    (source, destination): (Currency, Currency),
    rail: Rail,
    rate: Rate,
    amount: i64,
    now: Time,
) -> Result<ExchangeRateEntry, Refusal> {
    let (from, to) = (registered(source)?, registered(destination)?);
    let decimals = Decimals { sending: from, receiving: to };
    let fees = fees(facts, source, destination)?;
    let listed = list_price(amount, rate, decimals, &fees).map_err(|_| {
        Refusal::new(Code::InvalidAmount, "The amount cannot be priced.").with("field", "sendingAmount")
    })?;
    let limit = for_corridor(&facts.limits, source, destination);
    Ok(ExchangeRateEntry {
        source_currency: money::currency(source)?,
        sending_amount: amount.into(),
        min_sending_amount: limit.and_then(|limit| limit.list_minimum).unwrap_or(LIST_MINIMUM).into(),
        max_sending_amount: limit.and_then(|limit| limit.list_maximum).unwrap_or(LIST_MAXIMUM).into(),
        destination_currency: money::currency(destination)?,
        destination_payment_rail: same_name(rail.as_str())?,
        receiving_amount: listed.receiving.into(),
        exchange_rate: exact_number(listed.exchange_rate)?,
        fees: ExchangeRateFees { fixed: listed.fees_fixed.into(), total: listed.fees_total.into() },
        updated_at: money::instant(window_start(now)),
    })
}

/// The service's fees and the platform's standing ones: what a quote without an override would pay.
fn fees(facts: &Facts, source: Currency, destination: Currency) -> Result<Fees, Refusal> {
    let PlatformFee { variable, fixed } = standing_fee(&facts.platform.doc.fee_configs, source, destination);
    let service = service_fees(&facts.settings, source, destination)?;
    Ok(Fees { platform_fixed: fixed, platform_rate: variable, ..service })
}

fn registered(code: Currency) -> Result<u8, Refusal> {
    let info = currency::find(code).ok_or(causeway_store::Error::Missing)?;
    Ok(info.decimals)
}

fn window_start(now: Time) -> Time {
    let length = i64::try_from(WINDOW.as_millis()).unwrap_or(i64::MAX);
    Time::from_millis(now.millis() - now.millis().rem_euclid(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_fresh_since_the_beginning_of_its_window() {
        let at = |text: &str| text.parse::<Time>().unwrap();
        assert_eq!(window_start(at("2026-01-01T10:04:59.999Z")), at("2026-01-01T10:00:00Z"));
        assert_eq!(window_start(at("2026-01-01T10:05:00Z")), at("2026-01-01T10:05:00Z"));
    }
}
