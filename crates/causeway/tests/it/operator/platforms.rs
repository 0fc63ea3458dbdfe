//! Creation of platforms and tokens, and disabling and enabling of credentials.

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::json;

use super::acting::{act, expect_error, on, trail, with};
use crate::harness::{journey, on_engines};

journey! {
    async fn a_platform_is_created_with_its_accounts_and_token(service) {
        let request = json!({
            "environment": "SANDBOX",
            "name": "Acme",
            "regulated": true,
            "default_region": "DE",
            "uma_domain": "Pay.Acme.example",
            "currencies": ["USD", "EUR", "USDB"],
        });
        let created = act(service, "platform create", request.clone()).await;
        let id = created.json["client_id"].as_str().unwrap();
        let secret = created.json["client_secret"].as_str().unwrap();
        assert!(created.json["webhook_public_key"].as_str().unwrap().contains("BEGIN PUBLIC KEY"), "{}", created.json);
        let client = service.anonymous().basic(id, secret);

        let config = client.get("/config").send().await.expect(200);
        assert_eq!(config["id"], created.json["config"]);
        assert_eq!(config["umaDomain"], "pay.acme.example");
        assert_eq!(config["isRegulatedFinancialInstitution"], true);

        let accounts = client.get("/platform/internal-accounts").send().await.expect(200);
        let currencies: Vec<_> = accounts["data"].as_array().unwrap().iter()
            .map(|account| (account["balance"]["currency"]["code"].as_str().unwrap(), account["status"].as_str().unwrap()))
            .collect();
        assert_eq!(currencies, [("USD", "ACTIVE"), ("EUR", "ACTIVE")], "no wallet for a platform");

        let tokens = client.get("/tokens").send().await.expect(200);
        assert_eq!(tokens["data"][0]["permissions"], json!(["VIEW", "TRANSACT", "MANAGE"]));
        let customer = client.post("/customers").json(&json!({ "customerType": "INDIVIDUAL" })).send().await.expect(201);
        assert_eq!((&customer["region"], &customer["kycStatus"]), (&json!("DE"), &json!("APPROVED")));

        let list = act(service, "platform list", json!({})).await;
        assert_eq!(list.json.as_array().unwrap().len(), 1);
        let report = act(service, "platform show", json!({})).await;
        assert_eq!(report.json["platform"], created.json["platform"], "the only one need not be named");

        expect_error(service, "platform create", request, Kind::Invalid).await;
        let bad = json!({ "environment": "SANDBOX", "name": "", "currencies": ["XYZ"], "uma_domain": "a b" });
        let error = expect_error(service, "platform create", bad, Kind::Invalid).await;
        for field in ["name", "currencies[0]", "uma_domain"] {
            assert!(error.message.contains(&format!("\n  {field} ")), "{error}");
        }
        assert_eq!(act(service, "platform list", json!({})).await.json.as_array().unwrap().len(), 1);
        let rows = trail(service).await;
        assert_eq!(rows.len(), 1, "reads and failures are not in the audit trail: {rows:#?}");
        assert_eq!((&rows[0].actor[..], &rows[0].channel[..], &rows[0].action[..], &rows[0].reason[..]),
            ("ada", "command", "platform create", "a test"));
        assert!(!rows[0].detail.to_string().contains(secret));
    }
}

journey! {
    async fn credentials_of_a_disabled_platform_are_refused(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        act(service, "platform disable", on(&platform)).await;
        platform.get("/config").send().await.expect_error(401, "UNAUTHORIZED");
        other.get("/config").send().await.expect(200);
        act(service, "platform enable", on(&platform)).await;
        platform.get("/config").send().await.expect(200);
        let names: Vec<_> = trail(service).await.into_iter().map(|audit_entry| (audit_entry.action, audit_entry.platform)).collect();
        assert_eq!(names, [
            ("platform disable".to_owned(), Some(platform.id)),
            ("platform enable".to_owned(), Some(platform.id)),
        ]);
    }
}

journey! {
    async fn a_platform_that_has_lost_its_token_gets_another(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let created = act(service, "token create", with(&platform, json!({ "permissions": ["VIEW"] }))).await;
        let again = platform.with_token(
            created.json["client_id"].as_str().unwrap(),
            created.json["client_secret"].as_str().unwrap(),
        );
        again.get("/config").send().await.expect(200);
        again.post("/tokens").json(&json!({})).send().await.expect_error(403, "FORBIDDEN");

        let all = act(service, "token create", on(&platform)).await;
        assert_eq!(all.json["permissions"], json!(["VIEW", "TRANSACT", "MANAGE"]));
    }
}

on_engines! {
    async fn a_platform_is_named_by_either_id_or_its_name_and_only_when_there_are_several(service) {
        expect_error(service, "clock show", json!({}), Kind::NotFound).await;
        let platform = service.platform(Environment::Sandbox).await;
        for name in [platform.id.to_string(), platform.id.config().to_string(), "Test platform".to_owned()] {
            act(service, "clock show", json!({ "platform": name })).await;
        }
        service.platform(Environment::Sandbox).await;
        let error = expect_error(service, "clock show", json!({}), Kind::Invalid).await;
        assert!(error.remedy.unwrap().contains(&platform.id.to_string()));
        expect_error(service, "clock show", json!({ "platform": "Test platform" }), Kind::Invalid).await;
        expect_error(service, "clock show", json!({ "platform": "Unknown" }), Kind::NotFound).await;
    }
}
