use causeway_wire::table::Platforms;
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, VIEW};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo =
    AreaInfo { resource: None, shown: |_| vec!["/config".to_owned()], filters: |_| Vec::new() };

pub(super) fn needed(operation: Platforms) -> &'static [&'static str] {
    match operation {
        Platforms::GetPlatformConfig => VIEW,
        Platforms::UpdatePlatformConfig => MANAGE,
    }
}

pub(super) fn complete(operation: Platforms, call: Call) -> Call {
    match operation {
        Platforms::GetPlatformConfig => call,
        Platforms::UpdatePlatformConfig => call.body(config()),
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
