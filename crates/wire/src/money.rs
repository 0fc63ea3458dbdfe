//! Money and currencies as they are shown (money 1.1).

use schemars::JsonSchema;
use serde::Serialize;

use crate::scalar::{CurrencyCode, Name};

/// A currency, always complete.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Currency {
    /// Its code.
    pub code: CurrencyCode,
    /// Its name.
    pub name: Name,
    /// Its symbol.
    pub symbol: Name,
    /// How many decimals its smallest unit stands for.
    #[schemars(range(min = 0))]
    pub decimals: u8,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CurrencyAmount {
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// Of which currency.
    pub currency: Currency,
}
