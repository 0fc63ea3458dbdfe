//! Money in suspense as operators see it (conventions 2.1, money 2.1).

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::on_engines;
use crate::payments::scene::{Scene, text};
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

        let page = act(service, "suspense list", on(json!({ "currency": "USD" }))).await.json;
        let sum = json!([{ "currency": "USD", "count": 1, "amount": { "amount": 70_000, "currency": "USD", "decimals": 2 } }]);
        assert_eq!(page["sums"], sum);
        assert_eq!(act(service, "deposit list", on(json!({ "unmatched": true }))).await.json["sums"], sum);
        let listed = &page["rows"];
        assert_eq!((&listed[0]["transaction"], &listed[0]["age_days"]), (&pushed["transaction"], &json!(0)));
        assert_eq!(act(service, "suspense list", on(json!({ "currency": "EUR" }))).await.json["rows"], json!([]));
        assert_eq!(act(service, "suspense list", on(json!({ "older_than": "1d" }))).await.json["rows"], json!([]));

        let id = json!({ "transaction": pushed["transaction"] });
        let shown = act(service, "suspense show", on(id.clone())).await.json;
        let candidates = shown["candidates"].as_array().expect("candidates");
        assert_eq!(candidates.len(), 1, "{shown}");
        assert_eq!(candidates[0]["transaction"], awaited["transactionId"]);
        assert_eq!(shown["commands"].as_array().map(Vec::len), Some(2));
        let credit = format!("causeway suspense resolve {} --account {} --reason TEXT", text(&id["transaction"]), scene.usd);
        let candidate = &candidates[0];
        assert_eq!((&candidate["customer"], &candidate["status"]), (&scene.alice["id"], &json!("APPROVED")));
        assert!(candidate["name"].is_string() && candidate["commands"] == json!([credit]), "{candidate}");
        for action in ["suspense show", "deposit show"] {
            let wait = &act(service, action, on(id.clone())).await.json["waits_for"];
            assert_eq!((&wait["party"], &wait["until"]), (&json!("OPERATOR"), &Value::Null), "{action}");
            assert_eq!(wait["commands"], shown["commands"], "{action}");
        }

        expect_error(service, "suspense show", on(json!({ "transaction": awaited["transactionId"] })), Kind::Refused).await;
        act(service, "suspense resolve", on(json!({ "transaction": id["transaction"], "payer": true }))).await;

        let strange = json!({ "reference": "INVOICE 10", "amount": 1, "currency": "USD", "rail": "ACH" });
        let strange = act(service, "deposit push", on(strange)).await.json;
        let shown = act(service, "suspense show", on(json!({ "transaction": strange["transaction"] }))).await.json;
        assert!(shown["candidates"] == json!([]) && text(&shown["note"]).contains("ask the payer"), "{shown}");
        act(service, "suspense resolve", on(json!({ "transaction": strange["transaction"], "payer": true }))).await;
        scene.platform.resume().await;
    }
}

on_engines! {
    /// Checks that money that was credited or returned is still shown with its amount, and with what it has become.
    async fn resolved_money_keeps_its_amount_and_leads_to_its_payment(service) {
        let scene = Scene::new(service).await;
        let push = async |reference: &str| {
            let push = json!({ "reference": reference, "amount": 123_456, "currency": "USD", "rail": "ACH", "payer": "Bob" });
            act(service, "deposit push", with(&scene.platform, push)).await.json["transaction"].take()
        };
        let show = async |transaction: &Value| {
            act(service, "suspense show", json!({ "transaction": transaction })).await.json
        };
        let amount = json!({ "amount": 123_456, "currency": "USD", "decimals": 2 });
        let credited = push("INVOICE 1").await;
        let waiting = show(&credited).await;
        assert_eq!([&waiting["amount"], &waiting["payment"], &waiting["customer"]], [&amount, &Value::Null, &Value::Null]);

        let resolve = json!({ "transaction": credited, "account": scene.usd });
        let payment = act(service, "suspense resolve", resolve).await.json["payment"].take();
        let shown = show(&credited).await;
        assert_eq!([&shown["status"], &shown["amounts"], &shown["amount"]], [&json!("CREDITED"), &json!([]), &amount]);
        assert_eq!([&shown["payment"], &shown["customer"]], [&payment, &scene.alice["id"]], "{shown}");
        assert_eq!((&shown["account"], &shown["payer"]), (&json!(scene.usd), &json!("Bob")));
        assert_eq!(shown["commands"], json!([format!("causeway payment show {}", text(&payment))]));

        let returned = push("INVOICE 2").await;
        act(service, "suspense resolve", json!({ "transaction": returned, "payer": true })).await;
        scene.platform.settled().await;
        let shown = show(&returned).await;
        assert_eq!([&shown["amount"], &shown["payment"]], [&amount, &Value::Null], "{shown}");
        assert!(text(&shown["meaning"]).contains("returned to its payer"), "{shown}");
    }
}
