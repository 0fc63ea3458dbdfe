//! The price of a payment, calculated from rates of the outside world (money 6).

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::{
    AssetRate, Decimal, Decimals, Fees, Lock, Price, Rate, RateDetails, SettledTerms, msat_per_sending_unit,
    price, rate_details, settled_details, settled_price, settlement_amount,
};

use super::ownership::Ceiling;
use crate::payments::errors;
use crate::ports::{RateError, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::Threshold;

/// The rates that a quote needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RatesRequest {
    pub(crate) sending: CurrencyCode,
    pub(crate) receiving: CurrencyCode,
    /// Limit for a destination without a proof of ownership.
    pub(crate) threshold: Option<Threshold>,
    /// `None` if no provider is asked that may need Travel Rule data.
    pub(crate) travel_rule: Option<LockedThreshold>,
}

/// A threshold with which the amount of the locked side is compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LockedThreshold {
    /// The currency of the locked side.
    pub(crate) locked: CurrencyCode,
    pub(crate) threshold: Threshold,
}

/// The rates that a price is calculated from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rates {
    /// Receiving major units per sending major unit.
    pub(crate) pair: Rate,
    /// Milli-satoshis per smallest sending unit, the unit of rate details.
    msat_per_sending_unit: Decimal,
    /// Limit for a destination without a proof of ownership, with its rate.
    pub(crate) ceiling: Option<Ceiling>,
    /// Amount from which Travel Rule data is sent, with its rate; `None` if it was not asked for, or has no rate.
    pub(crate) travel_rule: Option<Ceiling>,
}

/// A calculated price.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pricing {
    pub(crate) price: Price,
    /// Sending units per receiving unit.
    pub(crate) display_rate: Decimal,
    pub(crate) details: RateDetails,
}

/// Fetches the rates of a quote from the outside world, all at once.
pub(crate) async fn ask(world: &World, request: &RatesRequest) -> Result<Rates, ApiError> {
    let RatesRequest { sending, receiving, threshold, travel_rule } = *request;
    let mut pairs =
        vec![(sending, receiving), (CurrencyCode::USD, CurrencyCode::BTC), (CurrencyCode::USD, sending)];
    pairs.extend(threshold.map(|threshold| (receiving, threshold.currency)));
    pairs.extend(travel_rule.map(|rule| (rule.locked, rule.threshold.currency)));
    let mut rates = pairs.iter().zip(world.rates.rates(&pairs).await).map(|((from, to), rate)| {
        rate.map(|rate| rate.rate).map_err(|error| errors::no_rate(error, &format!("{from} to {to}")))
    });
    let mut next =
        || rates.next().unwrap_or_else(|| Err(errors::no_rate(RateError::Unavailable, "this payment")));
    let pair = next()?;
    let btc_per_usd = next();
    let sending_per_usd = next();
    let ceiling = match threshold {
        None => None,
        Some(threshold) => Some(Ceiling { threshold, rate: next()? }),
    };
    let travel_rule =
        travel_rule.and_then(|rule| next().ok().map(|rate| Ceiling { threshold: rule.threshold, rate }));
    Ok(Rates {
        pair,
        msat_per_sending_unit: reference(sending, btc_per_usd.ok(), sending_per_usd.ok()),
        ceiling,
        travel_rule,
    })
}

/// Returns the milli-satoshis per smallest sending unit.
///
/// The multipliers of rate details lead from the sending currency to milli-satoshis and on to the receiving
/// currency; only their product is a price. If no price of bitcoin is known, one smallest unit therefore
/// counts as one milli-satoshi, and no payment fails for lack of it.
fn reference(sending: CurrencyCode, btc_per_usd: Option<Rate>, sending_per_usd: Option<Rate>) -> Decimal {
    let prices = match (btc_per_usd, sending_per_usd) {
        // Bitcoin needs no price.
        _ if sending == CurrencyCode::BTC => Some((Decimal::ONE, Decimal::ONE)),
        (Some(btc), Some(sending)) => Some((btc.as_decimal(), sending.as_decimal())),
        _ => None,
    };
    let msat = prices.and_then(|(btc, sent)| msat_per_sending_unit(btc, sent, decimals_of(sending)));
    msat.unwrap_or(Decimal::ONE)
}

/// Fetches the rates that convert incoming money from its currency to the credited one.
pub(crate) async fn incoming_uma_rates(
    world: &World,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Result<Rates, ApiError> {
    ask(world, &RatesRequest { sending, receiving, threshold: None, travel_rule: None }).await
}

/// Prices incoming money, without fees (money 6.2).
pub(crate) fn incoming_uma_price(
    rates: &Rates,
    amount: i64,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Result<Pricing, ApiError> {
    price_of(rates, Lock::Sending, amount, sending, receiving, &Fees::NONE)
}

/// Prices an amount of the locked side.
pub(crate) fn price_of(
    rates: &Rates,
    lock: Lock,
    amount: i64,
    sending: CurrencyCode,
    receiving: CurrencyCode,
    fees: &Fees,
) -> Result<Pricing, ApiError> {
    let decimals = Decimals { sending: decimals_of(sending), receiving: decimals_of(receiving) };
    let price = price(lock, amount, rates.pair, decimals, fees).map_err(errors::not_priced)?;
    let details = rate_details(&price, fees, decimals, rates.msat_per_sending_unit);
    let display_rate = price.display_rate(decimals);
    Ok(Pricing { price, display_rate, details: details.map_err(errors::not_priced)? })
}

/// Returns the worth of a sending amount after fees, in settlement units with these decimals. The rates lead to the
/// settlement asset.
pub(crate) fn settlement_amount_of(
    rates: &Rates,
    amount: i64,
    sending: CurrencyCode,
    asset_decimals: u8,
    fees: &Fees,
) -> Result<i64, ApiError> {
    let asset = AssetRate { rate: rates.pair, decimals: asset_decimals };
    settlement_amount(amount, asset, decimals_of(sending), fees).map_err(errors::not_priced)
}

/// Prices a payment on the terms of the receiver's provider. `asset` leads from the sending currency to the settlement
/// asset.
pub(crate) fn settled_price_of(
    asset: AssetRate,
    lock: Lock,
    amount: i64,
    sending: CurrencyCode,
    receiving: CurrencyCode,
    fees: &Fees,
    terms: &SettledTerms,
) -> Result<Pricing, ApiError> {
    let decimals = Decimals { sending: decimals_of(sending), receiving: decimals_of(receiving) };
    let price = settled_price(lock, amount, asset, decimals, fees, terms).map_err(errors::not_priced)?;
    let details = settled_details(&price, asset, decimals, fees, terms.multiplier);
    let display_rate = price.display_rate_of_amounts(decimals);
    Ok(Pricing { price, display_rate, details: details.map_err(errors::not_priced)? })
}

/// Returns the decimals of a registered currency; every account holds one.
fn decimals_of(code: CurrencyCode) -> u8 {
    currency::find(code).map_or(0, |info| info.decimals)
}
