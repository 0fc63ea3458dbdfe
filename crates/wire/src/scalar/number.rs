//! Number types with their bounds.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use super::schema::with_description;

/// Declares integers with bounds.
macro_rules! integers {
    ($($(#[doc = $doc:literal])+ $name:ident($repr:ty) { $($key:literal : $value:expr),* $(,)? })+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $repr);

        impl From<$repr> for $name {
            fn from(number: $repr) -> Self {
                Self(number)
            }
        }

        impl From<$name> for $repr {
            fn from(number: $name) -> Self {
                number.0
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                with_description(&[$($doc),+], json!({ "type": "integer", $($key: $value),* }))
            }
        }
    )+};
}

integers! {
    /// A non-negative amount in the smallest unit of its currency.
    MinorUnits(i64) { "format": "int64", "minimum": 0 }

    /// Amount that a quote fixes, in the smallest unit of the locked side's currency (money 8.2).
    LockedAmount(i64) {
        "format": "int64",
        "exclusiveMinimum": 0,
        "maximum": 9_000_000_000_000_000_i64,
        "x-error-code": "INVALID_AMOUNT",
    }

    /// Amount of a transfer, in the smallest unit of its currency (money 10.2, 10.3).
    TransferAmount(i64) {
        "format": "int64",
        "exclusiveMinimum": 0,
        "maximum": 9_000_000_000_000_000_i64,
        "x-error-code": "INVALID_AMOUNT",
    }
    /// Amount that an invitation promises, in the smallest unit of its currency (customers 9).
    PromisedAmount(i64) { "format": "int64", "exclusiveMinimum": 0, "x-error-code": "INVALID_AMOUNT" }

    /// Amount of a withdrawal, fees included, in the smallest unit of its currency (money 7.3).
    WithdrawalAmount(i64) { "format": "int64", "exclusiveMinimum": 0, "x-error-code": "INVALID_AMOUNT" }

    /// Amount with which a sandbox account is funded, in the smallest unit of its currency (money 13.2).
    FundAmount(i64) {
        "format": "int64",
        "exclusiveMinimum": 0,
        "maximum": 100_000_000_000_i64,
        "x-error-code": "INVALID_AMOUNT",
    }

    /// Amount that a simulated payer pays, in the smallest unit of its currency (money 13.2).
    SentAmount(i64) {
        "format": "int64",
        "exclusiveMinimum": 0,
        "maximum": 9_000_000_000_000_000_i64,
        "x-error-code": "INVALID_AMOUNT",
    }

    /// Amount for which exchange rates are listed, in the smallest unit of the source currency (money 5.1).
    SampleAmount(i64) { "format": "int64", "minimum": 0, "default": 10_000, "x-error-code": "INVALID_AMOUNT" }

    /// An amount of a quote, above zero, in the smallest unit of its currency.
    PositiveAmount(i64) { "format": "int64", "exclusiveMinimum": 0 }

    /// Largest amount of one debit of a card, in the smallest unit of the card's currency (cards 2).
    CardSpendLimit(i64) { "format": "int64", "minimum": 1 }

    /// Amount that a card network requests, in the smallest unit of the card's currency (cards 9).
    CardAmount(i64) {
        "format": "int64",
        "exclusiveMinimum": 0,
        "maximum": 1_000_000_000_i64,
        "x-error-code": "INVALID_AMOUNT",
    }

    /// Amount that a card network cleared, in the smallest unit of the card's currency; 0 if nothing more
    /// will be cleared (cards 9).
    ClearedCardAmount(i64) {
        "format": "int64",
        "minimum": 0,
        "maximum": 1_000_000_000_i64,
        "x-error-code": "INVALID_AMOUNT",
    }

    /// A share in basis points: hundredths of a percent.
    Bps(u16) { "minimum": 0, "maximum": 10_000 }

    /// Maximum number of items per page (conventions 8).
    PageLimit(u8) { "minimum": 1, "maximum": 100, "default": 20 }
}

/// Declares decimal numbers. They are kept as the text that is sent, so that no arithmetic changes them.
macro_rules! decimals {
    ($($(#[doc = $doc:literal])+ $name:ident { $($key:literal : $value:expr),* $(,)? })+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Serialize)]
        #[serde(transparent)]
        pub struct $name(Box<RawValue>);

        impl FromStr for $name {
            type Err = NotANumber;
            /// Parses plain decimal notation, such as `1.08695652`.
            fn from_str(text: &str) -> Result<Self, NotANumber> {
                ecmascript_notation(text)
                    .and_then(|text| RawValue::from_string(text).ok())
                    .map(Self)
                    .ok_or(NotANumber)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.get() == other.0.get()
            }
        }

        impl Eq for $name {}

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.0.get())
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                with_description(&[$($doc),+], json!({ "type": "number", $($key: $value),* }))
            }
        }
    )+};
}

