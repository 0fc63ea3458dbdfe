//! Settings of the deployment and of one platform.

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::json;

use super::acting::{act, expect_error, on, trail, with};
use crate::harness::{journey, on_engines};

journey! {
    async fn a_setting_of_a_platform_overrides_the_deployment(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        act(service, "setting set", json!({ "name": "regulated", "value": "on" })).await;
        let is_regulated = "isRegulatedFinancialInstitution";
        assert_eq!(platform.get("/config").send().await.expect(200)[is_regulated], true);
        act(service, "setting set", with(&platform, json!({ "name": "regulated", "value": "off" }))).await;
        assert_eq!(platform.get("/config").send().await.expect(200)[is_regulated], false);
        assert_eq!(other.get("/config").send().await.expect(200)[is_regulated], true);

        let report = act(service, "setting get", with(&platform, json!({ "name": "regulated" }))).await;
        assert_eq!((&report.json["value"], &report.json["origin"]), (&json!(false), &json!("platform")));
        let reset = with(&platform, json!({ "name": "regulated", "default": true }));
        assert_eq!(act(service, "setting set", reset).await.json["origin"], "deployment");
        act(service, "setting set", json!({ "name": "regulated", "default": true })).await;

        let list = act(service, "setting list", on(&platform)).await;
        let regulated = list.json.as_array().unwrap().iter().find(|setting| setting["name"] == "regulated").unwrap();
        assert_eq!((&regulated["value"], &regulated["origin"]), (&json!(false), &json!("default")));
        assert_eq!(trail(service).await.len(), 4);
    }
}

on_engines! {
    async fn an_invalid_setting_is_refused_with_the_remedy(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let error = expect_error(service, "setting set", json!({ "name": "regulatd", "value": "on" }), Kind::NotFound).await;
        assert_eq!(error.remedy.as_deref(), Some("did you mean regulated?"));

        for (name, value) in [
            ("regulated", "maybe"),
            ("default_region", "XX"),
            ("currency_regions", r#"{"XYZ":["US"]}"#),
            ("fee_schedule", r#"[{"fixed":-1}]"#),
            ("payout_timeout_days", "0"),
        ] {
            expect_error(service, "setting set", json!({ "name": name, "value": value }), Kind::Invalid).await;
        }

        let whole = with(&platform, json!({ "name": "webhook_private_hosts_allowed", "value": "on" }));
        expect_error(service, "setting set", whole, Kind::Invalid).await;
        expect_error(service, "setting set", json!({ "name": "regulated" }), Kind::Invalid).await;
        assert!(trail(service).await.is_empty());

        // The process is configured with this setting, so the stored value has no effect.
        let report = act(service, "setting set", json!({ "name": "rate_limit_per_second", "value": "7" })).await;
        assert_eq!((&report.json["value"], &report.json["origin"]), (&json!(0), &json!("process")));
        assert!(report.json["note"].as_str().unwrap().contains("SVC_RATE_LIMIT_PER_SECOND"), "{}", report.json);
    }
}

journey! {
    async fn provider_required_fields_are_shown_and_asked_for(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let value = json!({ "USD": { "customer": ["BIRTH_DATE"], "counterparty": ["FULL_NAME"] } }).to_string();
        act(service, "setting set", with(&platform, json!({ "name": "provider_required_fields", "value": value }))).await;
        let config = platform.get("/config").send().await.expect(200);
        let dollar = &config["supportedCurrencies"][0];
        assert_eq!(dollar["providerRequiredCustomerFields"], json!(["BIRTH_DATE"]));
        assert_eq!(dollar["providerRequiredCounterpartyCustomerFields"], json!(["FULL_NAME"]));
        assert_eq!(config["supportedCurrencies"][1].get("providerRequiredCustomerFields"), None);

        let request = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": ["USD"] });
        platform.post("/customers").json(&request).send().await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
    }
}

journey! {
    async fn a_new_version_of_the_terms_is_shown(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let before = platform.get("/customers/end-user-terms").send().await.expect(200);
        assert_eq!(before["version"], "V1");
        let url = "https://example.com/terms/2";

        act(service, "terms publish", json!({ "url": url })).await;
        let after = platform.get("/customers/end-user-terms").send().await.expect(200);
        assert_eq!(after, json!({ "version": "V2", "url": url }));
        expect_error(service, "terms publish", json!({ "url": "ftp://example.com" }), Kind::Invalid).await;
    }
}
