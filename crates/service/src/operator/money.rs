//! Amounts in operators' results.

use causeway_domain::Amount;
use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;
use serde::Serialize;

/// An amount, with the data needed to format it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Money {
    /// In the smallest unit.
    pub amount: i64,
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

/// Returns the decimals of a currency; 0 for a code that the service does not know.
pub(super) fn decimals(currency: CurrencyCode) -> u8 {
    currency::find(currency).map_or(0, |info| info.decimals)
}
