//! Operators' actions with their reasons, in the `show` of what they were about (conventions 2.1).

use causeway_service::operator::{Grant, Kind, Request};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, on, trail, try_request, with};
use super::channels::{network, with_token};
use crate::cards;
use crate::harness::{Service, journey, on_engines};
use crate::payments::scene::Scene;

/// Checks that a show names this as the newest action, with its reason.
async fn expect_newest(service: &Service, show: &str, arguments: Value, action: &str) {
    let shown = act(service, show, arguments).await.json;
    let newest = &shown["operator_actions"][0];
    assert_eq!(
        [&newest["action"], &newest["reason"], &newest["actor"]],
        [action, "a test", "ada"],
        "{show}: {shown}"
    );
}

journey! {
    async fn a_decision_is_shown_with_its_reason_on_what_it_was_about(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let alice = json!({ "customer": scene.alice["id"] });
        act(service, "customer hold", alice.clone()).await;
        expect_newest(service, "customer show", alice.clone(), "customer hold").await;
        act(service, "customer release", alice.clone()).await;
        expect_newest(service, "customer show", alice, "customer release").await;

        let account = json!({ "account": scene.euro_account().await });
        act(service, "external-account disable", account.clone()).await;
        expect_newest(service, "external-account show", account, "external-account disable").await;

        let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        let pushed = act(service, "deposit push", with(platform, push)).await.json;
        let unmatched = json!({ "transaction": pushed["transaction"] });
        for show in ["suspense show", "deposit show"] {
            expect_newest(service, show, unmatched.clone(), "deposit push").await;
        }
        let back = json!({ "transaction": pushed["transaction"], "payer": true });
        act(service, "suspense resolve", with(platform, back)).await;
        expect_newest(service, "deposit show", unmatched, "suspense resolve").await;
        platform.settled().await;
    }
}

journey! {
    async fn a_look_at_a_verification_is_shown_in_the_next_one(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe 001", "currencies": ["USD"] });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let look = json!({ "verification": customer["id"] });
        let first = act(service, "verification show", look.clone()).await.json;
        assert_eq!(first["operator_actions"], json!([]), "{first}");
        expect_newest(service, "verification show", look, "verification show").await;
    }
}

journey! {
    async fn the_end_of_a_card_is_shown_with_its_reason(service) {
        let scene = cards::scene::Scene::new(service).await;
        let card = json!({ "card": scene.card().await["id"] });
        act(service, "card close", card.clone()).await;
        expect_newest(service, "card show", card, "card close").await;
        scene.platform().resume().await;
    }
}

on_engines! {
    /// Checks that a reason has up to 1,000 characters, of any language and over each channel, and that a longer one
    /// leaves no trace.
    async fn a_reason_has_a_maximum_length(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let long = "ü".repeat(1_000);
        let longer = format!("{long}q");
        let customer = json!({ "customer": platform.customer(&["USD"]).await["id"] });
        let everyone = caller(Grant::all());
        for (action, arguments) in [("customer hold", &customer), ("clock freeze", &on(&platform)), ("export postings", &on(&platform))] {
            for is_dry_run in [false, true] {
                let request = Request { reason: Some(longer.clone()), is_dry_run, ..Request::default() };
                let refused = try_request(service, &everyone, action, arguments.clone(), request).await;
                let error = refused.err().unwrap_or_else(|| panic!("{action} accepts a reason that is too long"));
                assert_eq!(error.kind, Kind::Invalid, "{action}: {error}");
                assert!(error.message.contains("1001 characters") && error.remedy.is_some(), "{action}: {error}");
            }
        }
        let client = with_token(service, &network(service).await, "grace", &["compliance"], None).await;
        let hold = |reason: &str| json!({ "arguments": customer, "reason": reason });
        let error = client.post("/operator/customer/hold").json(&hold(&longer)).send().await.expect(400);
        assert!(error["message"].as_str().unwrap().contains("more than 1000"), "{error}");
        assert_eq!(trail(service).await.len(), 1, "only the token was created");

        client.post("/operator/customer/hold").json(&hold(&long)).send().await.expect(200);
        assert_eq!(trail(service).await.last().expect("an entry").reason, long);
        act(service, "customer release", customer).await;
    }
}
