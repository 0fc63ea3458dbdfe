//! Currencies that a receiver accepts (uma 5.2).

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::amounts::{AmountRange, ExactDecimal, Multiplier};

/// A code of a currency as peers write it: ISO 4217, or the symbol of a token.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct WireCurrencyCode(String);

/// The error for a text that is not a code of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireCurrencyCodeError;

impl WireCurrencyCode {
    /// The longest code, in bytes.
    pub const MAX: usize = 16;

    /// Reads a code of letters and digits; case counts.
    ///
    /// # Errors
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, WireCurrencyCodeError> {
        let is_spelled = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if text.is_empty() || text.len() > Self::MAX || !is_spelled {
            return Err(WireCurrencyCodeError);
        }
        Ok(Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A currency that a receiver accepts, with its indicative price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Currency {
    pub code: WireCurrencyCode,
    pub name: String,
    pub symbol: String,
    pub decimals: u8,
    pub multiplier: Multiplier,
    /// In smallest units.
    pub convertible: AmountRange,
}

impl Currency {
    /// The most decimals of a currency in a message.
    pub const MAX_DECIMALS: u8 = 8;

    /// Returns the range in settlement units that contains the ranges of all these currencies, or `None` if
    /// there are none.
    #[must_use]
    pub fn sendable_range(currencies: &[Self]) -> Option<AmountRange> {
        let ranges =
            currencies.iter().map(|currency| currency.convertible.in_settlement_units(currency.multiplier));
        ranges.reduce(AmountRange::union)
    }
}

/// The members of a currency, of version 1 or with the flat range of version 0.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CurrencyMembers {
    code: WireCurrencyCode,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    symbol: Option<String>,
    decimals: u8,
    multiplier: Multiplier,
    #[serde(default)]
    convertible: Option<RangeMembers>,
    #[serde(default)]
    min_sendable: Option<ExactDecimal>,
    #[serde(default)]
    max_sendable: Option<ExactDecimal>,
}

#[derive(Deserialize)]
struct RangeMembers {
    min: ExactDecimal,
    max: ExactDecimal,
}

/// Returns a range of whole numbers within two ends, which some peers compute with floating-point numbers.
/// `None` if it contains none, or an end has more than 64 bits.
pub(crate) fn whole_range(min: ExactDecimal, max: ExactDecimal) -> Option<AmountRange> {
    let range = AmountRange { min: min.ceil()?, max: max.floor()? };
    (range.min <= range.max).then_some(range)
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = CurrencyMembers::deserialize(deserializer)?;
        let flat = read.min_sendable.zip(read.max_sendable);
        let ends = read.convertible.map(|range| (range.min, range.max)).or(flat);
        let convertible = ends.and_then(|(min, max)| whole_range(min, max));
        if read.decimals > Self::MAX_DECIMALS {
            return Err(D::Error::custom("more than 8 decimals"));
        }
        Ok(Self {
            code: read.code,
            name: read.name.unwrap_or_default(),
            symbol: read.symbol.unwrap_or_default(),
            decimals: read.decimals,
            multiplier: read.multiplier,
            convertible: convertible.ok_or_else(|| D::Error::custom("no range of amounts"))?,
        })
    }
}

impl<'de> Deserialize<'de> for WireCurrencyCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl fmt::Display for WireCurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for WireCurrencyCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a code of a currency: at most 16 letters and digits")
    }
}

impl std::error::Error for WireCurrencyCodeError {}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = r#"{"code":"USD","name":"US Dollar","symbol":"$","decimals":2,"multiplier":8330,"convertible":{"min":1,"max":1000000}}"#;

    #[test]
    fn both_shapes_are_read_and_the_new_one_is_written() {
        let old = r#"{"code":"USD","name":"US Dollar","symbol":"$","multiplier":8330.0,"minSendable":0.5,"maxSendable":1000000.9,"decimals":2}"#;
        let new: Currency = serde_json::from_str(NEW).unwrap();
        assert_eq!(serde_json::from_str::<Currency>(old).unwrap(), new);
        assert_eq!(serde_json::to_string(&new).unwrap(), NEW);
        assert_eq!(Currency::sendable_range(&[new]), Some(AmountRange { min: 8_330, max: 8_330_000_000 }));
        assert_eq!(Currency::sendable_range(&[]), None);
    }

    #[test]
    fn other_currencies_are_refused() {
        for (part, instead) in [
            ("\"USD\"", "\"\""),
            ("\"USD\"", "\"U.S\""),
            ("\"decimals\":2", "\"decimals\":9"),
            ("8330", "0"),
            ("8330", "\"8330\""),
            ("\"min\":1", "\"min\":-1"),
            ("\"min\":1", "\"min\":1000001"),
            ("\"max\":1000000", "\"max\":1e20"),
            ("convertible", "range"),
        ] {
            let text = NEW.replace(part, instead);
            assert!(serde_json::from_str::<Currency>(&text).is_err(), "{text}");
        }
    }
}
