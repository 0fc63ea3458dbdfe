//! A postal address.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::scalar::{Country, Name, PostalCode};

/// A postal address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("if" = in_country_without_postal_codes(), "else" = with_postal_code()))]
pub struct Address {
    /// Street and number.
    pub line1: Name,
    /// Second address line, for example an apartment or building.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line2: Option<Name>,
    /// City.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<Name>,
    /// State, province or region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Name>,
    /// Postal code. Required in countries that have postal codes; elsewhere it can be absent or empty, and
    /// responses return it empty.
    #[serde(default = "no_postal_code")]
    pub postal_code: PostalCode,
    /// Country of the address.
    pub country: Country,
}

fn no_postal_code() -> PostalCode {
    "".into()
}

fn in_country_without_postal_codes() -> Value {
    let countries = Country::without_postal_codes();
    json!({ "required": ["country"], "properties": { "country": { "enum": countries } } })
}

fn with_postal_code() -> Value {
    json!({ "required": ["postalCode"], "properties": { "postalCode": { "minLength": 1 } } })
}
