//! `GET` and `PATCH /config`.

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey, on_engines};

fn currency(code: &str) -> Value {
    json!({
        "currencyCode": code,
        "minAmount": 1,
        "maxAmount": 1_000_000,
        "requiredCounterpartyFields": [],
        "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
    })
}

fn fee(bps: i64, fixed: i64, code: &str) -> Value {
    json!({
        "feeType": "CROSS_CURRENCY_TRANSACTION",
        "sourceCurrency": code,
        "variableFeeBps": bps,
        "fixedFee": { "amount": fixed, "currency": code },
    })
}

async fn patch(platform: &Platform, change: Value) -> Value {
    platform.patch("/config").json(&change).send().await.expect(200)
}

journey! {
    async fn customers_k22_configuration(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let before = platform.get("/config").send().await.expect(200);
        assert_eq!(before["isRegulatedFinancialInstitution"], false);
        assert_eq!(before["feeConfigs"], json!([]));
        assert_eq!(patch(&platform, json!({})).await, before, "an empty change changes nothing");

        let changed = patch(&platform, json!({ "supportedCurrencies": [currency("USD"), currency("EUR")] })).await;
        assert_eq!(platform.get("/config").send().await.expect(200), changed);
        let account = platform.get("/platform/internal-accounts?currency=EUR").send().await.expect(200);
        assert_eq!(account["data"][0]["status"], "ACTIVE");
        let accounts = platform.get("/platform/internal-accounts").send().await.expect(200);
        assert_eq!(accounts["data"].as_array().unwrap().len(), 3, "USD and USDC stay, EUR is new");

        let mut upside_down = currency("USD");
        upside_down["minAmount"] = json!(2_000_000);
        let both = json!({ "umaDomain": "k22.example.com", "supportedCurrencies": [upside_down] });
        let error = platform.patch("/config").json(&both).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "supportedCurrencies[0].minAmount");
        assert_eq!(platform.get("/config").send().await.expect(200), changed, "all or nothing");

        let fees = |list: Value| json!({ "feeConfigs": list });
        assert_eq!(patch(&platform, fees(json!([fee(30, 100, "USD")]))).await["feeConfigs"], json!([fee(30, 100, "USD")]));
        assert_eq!(patch(&platform, fees(json!([fee(50, 0, "USD")]))).await["feeConfigs"], json!([fee(50, 0, "USD")]));
        let euro = platform.patch("/config").json(&fees(json!([fee(10, 0, "EUR")]))).send().await;
        euro.expect_error(501, "NOT_IMPLEMENTED");
        assert_eq!(patch(&platform, fees(json!([fee(0, 0, "USD")]))).await["feeConfigs"], json!([]));

        patch(&platform, json!({ "embeddedWalletConfig": { "otpLength": 8 } })).await;
        let wallet = patch(&platform, json!({ "embeddedWalletConfig": { "appName": "Acme" } })).await;
        assert_eq!(wallet["embeddedWalletConfig"], json!({ "otpLength": 8, "appName": "Acme" }));
        let short = json!({ "embeddedWalletConfig": { "otpLength": 3 } });
        platform.patch("/config").json(&short).send().await.expect_error(400, "INVALID_INPUT");

        let ignored = json!({ "isRegulatedFinancialInstitution": true, "proxyUmaSubdomain": "mine", "id": "x" });
        assert_eq!(patch(&platform, ignored).await, wallet);
    }
}

on_engines! {
    async fn every_bad_field_is_named_and_nothing_is_stored(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let before = platform.get("/config").send().await.expect(200);
        let mut repeated = currency("EUR");
        repeated["requiredCounterpartyFields"] = json!([
            { "name": "EMAIL", "mandatory": true },
            { "name": "EMAIL", "mandatory": false },
        ]);
        let bad = json!({
            "umaDomain": "not a host",
            "webhookEndpoint": "ftp://example.com",
            "supportedCurrencies": [currency("USD"), repeated, currency("USD")],
            "feeConfigs": [fee(1, 0, "USD"), fee(2, 0, "USD")],
            "cardTokenization2faConfig": { "displayName": "Acme" },
        });
        let error = platform.patch("/config").json(&bad).send().await.expect_error(400, "INVALID_INPUT");
        let errors = error["details"]["errors"].as_array().unwrap();
        let mut fields: Vec<&str> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
        fields.sort_unstable();
        assert_eq!(fields, [
            "feeConfigs[1].sourceCurrency",
            "supportedCurrencies[1].requiredCounterpartyFields[1].name",
            "supportedCurrencies[2].currencyCode",
            "umaDomain",
            "webhookEndpoint",
        ]);

        let unknown = json!({ "supportedCurrencies": [currency("XYZ")] });
        let error = platform.patch("/config").json(&unknown).send().await.expect_error(400, "INVALID_CURRENCY");
        assert_eq!((&error["details"]["field"], &error["details"]["value"]),
            (&json!("supportedCurrencies[0].currencyCode"), &json!("XYZ")));

        let none = json!({ "supportedCurrencies": [] });
        platform.patch("/config").json(&none).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(platform.get("/config").send().await.expect(200), before);
    }
}

on_engines! {
    /// Checks that field errors of the schema and of the rules are in one response: items keep their
    /// positions, and a rule over several items skips those that are wrong by themselves.
    async fn faults_of_both_kinds_are_in_one_answer(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut lower = currency("usd");
        let mut upside_down = currency("USD");
        lower["minAmount"] = json!(9_000_000);
        upside_down["minAmount"] = json!(2_000_000);
        let mut half = fee(1, 0, "USD");
        half["variableFeeBps"] = json!("1");
        let bad = json!({
            "umaDomain": "not a host",
            "webhookEndpoint": "ftp://example.com",
            "supportedCurrencies": [lower, 7, upside_down, currency("XYZ"), currency("USD")],
            "feeConfigs": [half, fee(1, 0, "USD"), fee(2, 0, "USD")],
            "embeddedWalletConfig": { "otpLength": 3 },
        });
        let error = platform.patch("/config").json(&bad).send().await.expect_error(400, "INVALID_INPUT");
        let errors = error["details"]["errors"].as_array().unwrap();
        let mut fields: Vec<&str> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
        fields.sort_unstable();
        assert_eq!(fields, [
            "embeddedWalletConfig.otpLength",
            "feeConfigs[0].variableFeeBps",
            "feeConfigs[2].sourceCurrency",
            "supportedCurrencies[0].currencyCode",
            "supportedCurrencies[1]",
            "supportedCurrencies[2].minAmount",
            "supportedCurrencies[3].currencyCode",
            "supportedCurrencies[4].currencyCode",
            "umaDomain",
            "webhookEndpoint",
        ]);
    }
}

journey! {
    async fn objects_are_merged_field_by_field(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let config = "cardTokenization2faConfig";
        patch(&platform, json!({ config: { "displayName": "Acme", "email": { "fromName": "Acme" } } })).await;
        let merged = patch(&platform, json!({ config: { "email": { "subject": "Code" }, "sms": { "bodyText": "x" } } })).await;
        assert_eq!(merged[config], json!({
            "displayName": "Acme",
            "email": { "fromName": "Acme", "subject": "Code" },
            "sms": { "bodyText": "x" },
        }));
        let plain = json!({ config: { "logoUrl": "http://example.com/logo.png" } });
        platform.patch("/config").json(&plain).send().await.expect_error(400, "INVALID_INPUT");
    }
}
