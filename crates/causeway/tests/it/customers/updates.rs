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
        let made = person(&platform, json!({ "fullName": "Jane Doe", "email": "jane@example.com" })).await;
        let shown = || async { platform.get(&path(&made)).send().await.expect(200) };

        let refused = platform.patch(&path(&made)).json(&json!({ "fullName": "X" })).send().await;
        assert_eq!(fields(&refused.refused(400, "INVALID_INPUT")), ["customerType"]);
        let other = platform.patch(&path(&made)).json(&typed("BUSINESS", json!({}))).send().await;
        assert_eq!(fields(&other.refused(400, "INVALID_INPUT")), ["customerType"]);
        let both = json!({ "email": "jane@example.com", "phoneNumber": "+12025550100" });
        assert_eq!(fields(&patch(&platform, &made, both).await.refused(400, "INVALID_INPUT")), ["email", "phoneNumber"]);

        let half = json!({ "fullName": "John Smith", "birthDate": "2999-01-01" });
        patch(&platform, &made, half).await.refused(400, "INVALID_INPUT");
        patch(&platform, &made, json!({ "fullName": null })).await.refused(400, "INVALID_INPUT");
        assert_eq!(patch(&platform, &made, json!({})).await.expect(200), made, "an empty change changes nothing");
        assert_eq!(shown().await, made);

        let ignored = json!({ "fullName": "John Smith 002", "region": "DE", "platformCustomerId": "x", "kycStatus": "HOLD" });
        let named = patch(&platform, &made, ignored).await.expect(200);
        assert!(named["updatedAt"].as_str() > made["updatedAt"].as_str());
        let mut expected = made.clone();
        expected["fullName"] = json!("John Smith 002");
        expected["updatedAt"] = named["updatedAt"].clone();
        assert_eq!(named, expected);

        let mailed = patch(&platform, &made, json!({ "email": "new@example.com" })).await.expect(200);
        assert_eq!(mailed["email"], "new@example.com");
        assert_eq!(shown().await, mailed);

        let lists = |currencies: Value| json!({ "currencies": currencies });
        patch(&platform, &made, lists(json!(["USD", "EUR"]))).await.refused(400, "INVALID_CURRENCY");
        let mut supported = platform.get("/config").send().await.expect(200)["supportedCurrencies"].clone();
        let mut euro = supported[0].clone();
        euro["currencyCode"] = json!("EUR");
        supported.as_array_mut().unwrap().push(euro);
        platform.patch("/config").json(&json!({ "supportedCurrencies": supported })).send().await.expect(200);
        platform.settled().await;
        receiver.forget();

        patch(&platform, &made, lists(json!(["USD", "EUR"]))).await.expect(200);
        platform.account_of(&made, "EUR").await;
        let usd = platform.account_of(&made, "USD").await;
        platform.fund(&usd, 500).await;
        let before = shown().await;
        patch(&platform, &made, lists(json!(["EUR"]))).await.refused(409, "CONFLICT");
        assert_eq!(shown().await, before, "nothing changed");

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
        let made = person(&platform, json!({ "purposeOfAccount": "OTHER", "purposeOfAccountOtherDescription": "art" })).await;
        let changed = patch(&platform, &made, json!({ "purposeOfAccount": "P2P_TRANSFERS" })).await.expect(200);
        assert!(changed.get("purposeOfAccountOtherDescription").is_none());
        let refused = patch(&platform, &made, json!({ "purposeOfAccountOtherDescription": "art" })).await;
        assert_eq!(fields(&refused.refused(400, "INVALID_INPUT")), ["purposeOfAccountOtherDescription"]);
    }
}

journey! {
    /// Checks that an address that a customer gave up is not available to others, and that this customer can
    /// have it back.
    async fn uma_address(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let made = person(&platform, json!({})).await;
        let old = made["umaAddress"].as_str().unwrap();
        let domain = old.split_once('@').unwrap().1;
        let changed = patch(&platform, &made, json!({ "umaAddress": format!("$Jane@{domain}") })).await.expect(200);
        assert_eq!(changed["umaAddress"], json!(format!("$jane@{domain}")));

        let other = person(&platform, json!({})).await;
        for taken in [old.to_owned(), format!("$jane@{domain}")] {
            patch(&platform, &other, json!({ "umaAddress": taken })).await.refused(409, "UMA_ADDRESS_EXISTS");
        }
        patch(&platform, &made, json!({ "umaAddress": "$jane@other.example" })).await.refused(400, "INVALID_UMA_ADDRESS");
        let back = patch(&platform, &made, json!({ "umaAddress": old })).await.expect(200);
        assert_eq!(back["umaAddress"], old);

        let config = json!({ "umaDomain": format!("d{}.example", domain.len()) });
        let domain = platform.patch("/config").json(&config).send().await.expect(200)["umaDomain"].clone();
        let moved = platform.get(&path(&made)).send().await.expect(200)["umaAddress"].clone();
        let local = old.split_once('@').unwrap().0;
        assert_eq!(moved, json!(format!("{local}@{}", domain.as_str().unwrap())), "all addresses follow the domain");
    }
}

journey! {
    /// Checks the verdicts of an operator: an unverified customer cannot be approved; a pending one is
    /// approved, held, released and rejected, and its accounts follow.
    async fn verdicts(service) {
        let platform = service.platform(Environment::Production).await;
        let made = person(&platform, json!({ "fullName": "Jane Doe 002" })).await;
        assert_eq!(made["kycStatus"], "UNVERIFIED", "in production a magic name is a name");
        assert_eq!(verdict(service, &platform, &made, Verdict::Approve).await, Err("CONFLICT".to_owned()));

        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let made = person(&platform, json!({ "fullName": "Jane Doe 001" })).await;
        verdict(service, &platform, &made, Verdict::Approve).await.unwrap();
        events(&receiver, "CUSTOMER.KYC_APPROVED", 1).await;
        let statuses = || async { each(&accounts(&platform, &made).await, &["status"]) };
        assert_eq!(statuses().await, three("ACTIVE"));

        verdict(service, &platform, &made, Verdict::Hold).await.unwrap();
        assert_eq!(platform.get(&path(&made)).send().await.expect(200)["kycStatus"], "HOLD");
        verdict(service, &platform, &made, Verdict::Release).await.unwrap();
        events(&receiver, "CUSTOMER.KYC_APPROVED", 2).await;

        patch(&platform, &made, json!({ "fullName": "John" })).await.expect(200);
        verdict(service, &platform, &made, Verdict::Reject).await.unwrap();
        events(&receiver, "CUSTOMER.KYC_REJECTED", 1).await;
        assert_eq!(statuses().await, three("FROZEN"));
        events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 6).await;
    }
}