/// Returns an exact decimal in the notation of ECMAScript, or `None` if the text is no plain decimal: without
/// exponent from 1e-6 up, with an exponent below.
///
/// A receiver that parses a signed event and serializes it again gets the same bytes, if a 64-bit float holds
/// all digits.
fn ecmascript_notation(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let leading = fraction.len() - fraction.trim_start_matches('0').len();
    Some(match (whole, fraction) {
        ("", "") => "0".to_owned(),
        ("", fraction) if leading >= PLAIN_ZEROS => {
            let (first, rest) = fraction[leading..].split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{first}{point}{rest}e-{}", leading + 1)
        }
        ("", fraction) => format!("0.{fraction}"),
        (whole, "") => whole.to_owned(),
        (whole, fraction) => format!("{whole}.{fraction}"),
    })
}

/// Number of zeros after the decimal point from which a number is written with an exponent.
const PLAIN_ZEROS: usize = 6;

decimals! {
    /// Sending units per receiving unit, in major units, net of fees (money 6.1).
    ExchangeRate { "exclusiveMinimum": 0 }

    /// Receiving units per sending unit, in major units, before fees (money 7.1).
    EstimatedRate { "exclusiveMinimum": 0 }

    /// A conversion factor between two smallest units (money 6.2).
    Multiplier { "format": "double", "exclusiveMinimum": 0 }

    /// A share as a fraction: 0.005 is half a percent (money 6.2).
    FeeRate { "format": "double", "minimum": 0 }
}

/// An error for a text that is no decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotANumber;

impl std::fmt::Display for NotANumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a decimal number")
    }
}

impl std::error::Error for NotANumber {}

impl Default for PageLimit {
    fn default() -> Self {
        Self(20)
    }
}

impl Default for SampleAmount {
    fn default() -> Self {
        Self(10_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_travels_as_readers_would_write_it_again() {
        for (text, sent) in [
            ("1.08695652", "1.08695652"),
            ("0.012121", "0.012121"),
            ("1", "1"),
            ("1.50", "1.5"),
            ("0.0008333333333", "0.0008333333333"),
            ("0.00000833", "0.00000833"),
            ("0.000001", "0.000001"),
            ("0.0000008333333333", "8.333333333e-7"),
            ("0.0000001", "1e-7"),
            ("120000.5", "120000.5"),
            ("0.0", "0"),
            ("2500000000.12345678", "2500000000.12345678"),
            ("3001200480.19207683", "3001200480.19207683"),
            ("0.012345678901234567890123", "0.012345678901234567890123"),
            ("0.0000000123456789012345678", "1.23456789012345678e-8"),
            ("00012345678901234567890.10", "12345678901234567890.1"),
        ] {
            let rate: ExchangeRate = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&rate).unwrap(), sent);
        }
        for text in ["1,5", "", ".", "1.", ".5", "-1", "+1", "1e3", "1.2.3", "٣", "inf", "NaN"] {
            assert_eq!(text.parse::<ExchangeRate>(), Err(NotANumber), "{text}");
        }
    }
}
