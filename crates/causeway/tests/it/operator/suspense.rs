//! Money in suspense as operators see it (conventions 2.1, money 2.1).

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::on_engines;
use crate::payments::scene::Scene;
use crate::quotes::paying_in::{dollars, euro, quote};

on_engines! {
    async fn unmatched_money_names_the_payments_that_wait_for_its_amount(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let on = |arguments: Value| with(&scene.platform, arguments);
        let awaited = quote(&scene, &dollars(&scene), &euro(&scene, "000").await, 70_000).await;
        let other = quote(&scene, &dollars(&scene), &euro(&scene, "001").await, 80_000).await;
        assert_ne!(awaited["id"], other["id"]);
        let push = json!({ "reference": "INVOICE 9", "amount": 70_000, "currency": "USD", "rail": "ACH", "event": "9" });
        let pushed = act(service, "deposit push", on(push)).await.json;

        let listed = act(service, "suspense list", on(json!({ "currency": "USD" }))).await.json["rows"].clone();
        assert_eq!((&listed[0]["transaction"], &listed[0]["age_days"]), (&pushed["transaction"], &json!(0)));
        assert_eq!(act(service, "suspense list", on(json!({ "currency": "EUR" }))).await.json["rows"], json!([]));
        assert_eq!(act(service, "suspense list", on(json!({ "older_than": "1d" }))).await.json["rows"], json!([]));

        let id = json!({ "transaction": pushed["transaction"] });
        let shown = act(service, "suspense show", on(id.clone())).await.json;
        let candidates = shown["candidates"].as_array().expect("candidates");
        assert_eq!(candidates.len(), 1, "{shown}");
        assert_eq!(candidates[0]["transaction"], awaited["transactionId"]);
        assert_eq!(shown["commands"].as_array().map(Vec::len), Some(2));
        let wait = &shown["waits_for"];
        assert_eq!((&wait["party"], &wait["until"]), (&json!("OPERATOR"), &Value::Null), "{wait}");
        assert_eq!(wait["commands"], shown["commands"]);

        expect_error(service, "suspense show", on(json!({ "transaction": awaited["transactionId"] })), Kind::Refused).await;
        act(service, "suspense resolve", on(json!({ "transaction": id["transaction"], "payer": true }))).await;
        scene.platform.resume().await;
    }
}
