//! Operators' actions on customers (customers 5.1).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::{Platform, journey, on_engines};

async fn accounts(platform: &Platform, customer: &Value) -> Vec<String> {
    let id = customer["id"].as_str().unwrap();
    let list =
        platform.get(&format!("/customers/internal-accounts?customerId={id}")).send().await.expect(200);
    list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|account| account["status"].as_str().unwrap().to_owned())
        .collect()
}

async fn status(platform: &Platform, customer: &Value) -> String {
    let path = format!("/customers/{}", customer["id"].as_str().unwrap());
    platform.get(&path).send().await.expect(200)["kycStatus"].as_str().unwrap().to_owned()
}

journey! {
    async fn a_waiting_customer_is_approved_and_its_accounts_with_it(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let pending_customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe 001", "currencies": ["USD"] });
        let customer = platform.post("/customers").json(&pending_customer).send().await.expect(201);
        assert_eq!(customer["kycStatus"], "PENDING");
        assert_eq!(accounts(&platform, &customer).await, ["PENDING", "PENDING"]);
        let arguments = || with(&platform, json!({ "customer": customer["id"] }));
        receiver.wait_for_event("CUSTOMER.KYC_PENDING").await;
        receiver.forget();

        act(service, "customer approve", arguments()).await;
        let event = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        assert_eq!(event.json()["data"]["kycStatus"], "APPROVED");
        assert_eq!(accounts(&platform, &customer).await, ["ACTIVE", "ACTIVE"]);
        expect_error(service, "customer approve", arguments(), Kind::Refused).await;

        act(service, "customer reject", arguments()).await;
        receiver.wait_for_event("CUSTOMER.KYC_REJECTED").await;
        assert_eq!(accounts(&platform, &customer).await, ["FROZEN", "FROZEN"], "a revocation freezes");
        assert_eq!(status(&platform, &customer).await, "REJECTED");
    }
}

journey! {
    async fn a_held_customer_returns_to_its_former_status(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let arguments = || with(&platform, json!({ "customer": customer["id"] }));
        expect_error(service, "customer release", arguments(), Kind::Refused).await;
        act(service, "customer hold", arguments()).await;
        assert_eq!(status(&platform, &customer).await, "HOLD");
        expect_error(service, "customer hold", arguments(), Kind::Refused).await;

        let receiver = platform.receiver().await;
        let report = act(service, "customer release", arguments()).await;
        assert_eq!(report.json["status"], "APPROVED");
        receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;

        let unknown = json!({ "customer": "Customer:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" });
        expect_error(service, "customer hold", with(&platform, unknown), Kind::NotFound).await;
    }
}

on_engines! {
    async fn a_production_customer_needs_a_submission_first(service) {
        let platform = service.platform(Environment::Production).await;
        let request = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe 001" });
        let customer = platform.post("/customers").json(&request).send().await.expect(201);
        assert_eq!(customer["kycStatus"], "UNVERIFIED", "magic names are ordinary here");
        let arguments = with(&platform, json!({ "customer": customer["id"] }));
        expect_error(service, "customer approve", arguments, Kind::Refused).await;
    }
}
