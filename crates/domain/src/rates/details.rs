//! The numbers of `rateDetails` on quotes and outgoing transactions (money 6.2). They are informative; the
//! fees charged are [`Price::fees_included`].

use super::corridor::Decimals;
use super::corridor::half_up;
use super::decimal::{Decimal, Precision};
use super::fees::{FeeRate, Fees};
use super::price::Price;
use super::price_refused::PriceRefused;

/// The calculation of a price, in the interface's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RateDetails {
    /// Receiving smallest units per milli-satoshi, to 12 significant digits.
    pub counterparty_multiplier: Decimal,
    /// In receiving smallest units.
    pub counterparty_fixed_fee: i64,
    /// Milli-satoshis per sending smallest unit, net of the service's variable fee.
    pub service_multiplier: Decimal,
    /// Converted to receiving smallest units.
    pub service_fixed_fee: i64,
    /// As a fraction: 0.005 for 50 basis points.
    pub service_variable_rate: Decimal,
    /// On the received amount, in receiving smallest units.
    pub service_variable_amount: i64,
}

const MULTIPLIER: Precision = Precision::Significant(12);
/// Milli-satoshis in a bitcoin: 10^11.
const MSAT_EXPONENT: i32 = 11;

/// Returns M of money 6.2: the milli-satoshis that one smallest unit of the sending currency is worth, to 12
/// significant digits. 8330 for the cent of a US dollar in sandbox.
///
/// `None` if `sending_per_usd` is zero, or a number does not fit.
#[must_use]
pub fn msat_per_sending_unit(
    btc_per_usd: Decimal,
    sending_per_usd: Decimal,
    sending_decimals: u8,
) -> Option<Decimal> {
    btc_per_usd.shifted(MSAT_EXPONENT - i32::from(sending_decimals))?.divided_by(sending_per_usd, MULTIPLIER)
}

/// Returns the details of a price, from M as [`msat_per_sending_unit`] returns it.
///
/// # Errors
/// [`PriceRefused::TooLarge`] if a number does not fit, which no price of a real pair reaches.
pub fn rate_details(
    price: &Price,
    fees: &Fees,
    decimals: Decimals,
    msat_per_sending_unit: Decimal,
) -> Result<RateDetails, PriceRefused> {
    let exponent = i32::from(decimals.receiving) - i32::from(decimals.sending);
    let rho = price.rate.as_decimal().shifted(exponent).ok_or(PriceRefused::TooLarge)?;
    let net_rate = Decimal::new(u128::from(FeeRate::WHOLE - fees.service_rate.millionths()), 6);
    let service_multiplier = msat_per_sending_unit.times(net_rate).ok_or(PriceRefused::TooLarge)?;
    let counterparty_multiplier =
        rho.divided_by(msat_per_sending_unit, MULTIPLIER).ok_or(PriceRefused::TooLarge)?;
    Ok(RateDetails {
        counterparty_multiplier,
        counterparty_fixed_fee: price.counterparty_fee,
        service_multiplier,
        service_fixed_fee: half_up_times(fees.service_fixed, rho)?,
        service_variable_rate: fees.service_rate.fraction(),
        service_variable_amount: half_up_times(price.total_receiving, fees.service_rate.fraction())?,
    })
}

/// Returns half_up(amount · factor) for an amount that is not negative.
fn half_up_times(amount: i64, factor: Decimal) -> Result<i64, PriceRefused> {
    let scaled = || {
        let product = i128::from(amount).checked_mul(i128::try_from(factor.digits()).ok()?)?;
        let divisor = 10_i128.checked_pow(u32::from(factor.scale()))?;
        i64::try_from(half_up(product, divisor)).ok()
    };
    scaled().ok_or(PriceRefused::TooLarge)
}
