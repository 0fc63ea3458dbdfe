//! Currency codes (money 1.1).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use crate::schema::with_description;
use crate::text::serde_as_text;

/// A currency code: 2 to 10 upper-case letters and digits (money 1.1). A well-formed code is not necessarily
/// a supported currency; the registry of the domain crate decides that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CurrencyCode {
    bytes: [u8; 10],
    length: u8,
}

/// The error for a text that is not a well-formed currency code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidCurrencyCode;

impl CurrencyCode {
    /// United States dollar.
    pub const USD: Self = Self::literal("USD");
    /// Euro.
    pub const EUR: Self = Self::literal("EUR");
    /// Bitcoin, counted in satoshis.
    pub const BTC: Self = Self::literal("BTC");
    /// USD Coin, a dollar token of the crypto accounts.
    pub const USDC: Self = Self::literal("USDC");
    /// Tether, a dollar token of the crypto accounts.
    pub const USDT: Self = Self::literal("USDT");
    /// Dollar token of the embedded wallets.
    pub const USDB: Self = Self::literal("USDB");

    /// Returns the code written in the source. An invalid code in a constant fails to compile.
    #[must_use]
    pub const fn literal(code: &'static str) -> Self {
        let text = code.as_bytes();
        assert!(text.len() >= 2 && text.len() <= 10, "a currency code has 2 to 10 characters");
        let mut bytes = [0; 10];
        let mut length = 0;
        let mut i = 0;
        while i < text.len() {
            assert!(text[i].is_ascii_uppercase() || text[i].is_ascii_digit(), "not a currency code");
            bytes[i] = text[i];
            length += 1;
            i += 1;
        }
        Self { bytes, length }
    }

    /// Returns the code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl FromStr for CurrencyCode {
    type Err = InvalidCurrencyCode;

    fn from_str(text: &str) -> Result<Self, InvalidCurrencyCode> {
        let fits = (2..=10).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if !fits {
            return Err(InvalidCurrencyCode);
        }
        let mut bytes = [0; 10];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes, length: u8::try_from(text.len()).map_err(|_| InvalidCurrencyCode)? })
    }
}

impl fmt::Display for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for InvalidCurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a currency code (2 to 10 upper-case letters and digits)")
    }
}

impl std::error::Error for InvalidCurrencyCode {}

serde_as_text!(CurrencyCode);

impl JsonSchema for CurrencyCode {
    fn schema_name() -> Cow<'static, str> {
        "CurrencyCode".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        with_description(
            &["A currency code in upper case: `USD`, `EUR`, `USDC` (money 1.1)."],
            json!({
                "type": "string",
                "pattern": "^[A-Z0-9]{2,10}$",
                "examples": ["USD"],
                "x-error-code": "INVALID_CURRENCY",
                "x-error-message": "must be the code of a currency in upper case, such as USD",
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_codes_and_nothing_else() {
        for code in ["USD", "USDC", "2Z", "ABCDEFGHI9"] {
            assert_eq!(code.parse::<CurrencyCode>().unwrap().as_str(), code);
        }
        for code in ["", "U", "usd", "US D", "ABCDEFGHIJK", "\u{c4}\u{c4}"] {
            assert_eq!(code.parse::<CurrencyCode>(), Err(InvalidCurrencyCode), "{code}");
        }
        assert_eq!(CurrencyCode::literal("EUR"), CurrencyCode::EUR);
    }
}
