//! Banks and providers of mobile money that accounts can be at (money 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rails::PaymentRail;
use crate::scalar::{Country, CurrencyCode, Name, text};

text::texts! {
    /// Two letters that may name a country.
    CountryFilter {
        "pattern": "^[A-Z]{2}$",
        "examples": ["PH"],
        "x-error-message": "must be two letters in upper case, such as PH",
    }

    /// Letters and digits that may name a currency.
    CurrencyFilter {
        "pattern": "^[A-Z0-9]{2,10}$",
        "examples": ["PHP"],
        "x-error-message": "must be the code of a currency in upper case, such as PHP",
    }
}

/// A bank or a provider of mobile money.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Discovery {
    /// The exact value for `bankName`, or `provider`, of an account.
    pub bank_name: Name,
    /// Its name for people.
    pub display_name: Name,
    /// Where it is.
    pub country: Country,
    /// What it takes.
    pub currency: CurrencyCode,
    /// The rails that reach it, default first.
    pub payment_rails: Vec<PaymentRail>,
}

/// Which banks and providers to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct DiscoveryFilter {
    /// In this country.
    pub country: Option<CountryFilter>,
    /// That take this currency.
    pub currency: Option<CurrencyFilter>,
}
