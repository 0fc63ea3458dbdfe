//! A postal address.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Country, Name};

/// A postal address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// Street and number.
    pub line1: Name,
    /// Whatever else stands before the city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line2: Option<Name>,
    /// City.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<Name>,
    /// State, province or region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Name>,
    /// Postal code.
    pub postal_code: Name,
    /// Country.
    pub country: Country,
}
