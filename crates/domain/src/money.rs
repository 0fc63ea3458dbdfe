//! Amounts: integers in the smallest unit of a currency.

use serde::{Deserialize, Serialize};

pub use causeway_vocabulary::currency::{CurrencyCode, NotACurrencyCode};

/// An amount of money in the smallest unit of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Amount {
    /// Cents of USD, satoshis of BTC, and so on.
    pub minor: i64,
    /// The currency counted in.
    pub currency: CurrencyCode,
}

impl Amount {
    /// An amount of `minor` smallest units.
    #[must_use]
    pub const fn new(minor: i64, currency: CurrencyCode) -> Self {
        Self { minor, currency }
    }
}

/// The largest amount, in smallest units, of one side of a payment (money 8.2); doubles hold it exactly.
pub const MAX_AMOUNT: i64 = 9_000_000_000_000_000;
