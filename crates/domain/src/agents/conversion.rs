//! Conversion of amounts into the currency of a limit (agents A4.3).

use crate::currency;
use crate::money::{Amount, CurrencyCode};
use crate::rates::Rate;

/// The rounding of fractions of a smallest unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Away from zero: for amounts that are checked against a limit.
    Up,
    /// To the nearest, halves up: for the limits themselves.
    HalfUp,
}

/// Returns the amount in smallest units of `to`, converted at this rate and capped at `i64::MAX`, which
/// exceeds every limit.
///
/// An amount that is already in `to` is returned as it is. Otherwise `None` if a currency is unknown or the
/// amount is negative.
#[must_use]
pub fn convert(amount: Amount, to: CurrencyCode, rate: Rate, rounding: Rounding) -> Option<i64> {
    if amount.currency == to {
        return Some(amount.minor);
    }
    let minor = u128::try_from(amount.minor).ok()?;
    let [from, to] =
        [amount.currency, to].map(|code| currency::find(code).map(|info| i32::from(info.decimals)));
    let rate = rate.as_decimal();
    let exponent = to? - from? - i32::from(rate.scale());
    Some(scaled(minor, rate.digits(), exponent, rounding).unwrap_or(i64::MAX))
}

/// Returns a·b·10^exponent, or `None` on overflow.
fn scaled(a: u128, b: u128, exponent: i32, rounding: Rounding) -> Option<i64> {
    let product = a.checked_mul(b)?;
    let power = 10_u128.checked_pow(exponent.unsigned_abs())?;
    if exponent >= 0 {
        return i64::try_from(product.checked_mul(power)?).ok();
    }
    let whole = product / power;
    let rest = product % power;
    let is_up = match rounding {
        Rounding::Up => rest > 0,
        Rounding::HalfUp => rest >= power - rest,
    };
    i64::try_from(whole + u128::from(is_up)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const USD: CurrencyCode = CurrencyCode::USD;
    const EUR: CurrencyCode = CurrencyCode::EUR;

    fn at(rate: &str, minor: i64, to: CurrencyCode, rounding: Rounding) -> Option<i64> {
        let rate = Rate::try_new(rate.parse().unwrap()).unwrap();
        convert(Amount::new(minor, USD), to, rate, rounding)
    }

    #[test]
    fn an_amount_compared_with_a_limit_is_rounded_up() {
        assert_eq!(at("0.92", 100, EUR, Rounding::Up), Some(92));
        assert_eq!(at("0.92", 101, EUR, Rounding::Up), Some(93));
        assert_eq!(at("0.92", 1, EUR, Rounding::Up), Some(1));
        assert_eq!(at("0.92", 0, EUR, Rounding::Up), Some(0));
        assert_eq!(at("7", 12_345, USD, Rounding::Up), Some(12_345), "no conversion");
    }

    #[test]
    fn limits_are_rounded_to_the_nearest() {
        assert_eq!(at("0.5", 1, EUR, Rounding::HalfUp), Some(1));
        assert_eq!(at("0.49", 1, EUR, Rounding::HalfUp), Some(0));
        assert_eq!(at("0.5", 3, EUR, Rounding::HalfUp), Some(2));
    }

    #[test]
    fn amounts_are_converted_between_different_decimals() {
        let bitcoin = "BTC".parse().unwrap();
        assert_eq!(at("0.00001", 100, bitcoin, Rounding::Up), Some(1_000));
        let back = Rate::try_new("100000".parse().unwrap()).unwrap();
        let bitcoins = Amount::new(1_000, bitcoin);
        assert_eq!(convert(bitcoins, USD, back, Rounding::Up), Some(100));
    }

    #[test]
    fn an_overflowing_amount_exceeds_every_limit() {
        assert_eq!(at("999999999999", i64::MAX, EUR, Rounding::Up), Some(i64::MAX));
        assert_eq!(at("1.5", -1, EUR, Rounding::Up), None);
    }
}
