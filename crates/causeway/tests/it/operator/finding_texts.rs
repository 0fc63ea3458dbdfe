//! The texts of payments: their words are found, and they are shown to those who may see persons (conventions 2.3).

use causeway_service::operator::{ActionOutput, Grant, Kind, Role};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, try_action_as, with};
use crate::harness::{Platform, Service, on_engines};
use crate::payments::scene::Scene;

/// Returns the ids that a text finds by the words of a payment's text.
async fn found(service: &Service, platform: &Platform, given: &str) -> Vec<Value> {
    let found = act(service, "find text", with(platform, json!({ "text": [given] }))).await.json;
    let rows = found.as_array().unwrap();
    assert!(rows.iter().all(|row| row["matched"] == "words of the text of a payment"), "{given}: {found}");
    rows.iter().map(|row| row["id"].clone()).collect()
}

on_engines! {
    async fn a_payment_is_found_by_words_of_its_description(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let mut body = scene.transfer(&scene.euro_account().await, "SENDING", 10_000);
        body["description"] = json!("Rent March flat 7");
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quote).send().await.expect(200);
        let id = &quote["transactionId"];
        for given in ["Rent March flat 7", "march RENT", "flat mar"] {
            assert_eq!(found(service, &scene.platform, given).await, std::slice::from_ref(id), "{given}");
        }
        let other = with(&scene.platform, json!({ "text": ["Rent April"] }));
        let error = expect_error(service, "find text", other, Kind::NotFound).await;
        assert!(error.to_string().contains("words of the text of a payment"), "{error}");

        let shown = act(service, "payment show", json!({ "transaction": id })).await.json;
        assert_eq!(shown["description"], "Rent March flat 7");
        let viewer = caller(Grant::of(&[Role::Viewer], None));
        let masked = match try_action_as(service, &viewer, "payment show", json!({ "transaction": id })).await {
            Ok(ActionOutput::Report { json, .. }) => json,
            Ok(ActionOutput::Export(_)) => panic!("an export"),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(masked["description"], "…");
        let words = json!({ "text": ["Rent March"] });
        let hidden = try_action_as(service, &viewer, "find text", with(&scene.platform, words)).await.err().unwrap();
        assert!(!hidden.to_string().contains("words of the text"), "{hidden}");
    }
}

on_engines! {
    async fn unmatched_money_is_found_by_a_part_of_its_text(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let push = json!({ "reference": "Rechnung 555 Fischer", "amount": 700, "currency": "EUR", "rail": "SEPA" });
        let pushed = act(service, "deposit push", with(&platform, push)).await.json;
        let id = &pushed["transaction"];
        for given in ["Rechnung 555", "Fischer 555 Rechnung", "fisch"] {
            assert_eq!(found(service, &platform, given).await, std::slice::from_ref(id), "{given}");
        }
        act(service, "suspense resolve", json!({ "transaction": id, "payer": true })).await;
    }
}
