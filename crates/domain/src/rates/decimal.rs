//! Exact non-negative decimals, and division with a single rounding.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact non-negative decimal: digits / 10^scale. It is always reduced, so that equal numbers are equal
/// values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: u128,
    scale: u8,
}

/// A text that is not a plain decimal (`0.92`), or has more digits than can be stored exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADecimal;

/// The precision of a quotient, rounded half to even.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Precision {
    /// This many digits, counted from the first that is not zero.
    Significant(u8),
    /// This many digits after the point.
    Places(u8),
}

impl Precision {
    /// Returns the precision with `extra` more digits.
    pub(crate) const fn finer(self, extra: u8) -> Self {
        match self {
            Self::Significant(digits) => Self::Significant(digits.saturating_add(extra)),
            Self::Places(places) => Self::Places(places.saturating_add(extra)),
        }
    }
}

/// 10^38 is the largest power of ten below 2^127, the bound of all arithmetic on amounts.
const MAX_SCALE: u8 = 38;

impl Decimal {
    pub const ZERO: Self = Self { digits: 0, scale: 0 };
    pub const ONE: Self = Self { digits: 1, scale: 0 };

    /// Returns the decimal digits / 10^scale, reduced.
    #[must_use]
    pub const fn new(mut digits: u128, mut scale: u8) -> Self {
        while scale > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            scale -= 1;
        }
        Self { digits, scale }
    }

    /// Returns the digits as an integer: the number is digits / 10^scale.
    #[must_use]
    pub const fn digits(self) -> u128 {
        self.digits
    }

    /// Returns the number of digits after the point.
    #[must_use]
    pub const fn scale(self) -> u8 {
        self.scale
    }

    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// Returns `true` if the number is less than 0.001.
    pub(crate) fn is_below_thousandth(self) -> bool {
        let Some(scale) = self.scale.checked_sub(3) else { return self.is_zero() };
        power_of_ten(i32::from(scale)).is_none_or(|thousandth| self.digits < thousandth)
    }

    /// Returns self / divisor, rounded half to even, or `None` if the divisor is 0 or the digits do not fit.
    pub(crate) fn divided_by(self, divisor: Self, precision: Precision) -> Option<Self> {
        // a/10^s ÷ b/10^t = (a/b) · 10^(t−s)
        divide(self.digits, divisor.digits, i32::from(divisor.scale) - i32::from(self.scale), precision)
    }

    /// Returns self × factor, exactly, or `None` if the digits do not fit.
    pub(crate) fn times(self, factor: Self) -> Option<Self> {
        let scale = self.scale.checked_add(factor.scale)?;
        let product = Self::new(self.digits.checked_mul(factor.digits)?, scale);
        (product.scale <= MAX_SCALE).then_some(product)
    }

    /// Returns self × 10^exponent, exactly, or `None` if the digits do not fit.
    pub(crate) fn shifted(self, exponent: i32) -> Option<Self> {
        at_exponent(self.digits, exponent.checked_sub(i32::from(self.scale))?)
    }
}

/// Returns a/b × 10^exponent, rounded once, half to even. `None` if b is 0 or an intermediate value does not
/// fit.
fn divide(a: u128, b: u128, exponent: i32, precision: Precision) -> Option<Decimal> {
    if b == 0 {
        return None;
    }
    if a == 0 {
        return Some(Decimal::ZERO);
    }
    let lift = match precision {
        Precision::Places(places) => exponent.checked_add(i32::from(places))?,
        // With da and db digits, a/b lies between 10^(da−db−1) and 10^(da−db+1), both exclusive: lifted by
        // this, it has `digits` integer digits or one fewer.
        Precision::Significant(digits) => {
            let lift = i32::from(digits) - 1 - (digit_count(a) - digit_count(b));
            let full = power_of_ten(i32::from(digits) - 1)?;
            if quotient(a, b, lift)?.0 < full { lift + 1 } else { lift }
        }
    };
    let (floor, remainder, divisor) = quotient(a, b, lift)?;
    // Comparing the remainder with the missing part, instead of doubling it, cannot overflow.
    let missing = divisor - remainder;
    let up = remainder > missing || (remainder == missing && !floor.is_multiple_of(2));
    at_exponent(floor.checked_add(u128::from(up))?, exponent.checked_sub(lift)?)
}

