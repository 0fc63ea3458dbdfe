//! Declines (cards J14, J26), and the choice of a source (J25).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Network, assert_status, pulls};
use crate::harness::journey;
use crate::operator::acting::{act, with};

#[track_caller]
fn assert_declined(transaction: &Value, reason: &str) {
    assert_status(transaction, "EXCEPTION");
    assert_eq!(transaction["declineReason"], reason);
    assert_eq!(pulls(transaction), [0; 3]);
}

journey! {
    async fn cards_j14_declines(service) {
        let network = Network::new(service).await;
        let poor = network.ask("authorization", 1_000, "CORNER 002").await;
        assert_declined(&poor, "INSUFFICIENT_FUNDS");
        let paused = network.ask("authorization", 1_000, "CORNER 003").await;
        assert_declined(&paused, "CARD_PAUSED");
        let short = network.ask("authorization", 50_001, "CORNER CAFE").await;
        assert_declined(&short, "INSUFFICIENT_FUNDS");

        let pending_card = network.scene.issue(&network.scene.named("001")).send().await.expect(201);
        let early_authorization = network.ask_card(&pending_card, "authorization", 1_000, "CORNER CAFE").await;
        assert_declined(&early_authorization, "CARD_NOT_ACTIVE");
        assert_eq!(early_authorization["accountId"], network.scene.wallet());

        assert_eq!(network.cents().await, [50_000, 50_000]);
        for transaction in [&poor, &paused, &short] {
            network.try_event(transaction, "clearing", 1).await.expect_error(400, "INVALID_INPUT");
            network.try_event(transaction, "return", 1).await.expect_error(400, "INVALID_INPUT");
        }

        assert_eq!(network.events().await, ["EXCEPTION"; 4]);
        assert_status(&network.ask("authorization", 50_000, "CORNER CAFE").await, "AUTHORIZED");
    }
}

journey! {
    async fn expired_cards_and_cardholders_on_hold_are_declined(service) {
        let network = Network::new(service).await;
        let holder = with(network.scene.platform(), json!({ "customer": network.scene.customer() }));
        act(service, "customer hold", holder.clone()).await;
        assert_declined(&network.ask("authorization", 1_000, "CORNER CAFE").await, "CARDHOLDER_NOT_ELIGIBLE");

        act(service, "customer release", holder).await;
        assert_status(&network.ask("authorization", 1_000, "CORNER CAFE").await, "AUTHORIZED");

        network.scene.platform().advance(Duration::from_hours(4 * 366 * 24)).await;
        assert_declined(&network.ask("authorization", 1_000, "CORNER CAFE").await, "CARD_EXPIRED");
    }
}

journey! {
    async fn cards_j25_funding_sources(service) {
        let network = Network::with_cents(service, 1_000).await;
        let scene = &network.scene;
        let first = scene.wallet();
        let add = with(scene.platform(), json!({ "customer": scene.customer(), "currency": "USDB" }));
        let second = act(service, "account add", add).await.json["account"].clone();
        scene.platform().fund(second.as_str().unwrap(), 100_000_000).await;

        let mut body = scene.named("777");
        body["fundingSources"] = json!([first, second]);
        let card = scene.issue(&body).send().await.expect(201);
        scene.platform().settled().await;
        let card = scene.read(&card).await;
        let account = |key: &Value| key["accountId"].clone();
        network.key(&card, &first).await;
        network.key(&card, &second).await;

        assert_eq!(account(&network.ask_card(&card, "authorization", 1_500, "A").await), second);
        assert_eq!(account(&network.ask_card(&card, "authorization", 500, "B").await), first);

        scene.change(&card, json!({ "fundingSources": [second, first] })).await.expect(200);
        assert_eq!(account(&network.ask_card(&card, "authorization", 500, "C").await), second);
        assert_eq!(network.cents_of(&first).await, [500, 1_000]);
        assert_eq!(network.cents_of(&second).await, [8_000, 10_000]);

        scene.change(&card, json!({ "fundingSources": [second] })).await.expect(200);
        let path = format!("/auth/delegated-keys?accountId={}", scene.holder.wallet);
        let keys = scene.platform().get(&path).send().await.expect(200)["data"].clone();
        let of_card: Vec<_> = keys.as_array().unwrap().iter().filter(|key| key["cardId"] == card["id"]).collect();
        assert_eq!((of_card.len(), &of_card[0]["status"]), (1, &json!("REVOKED")));
    }
}

journey! {
    async fn cards_j26_spend_limit(service) {
        let network = Network::new(service).await;
        let scene = &network.scene;
        let mut body = scene.named("777");
        body["maxSpendPerTransaction"] = json!(5_000);
        let card = scene.issue(&body).send().await.expect(201);
        scene.platform().settled().await;
        network.key(&card, &scene.wallet()).await;

        let ask = async |event: &str, cents| network.ask_card(&card, event, cents, "CORNER CAFE").await;
        let authorization = ask("authorization", 5_000).await;
        assert_status(&authorization, "AUTHORIZED");
        assert_declined(&ask("authorization", 5_001).await, "SPEND_LIMIT_EXCEEDED");

        let body = json!({ "cardTransactionId": authorization["id"], "amount": 6_000 });
        assert_status(&network.simulate(&card, "clearing", &body).send().await.expect(202), "SETTLED");
        assert_status(&ask("credit_authorization", 9_000).await, "AUTHORIZED");

        let unlimited = scene.change(&card, json!({ "maxSpendPerTransaction": null })).await.expect(200);
        assert_eq!(unlimited["maxSpendPerTransaction"], Value::Null);
        assert_status(&ask("authorization", 5_001).await, "AUTHORIZED");
    }
}
