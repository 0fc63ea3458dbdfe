//! Operations on providers of UMA addresses. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::uma_providers::{UmaProvider, UmaProviderFilter};

operations! {
    /// Providers of UMA addresses.
    UmaProviders tagged "Available UMA Providers";

    /// Lists the providers of UMA addresses, sorted by name, in descending order by default.
    ///
    /// `allowListStatus` shows if the platform may exchange payments with a provider.
    GetAvailableUmaProviders = Get "/uma-providers", Any, query UmaProviderFilter
        = json!({ "countryCode": "US", "currencyCode": "USD", "hasBlockedProviders": false })
        => 200 page UmaProvider;
}