/// Returns the floor of a/b × 10^lift, the remainder, and the divisor of that remainder.
fn quotient(a: u128, b: u128, lift: i32) -> Option<(u128, u128, u128)> {
    let (a, b) = if lift >= 0 {
        (a.checked_mul(power_of_ten(lift)?)?, b)
    } else {
        (a, b.checked_mul(power_of_ten(-lift)?)?)
    };
    Some((a / b, a % b, b))
}

fn at_exponent(digits: u128, exponent: i32) -> Option<Decimal> {
    if exponent >= 0 {
        return Some(Decimal::new(digits.checked_mul(power_of_ten(exponent)?)?, 0));
    }
    let reduced = Decimal::new(digits, u8::try_from(-exponent).ok()?);
    (reduced.scale <= MAX_SCALE).then_some(reduced)
}

fn digit_count(n: u128) -> i32 {
    i32::try_from(n.checked_ilog10().unwrap_or(0)).unwrap_or(0) + 1
}

pub(super) fn power_of_ten(exponent: i32) -> Option<u128> {
    10_u128.checked_pow(u32::try_from(exponent).ok()?)
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::from(self.scale);
        let digits = format!("{:0>width$}", self.digits, width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        f.write_str(whole)?;
        if fraction.is_empty() { Ok(()) } else { write!(f, ".{fraction}") }
    }
}

impl FromStr for Decimal {
    type Err = NotADecimal;

    fn from_str(text: &str) -> Result<Self, NotADecimal> {
        let (whole, fraction) = match text.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return Err(NotADecimal),
            None => (text, ""),
        };
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(NotADecimal);
        }
        let fraction = fraction.trim_end_matches('0');
        let scale = u8::try_from(fraction.len()).map_err(|_| NotADecimal)?;
        let digits = format!("{whole}{fraction}").parse().map_err(|_| NotADecimal)?;
        if scale > MAX_SCALE { Err(NotADecimal) } else { Ok(Self::new(digits, scale)) }
    }
}

impl fmt::Display for NotADecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a plain decimal number of at most 38 digits")
    }
}

impl std::error::Error for NotADecimal {}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        causeway_vocabulary::text::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_plain_decimals() {
        for (text, written) in
            [("0.92", "0.92"), ("17.250", "17.25"), ("0", "0"), ("00.0", "0"), ("56", "56")]
        {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), written);
        }
        for text in ["", ".5", "5.", "-1", "+1", "1e3", "1,5", "0x1", "1.2.3", " 1", &"9".repeat(60)] {
            assert_eq!(text.parse::<Decimal>(), Err(NotADecimal), "{text}");
        }
        assert_eq!(Decimal::new(3, 38).to_string().len(), 40);
    }

    #[test]
    fn divides_half_to_even() {
        let quotient = |a: u128, b: u128, precision| {
            Decimal::new(a, 0).divided_by(Decimal::new(b, 0), precision).unwrap().to_string()
        };
        assert_eq!(quotient(1, 8, Precision::Places(2)), "0.12");
        assert_eq!(quotient(3, 8, Precision::Places(2)), "0.38");
        assert_eq!(quotient(2, 3, Precision::Significant(4)), "0.6667");
        assert_eq!(quotient(99_999, 1, Precision::Significant(4)), "100000");
        assert_eq!(quotient(1, 3, Precision::Places(0)), "0");
        assert_eq!(Decimal::ONE.divided_by(Decimal::ZERO, Precision::Places(2)), None);
    }
}
