//! Amounts: integers in the smallest unit of a currency.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A currency code: 2 to 10 upper-case letters and digits (money 1.1). Whether the service knows it is
/// for [`crate::currency`] to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    bytes: [u8; 10],
    length: u8,
}

/// A text that cannot be a currency code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACurrencyCode;

/// An amount of money in the smallest unit of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Amount {
    /// Cents of USD, satoshis of BTC, and so on.
    pub minor: i64,
    /// The currency counted in.
    pub currency: Currency,
}

impl Amount {
    /// An amount of `minor` smallest units.
    #[must_use]
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }
}

/// The largest amount, in smallest units, of one side of a payment (money 8.2); doubles hold it exactly.
pub const MAX_AMOUNT: i64 = 9_000_000_000_000_000;

impl Currency {
    /// United States dollar.
    pub const USD: Self = Self::literal("USD");
    /// Euro.
    pub const EUR: Self = Self::literal("EUR");
    /// Bitcoin, counted in satoshis.
    pub const BTC: Self = Self::literal("BTC");
    /// The dollar token of the crypto accounts.
    pub const USDC: Self = Self::literal("USDC");
    /// The other dollar token of the crypto accounts.
    pub const USDT: Self = Self::literal("USDT");
    /// The dollar token of the embedded wallets.
    pub const USDB: Self = Self::literal("USDB");

    /// The code that stands in the source; one that is not a code does not compile where it is a constant.
    pub(crate) const fn literal(code: &'static str) -> Self {
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

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl FromStr for Currency {
    type Err = NotACurrencyCode;

    fn from_str(text: &str) -> Result<Self, NotACurrencyCode> {
        let fits = (2..=10).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if !fits {
            return Err(NotACurrencyCode);
        }
        let mut bytes = [0; 10];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes, length: u8::try_from(text.len()).map_err(|_| NotACurrencyCode)? })
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for NotACurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a currency code (2 to 10 upper-case letters and digits)")
    }
}

impl std::error::Error for NotACurrencyCode {}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::text::parsed(deserializer)
    }
}
