use serde_json::{Value, json};

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::platforms::{PlatformConfig, PlatformConfigUpdateRequest};

operations! {
    /// Settings of the platform.
    Platforms tagged "Platform Configuration";

    /// Returns the platform's configuration.
    GetPlatformConfig = Get "/config", Any => 200 one PlatformConfig;

    /// Changes the platform's configuration.
    ///
    /// Only the fields that are sent change, either all of them or none.
    UpdatePlatformConfig = Patch "/config", Manage, body PlatformConfigUpdateRequest = settings()
        => 200 one PlatformConfig | 501;
}

fn settings() -> Value {
    let currency = |code: &str, most: i64| {
        json!({
            "currencyCode": code,
            "minAmount": 100,
            "maxAmount": most,
            "requiredCounterpartyFields": [],
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
        })
    };
    json!({
        "supportedCurrencies": [currency("USD", 10_000_000), currency("EUR", 9_000_000)],
        "feeConfigs": [{
            "feeType": "CROSS_CURRENCY_TRANSACTION",
            "sourceCurrency": "USD",
            "variableFeeBps": 30,
            "fixedFee": { "amount": 100, "currency": "USD" },
        }],
    })
}
