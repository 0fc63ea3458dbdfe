//! The exchange rate of a quote.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::decimal::{Decimal, Precision};

/// Receiving major units per one sending major unit: r of money 6.1. Never zero, with at most 12 significant
/// digits; serialized as a decimal text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Rate(Decimal);

/// The reason why a number is not an exchange rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateRefused {
    /// The rate, or one of the two prices, is zero.
    Zero,
    /// More than 12 significant digits.
    TooPrecise,
    /// 10^18 or more, or below 10^-18.
    OutOfRange,
}

const SIGNIFICANT_DIGITS: u8 = 12;
/// A rate lies in [10^-18, 10^18). No pair of real currencies comes near the bounds, and with amounts up to
/// 9·10^15 every product of the price arithmetic stays below 2^127 or is refused.
const MAX_MAGNITUDE: u32 = 18;

impl Rate {
    /// One for one: the rate between accounts of the same currency.
    pub const PAR: Self = Self(Decimal::ONE);

    /// Checks a number and returns it as a rate.
    ///
    /// # Errors
    /// [`RateRefused`] if it is zero, has more than 12 significant digits, or is out of range.
    pub fn try_new(number: Decimal) -> Result<Self, RateRefused> {
        if number.is_zero() {
            return Err(RateRefused::Zero);
        }
        let mut significant = number.digits();
        while significant.is_multiple_of(10) {
            significant /= 10;
        }
        if significant >= 10_u128.pow(u32::from(SIGNIFICANT_DIGITS)) {
            return Err(RateRefused::TooPrecise);
        }
        // The value's first digit has the weight 10^(count of digits − 1 − scale).
        let magnitude = i64::from(number.digits().ilog10()) - i64::from(number.scale());
        let bound = i64::from(MAX_MAGNITUDE);
        if (-bound..bound).contains(&magnitude) { Ok(Self(number)) } else { Err(RateRefused::OutOfRange) }
    }

    /// Returns the rate between two currencies from the units of each that one US dollar buys, rounded half
    /// to even to 12 significant digits (money 6.1).
    ///
    /// # Errors
    /// [`RateRefused`] if a price is zero or the quotient is out of range.
    pub fn from_prices(sending_per_usd: Decimal, receiving_per_usd: Decimal) -> Result<Self, RateRefused> {
        if sending_per_usd.is_zero() {
            return Err(RateRefused::Zero);
        }
        let quotient =
            receiving_per_usd.divided_by(sending_per_usd, Precision::Significant(SIGNIFICANT_DIGITS));
        Self::try_new(quotient.ok_or(RateRefused::OutOfRange)?)
    }

    #[must_use]
    pub const fn as_decimal(self) -> Decimal {
        self.0
    }

    /// Returns sending units per one receiving unit: e of money 6.1 without amounts. It is rounded half to
    /// even to 8 decimals, or to 10 significant digits if it is below 0.001. The rate of a price is
    /// [`super::Price::display_rate`].
    #[must_use]
    pub fn inverse_display(self) -> Decimal {
        // A rate has at most 29 decimals (18 zeros, then 12 digits), so 1 lifted by 8 more fits.
        display_quotient(Decimal::ONE, self.0).unwrap_or(Decimal::ZERO)
    }
}

/// Returns a / b as shown to clients: to 8 decimals, or to 10 significant digits if it is below 0.001.
pub(super) fn display_quotient(a: Decimal, b: Decimal) -> Option<Decimal> {
    a.divided_by(b, base_precision(a, b))
}

/// Returns the minimum precision of a displayed quotient a / b.
pub(super) fn base_precision(a: Decimal, b: Decimal) -> Precision {
    let fine = Precision::Significant(10);
    let is_small = a.divided_by(b, fine).is_some_and(Decimal::is_below_thousandth);
    if is_small { fine } else { Precision::Places(8) }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_new(Decimal::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for RateRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zero => "an exchange rate cannot be zero",
            Self::TooPrecise => "an exchange rate has at most 12 significant digits",
            Self::OutOfRange => "an exchange rate lies between 10^-18 and 10^18",
        })
    }
}

impl std::error::Error for RateRefused {}
