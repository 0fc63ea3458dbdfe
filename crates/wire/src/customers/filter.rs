//! Filters of the list of customers (customers 2.9).

use schemars::JsonSchema;
use serde::Deserialize;

use super::CustomerType;
use crate::scalar::{AddressFilter, Country, CurrencyCode, Cursor, DateTime, IdentifierFilter, PageLimit};

/// Filters for the list of customers, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerFilter {
    /// Only customers with this `platformCustomerId`.
    pub platform_customer_id: Option<IdentifierFilter>,
    /// Only individuals or only companies.
    pub customer_type: Option<CustomerType>,
    /// Created at or after this instant.
    pub created_after: Option<DateTime>,
    /// Created at or before this instant.
    pub created_before: Option<DateTime>,
    /// Last changed at or after this instant.
    pub updated_after: Option<DateTime>,
    /// Last changed at or before this instant.
    pub updated_before: Option<DateTime>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
    /// Only customers served in this country.
    pub region: Option<Country>,
    /// Only customers that can hold this currency.
    pub currency: Option<CurrencyCode>,
    /// Only the customer with this UMA address, ignoring case.
    pub uma_address: Option<AddressFilter>,
    /// `true` to include deleted customers.
    #[serde(default)]
    pub is_including_deleted: bool,
}
