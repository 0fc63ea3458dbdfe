//! Banks and mobile-money providers at which accounts can be held (money 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rails::PaymentRail;
use crate::scalar::{Country, CurrencyCode, Name, text};

text::texts! {
    /// A country code of two upper-case letters. An unknown code matches nothing.
    CountryFilter {
        "pattern": "^[A-Z]{2}$",
        "examples": ["PH"],
        "x-error-message": "must be two letters in upper case, such as PH",
    }

    /// A currency code of upper-case letters and digits. An unknown code matches nothing.
    CurrencyFilter {
        "pattern": "^[A-Z0-9]{2,10}$",
        "examples": ["PHP"],
        "x-error-message": "must be the code of a currency in upper case, such as PHP",
    }
}

/// A bank or mobile-money provider.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Discovery {
    /// Exact value to send as `bankName` or `provider` of an account.
    pub bank_name: Name,
    /// Name to display.
    pub display_name: Name,
    /// Country of the bank or provider.
    pub country: Country,
    /// Currency of the accounts at this bank or provider.
    pub currency: CurrencyCode,
    /// Rails that reach accounts at this bank or provider, default first.
    pub payment_rails: Vec<PaymentRail>,
}

/// Filters for the list of banks and providers, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct DiscoveryFilter {
    /// Only banks and providers in this country.
    pub country: Option<CountryFilter>,
    /// Only banks and providers with accounts in this currency.
    pub currency: Option<CurrencyFilter>,
}
