//! Cards that operators close, and cards of deleted customers (cards 5.1).

use std::time::Duration;

use causeway_service::operator::Kind;
use serde_json::json;

use super::scene::{CardEvent, Scene, events};
use crate::harness::journey;
use crate::operator::acting::{act, act_as_predicted, expect_error, rows, with};
use crate::operator::printed::run_looks;
use crate::wallets::device::{Holder, text};

journey! {
    async fn an_operator_closes_a_card_for_good(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let pending_card = scene.issue(&scene.named("001")).send().await.expect(201);
        let receiver = scene.platform().receiver().await;
        for one in [&card, &pending_card] {
            let arguments = with(scene.platform(), json!({ "card": one["id"] }));
            let closed = act_as_predicted(service, "card close", arguments.clone()).await.json;
            assert_eq!(json!([closed["state"], closed["state_reason"]]), json!(["CLOSED", "CLOSED_BY_GRID"]));
            assert_eq!(scene.state_of(one).await, json!(["CLOSED", "CLOSED_BY_GRID"]));
            expect_error(service, "card close", arguments, Kind::Refused).await;
        }

        let closed = CardEvent::state_change("CLOSED");
        assert_eq!(events(scene.platform(), &receiver).await, [closed.clone(), closed]);

        let unknown_card = with(scene.platform(), json!({ "card": "Card:01890a5d-ac96-774b-bcce-b302099a8057" }));
        expect_error(service, "card close", unknown_card, Kind::NotFound).await;
    }
}

journey! {
    async fn the_cards_of_a_deleted_customer_are_closed(service) {
        let scene = Scene::new(service).await;
        let other = Holder::on(scene.platform(), "joe@example.com").await;
        let body = json!({ "cardholderId": other.customer["id"], "form": "VIRTUAL", "fundingSources": [other.wallet] });
        let card = scene.issue(&body).send().await.expect(201);
        let kept = scene.card().await;
        let receiver = scene.platform().receiver().await;

        scene.platform().delete(&format!("/customers/{}", text(&other.customer["id"]))).send().await.expect(200);
        assert_eq!(scene.state_of(&card).await, json!(["CLOSED", "CLOSED_BY_PLATFORM"]));
        assert_eq!(scene.state_of(&kept).await, json!(["ACTIVE", null]));
        assert_eq!(events(scene.platform(), &receiver).await, [CardEvent::state_change("CLOSED")]);
        scene.issue(&body).send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn cards_are_listed_by_page_and_shown(service) {
        let scene = Scene::new(service).await;
        let active = scene.card().await;
        scene.platform().advance(Duration::from_secs(1)).await;
        let cards = [active, scene.issue(&scene.named("777")).send().await.expect(201)];
        let list = |arguments: serde_json::Value| act(service, "card list", with(scene.platform(), arguments));
        let first = list(json!({ "customer": scene.customer(), "limit": 1 })).await.json;
        assert_eq!(first["rows"][0]["card"], cards[1]["id"], "newest first");
        let rest = list(json!({ "customer": scene.customer(), "limit": 1, "before": first["next"] })).await.json;
        assert_eq!((&rest["rows"][0]["card"], rest.get("next")), (&cards[0]["id"], None), "{rest}");
        let closed = json!({ "state": "CLOSED" });
        assert_eq!(rows(service, "card list", with(scene.platform(), closed)).await, json!([]));

        let shown = act(service, "card show", json!({ "card": cards[0]["id"] })).await.json;
        assert_eq!((&shown["state"], &shown["meaning"]), (&json!("ACTIVE"), &json!("it can be used")));
        assert_eq!(shown["funding_sources"][0]["account"], json!(scene.wallet()));
        let revealed = shown["reveals"].as_array().map(Vec::len);
        assert_eq!((revealed, &shown["reveals"][0]["address"]), (Some(1), &json!(null)), "{shown}");
        assert_eq!(shown["commands"].as_array().map(Vec::len), Some(2), "it can be closed: {shown}");
        run_looks(service, &shown).await;
    }
}
