//! Payments found by a name and an amount, as callers say them, and from the customer (conventions 2.3).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::on_engines;
use crate::payments::scene::{Scene, text};

on_engines! {
    async fn a_payment_is_found_by_a_name_and_an_amount(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        scene.platform.fund(&scene.usd, 70_000).await;
        let other = scene.platform.customer(&["USD"]).await;
        scene.platform.fund(&scene.platform.account_of(&other, "USD").await, 100_000).await;
        for given in ["Alice 1,000.00 USD", "Alice Example 1000.00 USD", "USD 1000 alice", "Alice 1000", "Exam $1,000.00"] {
            let found = act(service, "find text", with(&scene.platform, json!({ "text": [given] }))).await.json;
            let rows = found.as_array().unwrap();
            assert_eq!(rows.len(), 1, "{given}: {found}");
            assert_eq!((&rows[0]["kind"], &rows[0]["matched"]), (&json!("PAYMENT"), &json!("name and amount")), "{given}");
            let id = text(&rows[0]["id"]);
            let shown = act(service, "payment show", json!({ "transaction": id })).await.json;
            assert_eq!(shown["customer"], scene.alice["id"], "{given}");
        }
        for given in ["Bob 1,000.00 USD", "Alice 999.00 USD"] {
            let arguments = with(&scene.platform, json!({ "text": [given] }));
            let error = expect_error(service, "find text", arguments, Kind::NotFound).await;
            assert!(error.to_string().contains("name and amount"), "{error}");
        }
    }
}

on_engines! {
    async fn names_that_are_spelled_as_the_text_come_first(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for name in ["Maria Keller", "Keller", "Marie Kéller", "Kellermann Eva"] {
            let person = json!({ "customerType": "INDIVIDUAL", "fullName": name, "currencies": ["USD"] });
            platform.post("/customers").json(&person).send().await.expect(201);
        }
        let find = async |arguments: Value| {
            let found = act(service, "find text", with(&platform, arguments)).await.json;
            let names = found.as_array().unwrap().iter().map(|row| text(&row["about"]).to_owned());
            names.collect::<Vec<_>>()
        };
        let all = find(json!({ "text": ["keller"] })).await;
        assert_eq!(all, ["Keller", "Maria Keller", "Kellermann Eva", "Marie Kéller"]);
        assert_eq!(find(json!({ "text": ["Keller"], "limit": 1 })).await, ["Keller"]);
        assert_eq!(find(json!({ "text": ["Kéller"], "limit": 1 })).await, ["Marie Kéller"]);
    }
}

on_engines! {
    async fn a_customer_leads_to_its_payments_and_looking_comes_before_deciding(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let shown = act(service, "customer show", json!({ "customer": scene.alice["id"] })).await.json;
        let latest = &shown["latest_payments"][0];
        assert_eq!(latest["next"], format!("causeway payment show {}", text(&latest["transaction"])));
        let commands: Vec<&str> = shown["commands"].as_array().unwrap().iter().map(text).collect();
        let verbs: Vec<&str> = commands.iter().filter_map(|command| command.split(' ').nth(2)).collect();
        assert_eq!(verbs, ["list", "hold", "reject"]);
        let euro = scene.euro_account().await;
        let shown = act(service, "external-account show", json!({ "account": euro })).await.json;
        let list = format!("causeway payment list --account {euro}");
        assert_eq!((&shown["commands"][0], text(&shown["commands"][1]).split(' ').nth(2)), (&json!(list), Some("review")));
    }
}
