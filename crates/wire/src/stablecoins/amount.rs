//! Token amounts, which exceed the range of JSON numbers.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use crate::scalar::schema::with_description;
use crate::scalar::text;

text::texts! {
    /// An amount in the smallest unit of a token or currency, as a string of digits.
    TokenUnits { "pattern": "^[0-9]+$" }
}

/// An amount in the smallest unit of a token, as sent in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SentTokenUnits(String);

impl SentTokenUnits {
    /// Returns the digits as sent, leading zeros included.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<u128> for TokenUnits {
    fn from(units: u128) -> Self {
        units.to_string().into()
    }
}

impl From<u128> for SentTokenUnits {
    fn from(units: u128) -> Self {
        Self(units.to_string())
    }
}

struct Digits;

impl Visitor<'_> for Digits {
    type Value = SentTokenUnits;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("digits, or a whole number that is not negative")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SentTokenUnits, E> {
        Ok(SentTokenUnits(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<SentTokenUnits, E> {
        Ok(SentTokenUnits(number.to_string()))
    }
}

impl<'de> Deserialize<'de> for SentTokenUnits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Digits)
    }
}

impl JsonSchema for SentTokenUnits {
    fn schema_name() -> Cow<'static, str> {
        "SentTokenUnits".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let doc = [
            " An amount in the smallest unit of a token, at most 2^128 - 1: a string of digits, or a JSON",
            " integer.",
        ];
        let rules =
            json!({ "type": ["string", "integer"], "pattern": "^[0-9]+$", "maxLength": 64, "minimum": 0 });
        with_description(&doc, rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_numbers_are_read_and_digits_are_written() {
        let read = |value| serde_json::from_value::<SentTokenUnits>(value).map(|units| json!(units));
        assert_eq!(read(json!("0070")).unwrap(), json!("0070"));
        assert_eq!(read(json!(1_000_000)).unwrap(), json!("1000000"));
        assert!(read(json!(1.5)).is_err() && read(json!(-1)).is_err() && read(json!(null)).is_err());
        assert_eq!(json!(SentTokenUnits::from(u128::MAX)), json!("340282366920938463463374607431768211455"));
    }
}
