//! Money that belongs to no account and no quote.

use serde_json::json;

use super::super::acting::{still_open, with};
use super::{OnCallOperator, printed};
use crate::harness::journey;
use crate::payments::scene::Scene;

journey! {
    async fn an_unmatched_deposit_is_found_by_what_the_payer_says_and_credited(service) {
        let scene = Scene::new(service).await;
        let on_call = OnCallOperator::new(service).await;
        let account = scene.platform.own_account("EUR").await;
        let stray = json!({
            "reference": "INVOICE 4711", "amount": 2_500, "currency": "EUR", "rail": "SEPA",
            "payer": "Erika Musterfrau",
        });
        let held = on_call.act("deposit/push", with(&scene.platform, stray)).await;
        assert_eq!(held["status"], "HELD");

        for words in ["INVOICE 4711", "25.00 EUR", "Erika Musterfrau"] {
            assert_eq!(on_call.find(words).await["id"], held["transaction"], "{words}");
        }
        let alert = on_call.find_and_show("DEPOSIT_UNMATCHED").await;
        assert_eq!(alert["subject"], held["transaction"]);
        let shown = on_call.find_and_show("INVOICE 4711").await;
        assert_eq!((&shown["payer"], &shown["amounts"][0]["amount"]), (&json!("Erika Musterfrau"), &json!(2_500)));
        let resolve = printed(&shown["commands"], "causeway suspense resolve ");
        assert_eq!(printed(&alert["detail"]["commands"], "causeway suspense resolve "), resolve);
        let resolved = on_call.run(&resolve.replace("ACCOUNT", &account)).await;
        assert_eq!(on_call.act("alert/list", json!({})).await, json!([]), "the alert is closed with the action");

        let deposit = scene.transaction(&resolved["payment"]).await;
        assert_eq!((&deposit["status"], &deposit["receivedAmount"]["amount"]), (&json!("COMPLETED"), &json!(2_500)));
        scene.platform.settled().await;
        let accounts = scene.platform.get("/platform/internal-accounts?currency=EUR").send().await.expect(200);
        assert_eq!(accounts["data"][0]["balance"]["amount"], 2_500);
        assert_eq!(still_open(service).await, json!([]));
        assert_eq!(on_call.act("suspense/list", with(&scene.platform, json!({}))).await["rows"], json!([]));
    }
}
