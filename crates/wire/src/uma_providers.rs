//! Providers of UMA addresses (money 5, uma 12).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::Currency;
use crate::page::SortOrder;
use crate::scalar::{Country, CurrencyCode, Cursor, Name, PageLimit, Url};

/// A provider of UMA addresses.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaProvider {
    /// Its name.
    pub name: Name,
    /// The countries that it serves.
    pub supported_regions: Vec<Country>,
    /// What stands behind the `@` of its addresses.
    pub domain: Name,
    /// Where its logo is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<Url>,
    /// What its customers can receive.
    pub supported_currencies: Vec<Currency>,
    /// Its legal entity identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lei: Option<Name>,
    /// Whether the platform may pay its addresses and be paid from them.
    pub allow_list_status: bool,
}

/// Which providers to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaProviderFilter {
    /// That serve this country.
    pub country_code: Option<Country>,
    /// Whose customers can receive this currency.
    pub currency_code: Option<CurrencyCode>,
    /// Whether to list those too with which the platform may not deal.
    #[serde(default = "yes")]
    pub has_blocked_providers: bool,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
    /// By name, from the last to the first by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}

const fn yes() -> bool {
    true
}
