//! Operations on the platform's configuration. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::platforms::{PlatformConfig, PlatformConfigUpdateRequest};

operations! {
    /// The platform's configuration.
    Platforms tagged "Platform Configuration";

    /// Returns the platform's configuration.
    GetPlatformConfig = Get "/config", Any => 200 one PlatformConfig;

    /// Changes the platform's configuration.
    ///
    /// Fields that are not sent stay unchanged. If one field is invalid, nothing is changed. Fails with 501
    /// if a currency, or the currency of a fee, is not available in this deployment.
    UpdatePlatformConfig = Patch "/config", Manage, body PlatformConfigUpdateRequest = config_example()
        => 200 one PlatformConfig | 501;
}

fn config_example() -> Value {
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
