//! The price of a payment whose receiver's provider converts: it settles in an asset, and the provider says how
//! much arrives (uma 6.3, 6.4).
//!
//! With v, f and m of the interface: S is divided by the sender's fees, the rest is worth v units of the asset,
//! and the provider's fee f is a part of them.

use super::corridor::{Decimals, half_up};
use super::decimal::{Decimal, Precision};
use super::details::{RateDetails, rate_details};
use super::fees::Fees;
use super::price::{Lock, Price, price};
use super::price_refused::PriceRefused;
use super::rate::Rate;

/// The conversion from the sending currency to a settlement asset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AssetRate {
    /// Major units of the asset per sending major unit.
    pub rate: Rate,
    /// Decimals of the unit in which the asset settles: 11 for millisatoshis.
    pub decimals: u8,
}

/// The terms on which the receiver's provider converts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettledTerms {
    /// R: the amount that arrives, in receiving smallest units.
    pub received: i64,
    /// v: the amount to be paid, in settlement units.
    pub settled: i64,
    /// f: the provider's fee within v, in settlement units.
    pub fee: i64,
    /// m: settlement units per receiving smallest unit.
    pub multiplier: Decimal,
}

const SIGNIFICANT: Precision = Precision::Significant(12);

impl AssetRate {
    const fn decimals(self, sending: u8) -> Decimals {
        Decimals { sending, receiving: self.decimals }
    }

    /// Returns the settlement units that a sending smallest unit is worth, or `None` if the number does not fit.
    #[must_use]
    pub fn per_sending_unit(self, sending: u8) -> Option<Decimal> {
        self.rate.as_decimal().shifted(i32::from(self.decimals) - i32::from(sending))
    }

    /// Returns the rate that an offer promises before fees, in receiving major units per sending major unit (uma
    /// 5.2). `None` if it is out of range.
    #[must_use]
    pub fn offered_rate(self, multiplier: Decimal, receiving: u8) -> Option<Rate> {
        let sent = self.rate.as_decimal().shifted(i32::from(self.decimals))?;
        let received = multiplier.shifted(i32::from(receiving))?;
        Rate::try_new(sent.divided_by(received, SIGNIFICANT)?).ok()
    }
}

/// Returns v for a locked sending amount: its worth after the sender's fees, in settlement units.
///
/// # Errors
/// [`PriceRefused`] if the amount cannot be priced.
pub fn settlement_amount(
    amount: i64,
    asset: AssetRate,
    sending: u8,
    fees: &Fees,
) -> Result<i64, PriceRefused> {
    let fees = with_counterparty_fee(fees, 0);
    Ok(price(Lock::Sending, amount, asset.rate, asset.decimals(sending), &fees)?.total_receiving)
}

/// Prices a payment on the provider's terms. With the receiving side locked, S is the smallest amount that is worth
/// v after the sender's fees. The rate of the price is R/N, to 12 significant digits.
///
/// # Errors
/// [`PriceRefused`] if the amount cannot be priced.
pub fn settled_price(
    lock: Lock,
    amount: i64,
    asset: AssetRate,
    decimals: Decimals,
    fees: &Fees,
    terms: &SettledTerms,
) -> Result<Price, PriceRefused> {
    let to_asset = asset.decimals(decimals.sending);
    let total = match lock {
        Lock::Sending => amount,
        Lock::Receiving => {
            let fees = with_counterparty_fee(fees, 0);
            price(Lock::Receiving, terms.settled, asset.rate, to_asset, &fees)?.total_sending
        }
    };
    // N + Cs is worth v, and Cs is worth f.
    let fees = with_counterparty_fee(fees, terms.fee);
    let sent = price(Lock::Sending, total, asset.rate, to_asset, &fees)?;
    if terms.received < 1 {
        return Err(PriceRefused::NothingArrives);
    }
    let received = amount_of(terms.received, decimals.receiving)?;
    let net = amount_of(sent.net_sending, decimals.sending)?;
    let rate = received.divided_by(net, SIGNIFICANT).and_then(|rate| Rate::try_new(rate).ok());
    Ok(Price {
        rate: rate.ok_or(PriceRefused::TooLarge)?,
        total_receiving: terms.received,
        counterparty_fee: counterparty_fee(terms)?,
        surplus: 0,
        ..sent
    })
}

/// Returns the details of such a price. The multiplier is the provider's own, upside down.
///
/// # Errors
/// [`PriceRefused::TooLarge`] if a number does not fit.
pub fn settled_details(
    price: &Price,
    asset: AssetRate,
    decimals: Decimals,
    fees: &Fees,
    multiplier: Decimal,
) -> Result<RateDetails, PriceRefused> {
    let per_unit = asset.per_sending_unit(decimals.sending).ok_or(PriceRefused::TooLarge)?;
    let details = rate_details(price, fees, decimals, per_unit)?;
    let counterparty_multiplier = Decimal::ONE.divided_by(multiplier, SIGNIFICANT);
    Ok(RateDetails {
        counterparty_multiplier: counterparty_multiplier.ok_or(PriceRefused::TooLarge)?,
        ..details
    })
}

/// Returns c: half_up(f/m).
fn counterparty_fee(terms: &SettledTerms) -> Result<i64, PriceRefused> {
    let quotient = || {
        let power = 10_i128.checked_pow(u32::from(terms.multiplier.scale()))?;
        let fee = i128::from(terms.fee).checked_mul(power)?;
        let multiplier = i128::try_from(terms.multiplier.digits()).ok().filter(|digits| *digits > 0)?;
        i64::try_from(half_up(fee, multiplier)).ok()
    };
    quotient().ok_or(PriceRefused::TooLarge)
}

const fn with_counterparty_fee(fees: &Fees, fee: i64) -> Fees {
    Fees { counterparty_fixed: fee, ..*fees }
}

fn amount_of(minor: i64, decimals: u8) -> Result<Decimal, PriceRefused> {
    let digits = u128::try_from(minor).map_err(|_| PriceRefused::TooLarge)?;
    Ok(Decimal::new(digits, decimals))
}
