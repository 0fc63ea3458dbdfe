//! `PATCH /customers/{customerId}` (customers 2.10).

use std::sync::Arc;

use causeway_domain::ids::CustomerId;
use causeway_service::ApiError;
use causeway_service::customers::{Verdict, decide};
use causeway_service::runtime::context::Context;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{accounts, each, events, fields, patch, path, person, three, typed};
use crate::harness::{Platform, Service, journey, on_engines};

async fn verdict(
    service: &Service,
    platform: &Platform,
    customer: &Value,
    verdict: Verdict,
) -> Result<(), String> {
    let app = Arc::clone(service.app());
    let id = platform.id;
    let customer: CustomerId = customer["id"].as_str().unwrap().parse().unwrap();
    let write = service.app().store.write(&[], move |tx| {
        let context = Context::read(tx, &app, id)?;
        decide(tx, &context, customer, verdict).map(|_| ())
    });
    write.await.map_err(|refusal: ApiError| refusal.code.as_str().to_owned())
}

journey! {
    /// Checks that a change is applied as a whole or not at all, leaves other fields, and that accounts
    /// follow the currencies.
    async fn customers_k10_patch(service) {
        let platform = service.platform_with(&["USD", "USDC", "USDB"]).await;
        let receiver = platform.receiver().await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe", "email": "jane@example.com" })).await;
        let read_customer = || async { platform.get(&path(&customer)).send().await.expect(200) };

        let response = platform.patch(&path(&customer)).json(&json!({ "fullName": "X" })).send().await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["customerType"]);
        let other = platform.patch(&path(&customer)).json(&typed("BUSINESS", json!({}))).send().await;
        assert_eq!(fields(&other.expect_error(400, "INVALID_INPUT")), ["customerType"]);
        let both = json!({ "email": "jane@example.com", "phoneNumber": "+12025550100" });
        assert_eq!(fields(&patch(&platform, &customer, both).await.expect_error(400, "INVALID_INPUT")), ["email", "phoneNumber"]);

        let half = json!({ "fullName": "John Smith", "birthDate": "2999-01-01" });
        patch(&platform, &customer, half).await.expect_error(400, "INVALID_INPUT");
        patch(&platform, &customer, json!({ "fullName": null })).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(patch(&platform, &customer, json!({})).await.expect(200), customer, "an empty change changes nothing");
        assert_eq!(read_customer().await, customer);

        let ignored = json!({ "fullName": "John Smith 002", "region": "DE", "platformCustomerId": "x", "kycStatus": "HOLD" });
        let named = patch(&platform, &customer, ignored).await.expect(200);
        assert!(named["updatedAt"].as_str() > customer["updatedAt"].as_str());
        let mut expected = customer.clone();
        expected["fullName"] = json!("John Smith 002");
        expected["updatedAt"] = named["updatedAt"].clone();
        assert_eq!(named, expected);

        let mailed = patch(&platform, &customer, json!({ "email": "new@example.com" })).await.expect(200);
        assert_eq!(mailed["email"], "new@example.com");
        assert_eq!(read_customer().await, mailed);

        let lists = |currencies: Value| json!({ "currencies": currencies });
        patch(&platform, &customer, lists(json!(["USD", "EUR"]))).await.expect_error(400, "INVALID_CURRENCY");
        let mut supported = platform.get("/config").send().await.expect(200)["supportedCurrencies"].clone();
        let mut euro = supported[0].clone();
        euro["currencyCode"] = json!("EUR");
        supported.as_array_mut().unwrap().push(euro);
        platform.patch("/config").json(&json!({ "supportedCurrencies": supported })).send().await.expect(200);
        platform.settled().await;
        receiver.forget();

        patch(&platform, &customer, lists(json!(["USD", "EUR"]))).await.expect(200);
        platform.account_of(&customer, "EUR").await;
        let usd = platform.account_of(&customer, "USD").await;
        platform.fund(&usd, 500).await;
        let before = read_customer().await;
        patch(&platform, &customer, lists(json!(["EUR"]))).await.expect_error(409, "CONFLICT");
        assert_eq!(read_customer().await, before, "the customer is unchanged");

        let other = person(&platform, json!({ "currencies": ["USD", "EUR"] })).await;
        platform.settled().await;
        receiver.forget();
        patch(&platform, &other, lists(json!(["EUR"]))).await.expect(200);
        let closed = events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 1).await;
        assert_eq!((&closed[0]["status"], &closed[0]["customerId"]), (&json!("CLOSED"), &other["id"]));
    }
}

