use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::uma_providers::{UmaProvider, UmaProviderFilter};

operations! {
    /// Providers of UMA addresses.
    UmaProviders tagged "Available UMA Providers";

    /// Lists providers of UMA addresses, and for each the platform's permission to exchange payments with it.
    GetAvailableUmaProviders = Get "/uma-providers", Any, query UmaProviderFilter
        = json!({ "countryCode": "US", "currencyCode": "USD", "hasBlockedProviders": false })
        => 200 page UmaProvider;
}
