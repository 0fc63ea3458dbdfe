//! Amounts of money: integers in the smallest unit of a currency.

use serde::{Deserialize, Serialize};

pub use causeway_vocabulary::currency::{CurrencyCode, InvalidCurrencyCode};

/// An amount of money in the smallest unit of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Amount {
    /// Smallest units: cents of USD, satoshis of BTC.
    pub minor: i64,
    pub currency: CurrencyCode,
}

impl Amount {
    #[must_use]
    pub const fn new(minor: i64, currency: CurrencyCode) -> Self {
        Self { minor, currency }
    }
}

/// The largest amount of one side of a payment, in smallest units (money 8.2). A double represents it
/// exactly.
pub const MAX_AMOUNT: i64 = 9_000_000_000_000_000;
