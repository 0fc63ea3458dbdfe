//! Shortfalls of card transactions that operators collect (cards 8.6).

use causeway_service::operator::Kind;
use serde_json::json;

use super::scene::{Network, assert_status, pulls};
use crate::harness::journey;
use crate::operator::acting::{act, expect_error, rows, with};
use crate::operator::channels;
use crate::operator::printed::run_looks;

journey! {
    async fn a_shortfall_is_collected_once(service) {
        let network = Network::with_cents(service, 1_250).await;
        let platform = network.scene.platform();
        let authorization = network.authorize(1_250).await;
        let arguments = with(platform, json!({ "transaction": authorization["id"] }));
        let inbox = || rows(service, "inbox list", with(platform, json!({ "kind": "CARD_TRANSACTION" })));
        expect_error(service, "card-transaction collect", arguments.clone(), Kind::Refused).await;
        assert_eq!(inbox().await, json!([]));

        assert_status(&network.send_event(&authorization, "clearing", 1_500).await, "EXCEPTION");
        let waiting = inbox().await;
        let shown = act(service, "card-transaction show", json!({ "transaction": authorization["id"] })).await.json;
        assert_eq!((waiting.as_array().map(Vec::len), &waiting[0]["id"]), (Some(1), &authorization["id"]), "{waiting}");
        assert_eq!([&waiting[0]["amount"], &waiting[0]["next"]], [&shown["shortfall"], &shown["commands"][0]]);
        assert_eq!(waiting[0]["otherwise"], "the service carries the shortfall");
        let all = rows(service, "inbox list", with(platform, json!({}))).await;
        assert!(all.as_array().unwrap().contains(&waiting[0]), "{all}");
        expect_error(service, "card-transaction collect", arguments.clone(), Kind::Refused).await;

        platform.fund(&network.scene.holder.wallet, 5_000_000).await;
        let collected = act(service, "card-transaction collect", arguments.clone()).await.json;
        assert_eq!(collected["status"], "SETTLED");

        let transaction = network.settled(&authorization).await;
        assert_status(&transaction, "SETTLED");
        assert_eq!(pulls(&transaction), [3, 1_500, 0]);
        assert_eq!(network.cents().await, [250, 250]);
        assert_eq!(network.events().await, ["AUTHORIZED", "EXCEPTION", "SETTLED"]);

        expect_error(service, "card-transaction collect", arguments, Kind::Refused).await;
        assert_status(&network.ask("authorization", 5_000, "ELSEWHERE").await, "EXCEPTION");
        assert_eq!(inbox().await, json!([]), "a declined authorization asks for nothing");
    }
}

journey! {
    /// Checks that collecting does not reopen a transaction that the network has ended, although its hold
    /// window would be open for days.
    async fn collecting_opens_nothing_again(service) {
        let network = Network::with_cents(service, 5_000).await;
        let platform = network.scene.platform();
        let authorization = network.authorize(5_000).await;
        network.send_event(&authorization, "clearing", 2_000).await;
        assert_status(&network.send_event(&authorization, "clearing", 0).await, "SETTLED");
        assert_status(&network.send_event(&authorization, "return", 2_000).await, "REFUNDED");
        assert_status(&network.ask("financial_authorization", 5_000, "ELSEWHERE").await, "SETTLED");
        assert_status(&network.try_reverse(&authorization).await.expect(202), "EXCEPTION");

        let owed = act(service, "card-transaction show", json!({ "transaction": authorization["id"] })).await.json;
        let collect = format!("causeway card-transaction collect {} --reason TEXT", authorization["id"].as_str().unwrap());
        assert_eq!(owed["commands"][0], collect, "{owed}");
        platform.fund(&network.scene.holder.wallet, 50_000_000).await;
        let collected = act(service, "card-transaction collect", with(platform, json!({ "transaction": authorization["id"] })));
        assert_eq!(collected.await.json["status"], "SETTLED");

        network.try_event(&authorization, "clearing", 1).await.expect_error(400, "INVALID_INPUT");
        network.try_event(&authorization, "authorization_advice", 9_000).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(network.settled(&authorization).await["settledAmount"]["amount"], 2_000);
        assert_eq!(network.cents().await, [3_000, 3_000]);
    }
}

journey! {
    async fn a_transaction_is_listed_and_shown_with_its_parts(service) {
        let network = Network::with_cents(service, 5_000).await;
        let platform = network.scene.platform();
        let authorization = network.authorize(2_000).await;
        let own = json!({ "card": network.card["id"], "status": "AUTHORIZED" });
        let listed = rows(service, "card-transaction list", with(platform, own.clone())).await;
        assert_eq!((listed.as_array().map(Vec::len), &listed[0]["transaction"]), (Some(1), &authorization["id"]));

        let of_one = json!({ "transaction": authorization["id"] });
        let shown = act(service, "card-transaction show", of_one.clone()).await.json;
        assert_eq!([&shown["status"], &shown["meaning"]], ["AUTHORIZED", "approved, and its amount is held"]);
        assert!(shown["events"][0]["content"].is_object() && shown["pulls"].is_array(), "{shown}");
        run_looks(service, &shown).await;
        let door = channels::network(service).await;
        let viewer = channels::with_token(service, &door, "viewer", &["viewer"], Some(platform)).await;
        let request = json!({ "arguments": of_one });
        let masked = viewer.post("/operator/card-transaction/show").json(&request).send().await.expect(200);
        assert_eq!((&masked["status"], &masked["events"][0]["content"]), (&shown["status"], &serde_json::Value::Null));

        network.send_event(&authorization, "clearing", 2_000).await;
        assert_eq!(rows(service, "card-transaction list", with(platform, own)).await, json!([]));
    }
}
