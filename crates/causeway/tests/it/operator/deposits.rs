//! Deposits as operators see them (conventions 2.1, money 3.5).

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::{journey, on_engines};
use crate::payments::scene::Scene;

journey! {
    async fn an_announced_deposit_names_its_bank_and_a_settled_one_nothing(service) {
        let scene = Scene::new(service).await;
        let on = |arguments: Value| with(&scene.platform, arguments);
        let push = json!({ "account": scene.usd, "amount": 5_000, "rail": "ACH", "payer": "Some Payer" });
        let pushed = act(service, "deposit push", on(push)).await.json;
        let id = json!({ "transaction": pushed["transaction"] });
        let shown = act(service, "deposit show", on(id.clone())).await.json;
        assert_eq!([&shown["status"], &shown["rail"], &shown["payer"]], ["PENDING", "ACH", "Some Payer"]);
        assert_eq!(shown["why"], "its bank has announced it, and not delivered it yet");
        assert_eq!(shown["waits_for"]["party"], "RAIL");
        assert_eq!(shown["commands"].as_array().map(Vec::len), Some(2), "{shown}");

        let listed = act(service, "deposit list", on(json!({ "status": "PENDING" }))).await.json;
        assert_eq!(listed["rows"][0]["transaction"], pushed["transaction"]);
        act(service, "payment settle", on(id.clone())).await;
        let settled = act(service, "deposit show", on(id)).await.json;
        assert_eq!([&settled["why"], &settled["waits_for"]], [&Value::Null, &Value::Null]);
        let of_account = act(service, "deposit list", on(json!({ "account": scene.usd }))).await.json;
        assert_eq!(of_account["rows"][0]["status"], "COMPLETED");
    }
}

on_engines! {
    async fn unmatched_money_is_listed_apart(service) {
        let scene = Scene::new(service).await;
        let on = |arguments: Value| with(&scene.platform, arguments);
        let mut pushed = Vec::new();
        for reference in ["INVOICE 1", "INVOICE 2", "INVOICE 3"] {
            let push = json!({ "reference": reference, "amount": 500, "currency": "EUR", "rail": "SEPA", "event": reference });
            pushed.push(act(service, "deposit push", on(push)).await.json["transaction"].clone());
        }
        let first = act(service, "deposit list", on(json!({ "unmatched": true, "limit": 2 }))).await.json;
        let transactions = |page: &Value| -> Vec<Value> {
            page["rows"].as_array().unwrap().iter().map(|row| row["transaction"].clone()).collect()
        };
        assert_eq!(transactions(&first), [pushed[2].clone(), pushed[1].clone()]);
        let next = json!({ "unmatched": true, "limit": 2, "before": first["next"] });
        let next = act(service, "deposit list", on(next)).await.json;
        assert_eq!((transactions(&next), next.get("next")), (vec![pushed[0].clone()], None));

        let shown = act(service, "deposit show", on(json!({ "transaction": pushed[0] }))).await.json;
        assert_eq!([&shown["status"], &shown["event"]], ["HELD", "INVOICE 1"]);
        assert_eq!(shown["waits_for"]["party"], "OPERATOR", "{shown}");
        assert_eq!(shown["in_suspense"][0]["amount"], 500);
        assert_eq!(shown["commands"].as_array().map(Vec::len), Some(2), "{shown}");
        let both = on(json!({ "unmatched": true, "status": "PENDING" }));
        expect_error(service, "deposit list", both, Kind::Invalid).await;
        for transaction in pushed {
            act(service, "suspense resolve", on(json!({ "transaction": transaction, "payer": true }))).await;
        }
    }
}
