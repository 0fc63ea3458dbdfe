use causeway_wire::table::Platform;
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, VIEW};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo =
    AreaInfo { resource: None, shown: |_| vec!["/config".to_owned()], filters: |_| Vec::new() };

pub(super) fn needed(operation: Platform) -> &'static [&'static str] {
    match operation {
        Platform::GetPlatformConfig => VIEW,
        Platform::UpdatePlatformConfig => MANAGE,
    }
}

pub(super) fn complete(operation: Platform, call: Call) -> Call {
    match operation {
        Platform::GetPlatformConfig => call,
        Platform::UpdatePlatformConfig => call.body(config()),
    }
}

fn config() -> Value {
    let currency = |code: &str| {
        json!({
            "currencyCode": code,
            "minAmount": 1,
            "maxAmount": 10_000_000,
            "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": false }],
            "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
        })
    };
    json!({
        "supportedCurrencies": [currency("USD"), currency("EUR"), currency("USDC"), currency("USDB")],
        "feeConfigs": [{
            "feeType": "CROSS_CURRENCY_TRANSACTION",
            "sourceCurrency": "USD",
            "variableFeeBps": 10,
            "fixedFee": { "amount": 1, "currency": "USD" },
        }],
        "embeddedWalletConfig": { "appName": "Sample", "otpLength": 6, "alphanumeric": false },
    })
}
