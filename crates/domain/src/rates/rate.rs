//! The exchange rate of a quote.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::decimal::{Decimal, Precision};

/// Receiving major units per one sending major unit: r of money 6.1. Never zero, at most 12 significant
/// digits, written as a decimal text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Rate(Decimal);

/// Why a number is no exchange rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateRefused {
    /// It is zero, or one of the two prices is.
    Zero,
    /// It has more than 12 significant digits.
    TooPrecise,
    /// It is 10^18 or more, or below 10^-18.
    OutOfRange,
}

const SIGNIFICANT_DIGITS: u8 = 12;
/// A rate lies in [10^-18, 10^18): no pair of real currencies comes near, and with amounts up to 9·10^15
/// every product of the price arithmetic stays below 2^127 or is refused.
const MAX_MAGNITUDE: u32 = 18;

impl Rate {
    /// One for one: the rate between accounts of the same currency.
    pub const PAR: Self = Self(Decimal::ONE);

    /// The number as a rate.
    ///
    /// # Errors
    /// When it is zero, has more than 12 significant digits, or is out of range.
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
        // The value's first digit stands for 10^(count of digits − 1 − scale).
        let magnitude = i64::from(number.digits().ilog10()) - i64::from(number.scale());
        let bound = i64::from(MAX_MAGNITUDE);
        if (-bound..bound).contains(&magnitude) { Ok(Self(number)) } else { Err(RateRefused::OutOfRange) }
    }

    /// The rate between two currencies of which one US dollar buys so many units, rounded half to even to
    /// 12 significant digits (money 6.1).
    ///
    /// # Errors
    /// When a price is zero or the quotient is out of range.
    pub fn from_prices(sending_per_usd: Decimal, receiving_per_usd: Decimal) -> Result<Self, RateRefused> {
        if sending_per_usd.is_zero() {
            return Err(RateRefused::Zero);
        }
        let quotient =
            receiving_per_usd.divided_by(sending_per_usd, Precision::Significant(SIGNIFICANT_DIGITS));
        Self::try_new(quotient.ok_or(RateRefused::OutOfRange)?)
    }

    /// The rate as a number.
    #[must_use]
    pub const fn as_decimal(self) -> Decimal {
        self.0
    }

    /// Returns sending units per one receiving unit, half to even to 8 decimals, or to 10 significant digits where it is
    /// below 0.001: e of money 6.1 without amounts. That of a price is [`super::Price::rate_shown`].
    #[must_use]
    pub fn inverse_shown(self) -> Decimal {
        // A rate has at most 29 decimals (18 zeros, then 12 digits), so 1 lifted by 8 more fits.
        shown_quotient(Decimal::ONE, self.0).unwrap_or(Decimal::ZERO)
    }
}

/// a / b as shown to clients: to 8 decimals, or to 10 significant digits where it is below 0.001.
pub(super) fn shown_quotient(a: Decimal, b: Decimal) -> Option<Decimal> {
    a.divided_by(b, base_precision(a, b))
}

/// Returns the digits that every shown quotient a / b has.
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
