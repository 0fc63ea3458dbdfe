//! Money and currencies as returned by the API (money 1.1).

use schemars::JsonSchema;
use serde::Serialize;

use crate::scalar::{CurrencyCode, Name};

/// A currency; all members are always present.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Currency {
    /// Code of the currency, for example `USD`.
    pub code: CurrencyCode,
    /// English name, for example `United States Dollar`.
    pub name: Name,
    /// Symbol, for example `$`.
    pub symbol: Name,
    /// Number of decimals of the smallest unit: 2 if it is a hundredth.
    #[schemars(range(min = 0))]
    pub decimals: u8,
}

/// An amount of money with its currency.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CurrencyAmount {
    /// Amount in the smallest unit of the currency.
    pub amount: i64,
    /// Currency of the amount.
    pub currency: Currency,
}
