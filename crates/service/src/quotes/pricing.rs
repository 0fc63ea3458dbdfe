//! What a payment costs: rates asked of the outside world, fees of the service and of the platform (money 6).

use causeway_domain::Amount;
use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::{FeeConfig, PlatformFee, check_override, platform_fee};
use causeway_domain::rates::{
    Decimal, Decimals, Fees, Lock, Price, Rate, RateDetails, msat_per_sending_unit, price, rate_details,
};
use causeway_wire::quotes::PlatformFeeOverride;

use super::account::Account;
use super::destination::Destination;
use super::errors;
use super::parties::Parties;
use crate::payments::ownership::Ceiling;
use crate::ports::{RateError, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::{FEE_SCHEDULE, Settings, Threshold, for_corridor};

/// The rates that a quote needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct RatesWanted {
    pub(super) sending: CurrencyCode,
    pub(super) receiving: CurrencyCode,
    /// What the destination must stay below, where its ownership is not proved.
    pub(super) threshold: Option<Threshold>,
}

/// The rates that a price is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rates {
    /// Receiving major units per sending major unit.
    pub(super) pair: Rate,
    /// Milli-satoshis per smallest sending unit, the unit that rate details are told in.
    msat_per_sending_unit: Decimal,
    /// What the destination must stay below.
    pub(super) ceiling: Option<Ceiling>,
}

/// A finished price.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Priced {
    pub(crate) price: Price,
    pub(crate) details: RateDetails,
}

/// Asks the outside world for the rates of a quote, all at once.
pub(super) async fn ask(world: &World, wanted: &RatesWanted) -> Result<Rates, ApiError> {
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

/// The fees of one payment: the service's for the corridor, those of the destination's network, and the platform's.
pub(super) fn fees(
    settings: &Settings,
    standing: &[FeeConfig],
    override_fee: Option<&PlatformFeeOverride>,
    parties: &Parties,
) -> Result<Fees, ApiError> {
    let (sending, receiving) = parties.pair();
    let override_fee = override_fee.map(|sent| read_override(sent, sending)).transpose()?;
    let service = service_fees(settings, sending, receiving)?;
    let carried = match &parties.destination {
        Destination::Account(Account::External(account)) => {
            service.over_network(&account.account_type, account.currency)
        }
        Destination::Account(Account::Internal(_)) | Destination::Uma(_) => service,
    };
    let platform = platform_fee(standing, override_fee, sending, receiving);
    Ok(Fees { platform_fixed: platform.fixed, platform_rate: platform.variable, ..carried })
}

/// The service's own fees in a corridor: the operator's schedule, else the standing one (money 6.2).
pub(crate) fn service_fees(
    settings: &Settings,
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> Result<Fees, ApiError> {
    let schedule = settings.get(&FEE_SCHEDULE)?;
    Ok(match for_corridor(&schedule, sending, receiving) {
        None => Fees::sandbox_service(sending, receiving),
        Some(entry) => Fees {
            service_fixed: entry.fixed,
            service_rate: entry.rate_millionths,
            counterparty_fixed: entry.counterparty_fixed,
            ..Fees::NONE
        },
    })
}

/// The platform's standing fee in a corridor.
pub(crate) fn standing_fee(
    standing: &[FeeConfig],
    sending: CurrencyCode,
    receiving: CurrencyCode,
) -> PlatformFee {
    platform_fee(standing, None, sending, receiving)
}

fn read_override(sent: &PlatformFeeOverride, sending: CurrencyCode) -> Result<PlatformFee, ApiError> {
    let fixed = &sent.platform_fixed_fee;
    let fixed = Amount::new(fixed.amount.into(), fixed.currency);
    check_override(sent.platform_variable_fee_bps.0.into(), fixed, sending)
        .map_err(|refused| errors::fee_override(&refused))
}

/// Prices an amount of the locked side.
pub(super) fn price_of(
    rates: &Rates,
    lock: Lock,
    amount: i64,
    (sending, receiving): (CurrencyCode, CurrencyCode),
    fees: &Fees,
) -> Result<Priced, ApiError> {
    let decimals = Decimals { sending: decimals_of(sending), receiving: decimals_of(receiving) };
    let price = price(lock, amount, rates.pair, decimals, fees).map_err(errors::not_priced)?;
    let details = rate_details(&price, fees, decimals, rates.msat_per_sending_unit);
    Ok(Priced { price, details: details.map_err(errors::not_priced)? })
}

/// Decimals of a currency of the registry; every account holds one.
fn decimals_of(code: CurrencyCode) -> u8 {
    currency::find(code).map_or(0, |info| info.decimals)
}
