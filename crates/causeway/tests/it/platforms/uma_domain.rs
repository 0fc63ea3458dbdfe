//! The domain of a platform's UMA addresses.

use causeway_store::platforms::Environment;
use serde_json::json;

use crate::harness::{Platform, journey};

journey! {
    async fn a_domain_belongs_to_one_platform_of_either_environment(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let taken = sandbox.patch("/config").json(&json!({ "umaDomain": "Pay.Acme.example" })).send().await.expect(200);
        assert_eq!(taken["umaDomain"], "pay.acme.example");
        assert_eq!(taken["proxyUmaSubdomain"], "pay");

        for platform in [&production, &service.platform(Environment::Sandbox).await] {
            let response = platform.patch("/config").json(&json!({ "umaDomain": "pay.ACME.example" })).send().await;
            let error = response.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], "umaDomain");
        }

        let other = production.patch("/config").json(&json!({ "umaDomain": "pay.example.org" })).send().await.expect(200);
        assert_eq!(other["proxyUmaSubdomain"], "pay-2", "a taken label is numbered");
        let same = sandbox.patch("/config").json(&json!({ "umaDomain": "pay.acme.example" })).send().await.expect(200);
        assert_eq!(same, taken);
    }
}

journey! {
    /// Checks that a domain which a platform has given up stays reserved for it, because an address must
    /// never pass to another owner.
    async fn a_domain_that_was_given_up_stays_reserved(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Production).await;
        let set = async |platform: &Platform, domain: &str| {
            platform.patch("/config").json(&json!({ "umaDomain": domain })).send().await
        };
        set(&platform, "old.example.net").await.expect(200);
        set(&platform, "new.example.net").await.expect(200);

        let error = set(&other, "OLD.example.net").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "umaDomain");
        let label = set(&other, "old.example.org").await.expect(200);
        assert_eq!(label["proxyUmaSubdomain"], "old-2", "the label is reserved like the domain");

        set(&platform, "").await.expect(200);
        set(&other, "new.example.net").await.expect_error(400, "INVALID_INPUT");
        let back = set(&platform, "old.example.net").await.expect(200);
        assert_eq!(back["proxyUmaSubdomain"], "old");
    }
}

journey! {
    async fn hosts_of_the_service_are_no_domains(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let label = production.get("/config").send().await.expect(200)["proxyUmaSubdomain"].as_str().unwrap().to_owned();
        for domain in ["uma.localhost".to_owned(), format!("{label}.UMA.localhost"), "a.b.uma.localhost".to_owned()] {
            let response = sandbox.patch("/config").json(&json!({ "umaDomain": domain })).send().await;
            let error = response.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["errors"][0]["field"], "umaDomain", "{domain}");
        }
        sandbox.patch("/config").json(&json!({ "umaDomain": "notuma.localhost" })).send().await.expect(200);
    }
}

journey! {
    async fn a_change_of_the_domain_changes_every_address(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let path = format!("/customers/{}", customer["id"].as_str().unwrap());
        let address = customer["umaAddress"].as_str().unwrap().to_owned();
        let (local, host) = address.split_once('@').unwrap();
        let label = platform.get("/config").send().await.expect(200)["proxyUmaSubdomain"].as_str().unwrap().to_owned();
        assert!(host.starts_with(&format!("{label}.")), "{address}");

        platform.patch("/config").json(&json!({ "umaDomain": "k22.example.net" })).send().await.expect(200);
        let moved = platform.get(&path).send().await.expect(200);
        assert_eq!(moved["umaAddress"], format!("{local}@k22.example.net"));

        let removed = platform.patch("/config").json(&json!({ "umaDomain": "" })).send().await.expect(200);
        assert_eq!((removed.get("umaDomain"), &removed["proxyUmaSubdomain"]), (None, &json!("k22")));
        let back = platform.get(&path).send().await.expect(200);
        assert!(back["umaAddress"].as_str().unwrap().starts_with(&format!("{local}@k22.")), "{back}");
    }
}