on_engines! {
    /// Checks that a description of `OTHER` is removed with the choice, and refused without it.
    async fn other_descriptions(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({ "purposeOfAccount": "OTHER", "purposeOfAccountOtherDescription": "art" })).await;
        let changed = patch(&platform, &customer, json!({ "purposeOfAccount": "P2P_TRANSFERS" })).await.expect(200);
        assert!(changed.get("purposeOfAccountOtherDescription").is_none());
        let response = patch(&platform, &customer, json!({ "purposeOfAccountOtherDescription": "art" })).await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["purposeOfAccountOtherDescription"]);
    }
}

journey! {
    /// Checks that an address that a customer gave up is not available to others, and that this customer can
    /// have it back.
    async fn uma_address(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({})).await;
        let old = customer["umaAddress"].as_str().unwrap();
        let domain = old.split_once('@').unwrap().1;
        let changed = patch(&platform, &customer, json!({ "umaAddress": format!("$Jane@{domain}") })).await.expect(200);
        assert_eq!(changed["umaAddress"], json!(format!("$jane@{domain}")));

        let other = person(&platform, json!({})).await;
        for taken in [old.to_owned(), format!("$jane@{domain}")] {
            patch(&platform, &other, json!({ "umaAddress": taken })).await.expect_error(409, "UMA_ADDRESS_EXISTS");
        }
        patch(&platform, &customer, json!({ "umaAddress": "$jane@other.example" })).await.expect_error(400, "INVALID_UMA_ADDRESS");
        let back = patch(&platform, &customer, json!({ "umaAddress": old })).await.expect(200);
        assert_eq!(back["umaAddress"], old);

        let config = json!({ "umaDomain": format!("d{}.example", domain.len()) });
        let domain = platform.patch("/config").json(&config).send().await.expect(200)["umaDomain"].clone();
        let moved = platform.get(&path(&customer)).send().await.expect(200)["umaAddress"].clone();
        let local = old.split_once('@').unwrap().0;
        assert_eq!(moved, json!(format!("{local}@{}", domain.as_str().unwrap())), "all addresses follow the domain");
    }
}

journey! {
    /// Checks the verdicts of an operator: an unverified customer cannot be approved; a pending one is
    /// approved, held, released and rejected, and its accounts follow.
    async fn verdicts(service) {
        let platform = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe 002" })).await;
        assert_eq!(customer["kycStatus"], "UNVERIFIED", "in production a magic name is a name");
        assert_eq!(verdict(service, &platform, &customer, Verdict::Approve).await, Err("CONFLICT".to_owned()));

        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = person(&platform, json!({ "fullName": "Jane Doe 001" })).await;
        verdict(service, &platform, &customer, Verdict::Approve).await.unwrap();
        events(&receiver, "CUSTOMER.KYC_APPROVED", 1).await;
        let statuses = || async { each(&accounts(&platform, &customer).await, &["status"]) };
        assert_eq!(statuses().await, three("ACTIVE"));

        verdict(service, &platform, &customer, Verdict::Hold).await.unwrap();
        assert_eq!(platform.get(&path(&customer)).send().await.expect(200)["kycStatus"], "HOLD");
        verdict(service, &platform, &customer, Verdict::Release).await.unwrap();
        events(&receiver, "CUSTOMER.KYC_APPROVED", 2).await;

        patch(&platform, &customer, json!({ "fullName": "John" })).await.expect(200);
        verdict(service, &platform, &customer, Verdict::Reject).await.unwrap();
        events(&receiver, "CUSTOMER.KYC_REJECTED", 1).await;
        assert_eq!(statuses().await, three("FROZEN"));
        events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 6).await;
    }
}
