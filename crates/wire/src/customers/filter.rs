//! Which customers to list (customers 2.9).

use schemars::JsonSchema;
use serde::Deserialize;

use super::CustomerType;
use crate::scalar::{AddressFilter, Country, CurrencyCode, Cursor, DateTime, IdentifierFilter, PageLimit};

/// Which customers to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerFilter {
    /// The platform's own identifier.
    pub platform_customer_id: Option<IdentifierFilter>,
    /// People or companies.
    pub customer_type: Option<CustomerType>,
    /// Created at or after this instant.
    pub created_after: Option<DateTime>,
    /// Created at or before this instant.
    pub created_before: Option<DateTime>,
    /// Last changed at or after this instant.
    pub updated_after: Option<DateTime>,
    /// Last changed at or before this instant.
    pub updated_before: Option<DateTime>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
    /// Those of this region.
    pub region: Option<Country>,
    /// Those whose list of currencies has this one.
    pub currency: Option<CurrencyCode>,
    /// The one with this UMA address; upper and lower case are the same.
    pub uma_address: Option<AddressFilter>,
    /// Whether deleted customers are listed too.
    #[serde(default)]
    pub is_including_deleted: bool,
}
