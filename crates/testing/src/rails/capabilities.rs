//! The capabilities of the adapter.

use serde_json::{Map, Value, json};

/// Scenarios with the last digits of their accounts.
pub(super) const SCENARIOS: [(&str, &str); 8] = [
    ("SETTLES", "000"),
    ("REFUSED", "002"),
    ("ACCOUNT_INVALID", "003"),
    ("FAILS_LATE", "004"),
    ("RETURNED", "005"),
    ("CANCELLABLE", "006"),
    ("SLOW", "008"),
    ("PARTNER_SILENT", "009"),
];

/// Returns the capabilities without `memory`. A live adapter has no test destinations.
pub(super) fn capabilities(is_live: bool) -> Value {
    let corridor = |name: &str, rail: &str| {
        json!({
            "corridor": name, "accountType": "USD_ACCOUNT", "rail": rail, "currency": "USD", "account": "main-usd",
            "countries": ["*"], "minimum": 1, "maximum": 100_000_000, "hours": "always", "confirmation": "POSITIVE",
            "cancel": "UNTIL_SETTLED", "returnDays": 5, "needs": [], "remittanceMaximum": 140, "precheck": "REMOTE",
        })
    };
    let scenarios: Map<String, Value> = SCENARIOS
        .into_iter()
        .map(|(name, ending)| {
            let destination = json!({
                "accountType": "USD_ACCOUNT", "accountNumber": format!("900000{ending}"),
                "routingNumber": "021000021",
                "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ada Example" },
            });
            (name.to_owned(), destination)
        })
        .collect();
    json!({
        "protocol": ["1.0"],
        "adapter": { "name": "Adapter of the tests", "version": "1" },
        "mode": if is_live { "LIVE" } else { "TEST" },
        "services": ["PAYOUT", "COLLECTION", "REFUND"],
        "accounts": [{ "id": "main-usd", "currency": "USD", "decimals": 2, "identifiers": { "accountNumber": "1" } }],
        "payouts": [corridor("usd-instant", "RTP"), corridor("usd-ach", "ACH")],
        "collections": [corridor("usd-debit", "ACH")],
        "limits": { "requestsPerSecond": null, "concurrency": 16, "page": 500 },
        "push": false,
        "statements": null,
        "testScenarios": (!is_live).then_some(scenarios),
    })
}
