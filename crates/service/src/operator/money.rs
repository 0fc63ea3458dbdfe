//! Amounts as operators see them.

use causeway_domain::Amount;
use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use serde::Serialize;

/// An amount, with what is needed to print it as money.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Money {
    /// In the smallest unit.
    pub amount: i64,
    /// Of this currency.
    pub currency: CurrencyCode,
    /// A smallest unit is 10^-decimals of the currency.
    pub decimals: u8,
}

impl From<Amount> for Money {
    fn from(amount: Amount) -> Self {
        let Amount { minor, currency } = amount;
        Self { amount: minor, currency, decimals: decimals(currency) }
    }
}

/// The decimals of a currency; a code that the service does not know has none.
pub(super) fn decimals(currency: CurrencyCode) -> u8 {
    currency::find(currency).map_or(0, |info| info.decimals)
}
