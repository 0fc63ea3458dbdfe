//! Numbers of JSON, read exactly.

use std::fmt;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::product::LIMIT;

/// A decimal number of at least zero: `digits` divided by ten to the power of `scale`, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExactDecimal {
    digits: u128,
    scale: u32,
}

/// The error for a text that is not such a number, or has too many digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExactDecimalError;

/// The longest text of a number, in bytes.
const MAX_TEXT: usize = 64;
/// The most digits, and the most digits behind the point.
const MAX_DIGITS: u32 = 28;

impl ExactDecimal {
    pub(super) const ONE: Self = Self { digits: 1, scale: 0 };

    /// Reads a number as JSON writes it, with a fraction and an exponent if any.
    ///
    /// # Errors
    /// A negative number, more than 28 digits in all or behind the point, or another text.
    pub fn parse(text: &str) -> Result<Self, ExactDecimalError> {
        if text.len() > MAX_TEXT {
            return Err(ExactDecimalError);
        }
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent_of(exponent)?),
            None => (text, 0),
        };
        let (whole, fraction) = match number.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return Err(ExactDecimalError),
            None => (number, ""),
        };
        if whole.is_empty() || (whole.len() > 1 && whole.starts_with('0')) {
            return Err(ExactDecimalError);
        }
        let behind = i32::try_from(fraction.len()).map_err(|_| ExactDecimalError)?;
        let digits = digits_of(&format!("{whole}{fraction}"))?;
        Self::of(digits, behind - exponent)
    }

    /// Returns `digits` divided by ten to the power of `scale`.
    ///
    /// # Errors
    /// More than 28 digits in all or behind the point.
    pub fn new(digits: u128, scale: u32) -> Result<Self, ExactDecimalError> {
        Self::of(digits, i32::try_from(scale).map_err(|_| ExactDecimalError)?)
    }

    fn of(mut digits: u128, mut scale: i32) -> Result<Self, ExactDecimalError> {
        if digits == 0 {
            return Ok(Self { digits, scale: 0 });
        }
        while scale > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            scale -= 1;
        }
        while scale < 0 && digits < LIMIT {
            digits *= 10;
            scale += 1;
        }
        match u32::try_from(scale) {
            Ok(scale) if scale <= MAX_DIGITS && digits < LIMIT => Ok(Self { digits, scale }),
            _ => Err(ExactDecimalError),
        }
    }

    /// Returns the digits without the point.
    #[must_use]
    pub const fn digits(self) -> u128 {
        self.digits
    }

    /// Returns the number of digits behind the point.
    #[must_use]
    pub const fn scale(self) -> u32 {
        self.scale
    }

    /// Returns ten to the power of the scale.
    #[must_use]
    pub(super) const fn divisor(self) -> u128 {
        10_u128.pow(self.scale)
    }

    /// Returns the number if it is whole, or `None`.
    #[must_use]
    pub fn whole(self) -> Option<u64> {
        if self.scale == 0 { u64::try_from(self.digits).ok() } else { None }
    }

    /// Returns the largest whole number that is not above it, or `None` if it has more than 64 bits.
    #[must_use]
    pub fn floor(self) -> Option<u64> {
        u64::try_from(self.digits / self.divisor()).ok()
    }

    /// Returns the smallest whole number that is not below it, or `None` if it has more than 64 bits.
    #[must_use]
    pub fn ceil(self) -> Option<u64> {
        u64::try_from(self.digits.div_ceil(self.divisor())).ok()
    }
}

fn exponent_of(text: &str) -> Result<i32, ExactDecimalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = if is_number { text.parse::<i32>().ok() } else { None };
    exponent.filter(|exponent| exponent.unsigned_abs() <= 400).ok_or(ExactDecimalError)
}

/// Returns the number of decimal digits; trailing zeros do not count against the limit.
fn digits_of(text: &str) -> Result<u128, ExactDecimalError> {
    let mut digits = 0_u128;
    for byte in text.bytes() {
        if !byte.is_ascii_digit() {
            return Err(ExactDecimalError);
        }
        let next = digits.checked_mul(10).and_then(|digits| digits.checked_add(u128::from(byte - b'0')));
        digits = next.ok_or(ExactDecimalError)?;
    }
    Ok(digits)
}

impl fmt::Display for ExactDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.digits / self.divisor();
        let rest = self.digits % self.divisor();
        match usize::try_from(self.scale) {
            Ok(width) if width > 0 => write!(f, "{whole}.{rest:0width$}"),
            _ => write!(f, "{whole}"),
        }
    }
}

impl From<u64> for ExactDecimal {
    fn from(number: u64) -> Self {
        Self { digits: number.into(), scale: 0 }
    }
}

impl Serialize for ExactDecimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ExactDecimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::parse(raw.get()).map_err(D::Error::custom)
    }
}

impl fmt::Display for ExactDecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a number of at least zero with at most 28 digits")
    }
}

impl std::error::Error for ExactDecimalError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_of_peers_are_read_exactly() {
        for (text, expected) in [
            ("8330", "8330"),
            ("8330.0", "8330"),
            ("24400.5", "24400.5"),
            ("1e-06", "0.000001"),
            ("1e-7", "0.0000001"),
            ("1e+21", "1000000000000000000000"),
            ("1.5E3", "1500"),
            ("0.06123456789012345", "0.06123456789012345"),
            ("0", "0"),
            ("0.00e5", "0"),
            ("34150000000000000000000000e-20", "341500"),
        ] {
            let read = ExactDecimal::parse(text).unwrap();
            assert_eq!(read.to_string(), expected);
            assert_eq!(serde_json::from_str::<ExactDecimal>(text).unwrap(), read);
            assert_eq!(serde_json::to_string(&read).unwrap(), expected);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "-1",
            "+1",
            ".5",
            "5.",
            "01",
            "1e",
            "1e+-1",
            "1e1.5",
            "0x1",
            "NaN",
            "Infinity",
            "1_0",
            " 1",
            "1e29",
            "1e-29",
            "1e400",
            "1e99999999999",
            "12345678901234567890123456789",
            "\"1\"",
            "null",
        ] {
            assert_eq!(ExactDecimal::parse(text), Err(ExactDecimalError), "{text}");
        }
        assert!(ExactDecimal::parse(&format!("0.{}", "0".repeat(70))).is_err());
    }

    #[test]
    fn whole_numbers_are_rounded_as_asked() {
        let of = |text: &str| ExactDecimal::parse(text).unwrap();
        assert_eq!((of("2.1").whole(), of("2.1").floor(), of("2.1").ceil()), (None, Some(2), Some(3)));
        assert_eq!((of("2").whole(), of("2").floor(), of("2").ceil()), (Some(2), Some(2), Some(2)));
        assert_eq!(of("1e20").whole(), None);
        assert_eq!(of("1e20").floor(), None);
    }

    proptest! {
        #[test]
        fn reads_its_own_text(digits in 0..LIMIT, scale in 0_u32..=28) {
            let number = ExactDecimal::new(digits, scale).unwrap();
            prop_assert_eq!(ExactDecimal::parse(&number.to_string()), Ok(number));
        }

        #[test]
        fn numbers_of_javascript_are_read(number in prop::num::f64::POSITIVE) {
            let text = number.to_string();
            let shown = ExactDecimal::parse(&text).map(|read| read.to_string());
            prop_assert!(shown.is_err() || shown == Ok(text));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String, near in "[0-9.eE+-]{0,70}") {
            let _ = ExactDecimal::parse(&text);
            let _ = ExactDecimal::parse(&near);
        }
    }
}
