//! What a payment costs: rates asked of the outside world, and the price that is made of them (money 6).

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{
    Decimal, Decimals, Fees, Lock, Price, Rate, RateDetails, msat_per_sending_unit, price, rate_details,
};

use super::ownership::Ceiling;
use crate::payments::errors;
use crate::ports::{RateError, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::Threshold;

/// The rates that a quote needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RatesWanted {
    pub(crate) sending: CurrencyCode,
    pub(crate) receiving: CurrencyCode,
    /// What the destination must stay below, where its ownership is not proved.
    pub(crate) threshold: Option<Threshold>,
}

/// The rates that a price is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rates {
    /// Receiving major units per sending major unit.
    pub(crate) pair: Rate,
    /// Milli-satoshis per smallest sending unit, the unit that rate details are stated in.
    msat_per_sending_unit: Decimal,
    /// What the destination must stay below.
    pub(crate) ceiling: Option<Ceiling>,
}

/// A finished price.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Priced {
    pub(crate) price: Price,
    /// Sending units per receiving unit.
    pub(crate) rate_shown: Decimal,
    pub(crate) details: RateDetails,
}

/// Asks the outside world for the rates of a quote, all at once.
pub(crate) async fn ask(world: &World, wanted: &RatesWanted) -> Result<Rates, ApiError> {
    let RatesWanted { sending, receiving, threshold } = *wanted;
    let mut pairs =
        vec![(sending, receiving), (CurrencyCode::USD, CurrencyCode::BTC), (CurrencyCode::USD, sending)];
    pairs.extend(threshold.map(|threshold| (receiving, threshold.currency)));
    let mut found = pairs.iter().zip(world.rates.rates(&pairs).await).map(|((from, to), found)| {
        found.map(|found| found.rate).map_err(|error| errors::no_rate(error, &format!("{from} to {to}")))
    });
    let mut next =
        || found.next().unwrap_or_else(|| Err(errors::no_rate(RateError::Unavailable, "this payment")));
    let pair = next()?;
    let (btc_per_usd, sending_per_usd) = (next(), next());
    let ceiling = match threshold {
        None => None,
        Some(threshold) => Some(Ceiling { threshold, rate: next()? }),
    };
    Ok(Rates {
        pair,
        msat_per_sending_unit: reference(sending, btc_per_usd.ok(), sending_per_usd.ok()),
        ceiling,
    })
}

/// Milli-satoshis per smallest sending unit. The multipliers of rate details lead from the sending currency to
/// them and on to what arrives, so that only what both make together is a price. Where a price of bitcoin is not
/// known, one smallest unit therefore counts as one of them, and no payment fails for want of it.
fn reference(sending: CurrencyCode, btc_per_usd: Option<Rate>, sending_per_usd: Option<Rate>) -> Decimal {
    let prices = match (btc_per_usd, sending_per_usd) {
        // A bitcoin is a bitcoin at any price.
        _ if sending == CurrencyCode::BTC => Some((Decimal::ONE, Decimal::ONE)),
        (Some(btc), Some(sending)) => Some((btc.as_decimal(), sending.as_decimal())),
        _ => None,
    };
    let msat = prices.and_then(|(btc, sent)| msat_per_sending_unit(btc, sent, decimals_of(sending)));
    msat.unwrap_or(Decimal::ONE)
}

/// The rates by which what comes in as the first currency is credited in the second.
pub(crate) async fn receipt_rates(
    world: &World,
    (sending, receiving): (CurrencyCode, CurrencyCode),
) -> Result<Rates, ApiError> {
    ask(world, &RatesWanted { sending, receiving, threshold: None }).await
}

/// Prices what comes in: nothing is taken for it (money 6.2).
pub(crate) fn receipt_price(
    rates: &Rates,
    amount: i64,
    pair: (CurrencyCode, CurrencyCode),
) -> Result<Priced, ApiError> {
    price_of(rates, Lock::Sending, amount, pair, &Fees::NONE)
}

/// Prices an amount of the locked side.
pub(crate) fn price_of(
    rates: &Rates,
    lock: Lock,
    amount: i64,
    (sending, receiving): (CurrencyCode, CurrencyCode),
    fees: &Fees,
) -> Result<Priced, ApiError> {
    let decimals = Decimals { sending: decimals_of(sending), receiving: decimals_of(receiving) };
    let price = price(lock, amount, rates.pair, decimals, fees).map_err(errors::not_priced)?;
    let details = rate_details(&price, fees, decimals, rates.msat_per_sending_unit);
    let rate_shown = price.rate_shown(decimals);
    Ok(Priced { price, rate_shown, details: details.map_err(errors::not_priced)? })
}

/// Decimals of a currency of the registry; every account holds one.
fn decimals_of(code: CurrencyCode) -> u8 {
    currency::find(code).map_or(0, |info| info.decimals)
}
