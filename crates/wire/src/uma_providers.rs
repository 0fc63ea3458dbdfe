//! UMA providers (money 5, uma 12).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::Currency;
use crate::page::SortOrder;
use crate::scalar::{Country, CurrencyCode, Cursor, Name, PageLimit, Url};

/// A provider of UMA addresses.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaProvider {
    /// Name of the provider.
    pub name: Name,
    /// Countries that the provider serves.
    pub supported_regions: Vec<Country>,
    /// Domain of the provider's addresses: the part after the `@`.
    pub domain: Name,
    /// URL of the provider's logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<Url>,
    /// Currencies that the provider's customers can receive.
    pub supported_currencies: Vec<Currency>,
    /// Legal entity identifier (LEI) of the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lei: Option<Name>,
    /// `true` if the platform may exchange payments with this provider's addresses.
    pub allow_list_status: bool,
}

/// Filters for the list of UMA providers, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaProviderFilter {
    /// Country that the provider must serve.
    pub country_code: Option<Country>,
    /// Currency that the provider's customers must be able to receive.
    pub currency_code: Option<CurrencyCode>,
    /// `true` to include providers with which the platform may not exchange payments.
    #[serde(default = "yes")]
    pub has_blocked_providers: bool,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
    /// Order by name; descending by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}

const fn yes() -> bool {
    true
}
