//! Changes of cards, as far as they need no transactions (cards J22 to J25).

use serde_json::{Value, json};

use super::scene::{CardEvent, Scene, events, path};
use crate::harness::journey;
use crate::operator::acting::{act, with};
use crate::wallets::device::text;

journey! {
    /// Checks J22 without its authorizations.
    async fn cards_j22_freeze(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let receiver = scene.platform().receiver().await;

        let frozen = scene.change(&card, json!({ "state": "FROZEN" })).await.expect(200);
        assert_eq!(json!([frozen["state"], frozen["stateReason"], frozen["last4"]]), json!(["FROZEN", null, "4777"]));
        assert!(text(&frozen["updatedAt"]) >= text(&card["updatedAt"]));
        scene.change(&card, json!({ "state": "FROZEN" })).await.expect_error(409, "INVALID_STATE_TRANSITION");
        assert_eq!(scene.change(&card, json!({ "state": "ACTIVE" })).await.expect(200)["state"], "ACTIVE");
        scene.change(&card, json!({ "state": "ACTIVE" })).await.expect_error(409, "INVALID_STATE_TRANSITION");

        let expected = [CardEvent::state_change("FROZEN"), CardEvent::state_change("ACTIVE")];
        assert_eq!(events(scene.platform(), &receiver).await, expected);
    }
}

journey! {
    /// Checks J23 without its transactions.
    async fn cards_j23_close(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let receiver = scene.platform().receiver().await;

        for besides in [json!({ "fundingSources": [scene.wallet()] }), json!({ "maxSpendPerTransaction": null })] {
            let mut change = besides;
            change["state"] = json!("CLOSED");
            scene.change(&card, change).await.expect_error(400, "INVALID_INPUT");
        }

        let closed = scene.change(&card, json!({ "state": "CLOSED" })).await.expect(200);
        assert_eq!(json!([closed["state"], closed["stateReason"], closed["fundingSources"]]),
            json!(["CLOSED", "CLOSED_BY_PLATFORM", [scene.wallet()]]));

        scene.change(&card, json!({ "state": "CLOSED" })).await.expect_error(409, "CARD_ALREADY_CLOSED");
        scene.change(&card, json!({ "state": "ACTIVE" })).await.expect_error(409, "INVALID_STATE_TRANSITION");
        scene.change(&card, json!({ "maxSpendPerTransaction": null })).await.expect_error(409, "CARD_NOT_MUTABLE");
        scene.change(&card, json!({ "fundingSources": [scene.wallet()] })).await.expect_error(409, "CARD_NOT_MUTABLE");

        let by_account = format!("/cards?accountId={}", scene.holder.wallet);
        assert_eq!(scene.platform().get(&by_account).send().await.expect(200)["data"], json!([closed]));
        assert_eq!(events(scene.platform(), &receiver).await, [CardEvent::state_change("CLOSED")]);
    }
}

journey! {
    async fn cards_j24_patch_refusals(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let receiver = scene.platform().receiver().await;

        scene.change(&card, json!({})).await.expect_error(400, "INVALID_INPUT");
        scene.change(&card, json!({ "state": "PROCESSING" })).await.expect_error(400, "INVALID_INPUT");
        for sources in [json!([]), json!([scene.wallet(), scene.wallet()]), json!(["x"])] {
            scene.change(&card, json!({ "fundingSources": sources })).await.expect_error(400, "INVALID_INPUT");
        }
        scene.change(&card, json!({ "maxSpendPerTransaction": 0 })).await.expect_error(400, "INVALID_INPUT");
        let unknown = json!({ "id": "Card:01890a5d-ac96-774b-bcce-b302099a8057" });
        scene.change(&unknown, json!({ "state": "FROZEN" })).await.expect_error(404, "REFERENCE_NOT_FOUND");

        let pending_card = scene.issue(&scene.named("001")).send().await.expect(201);
        for state in ["FROZEN", "ACTIVE", "CLOSED"] {
            scene.change(&pending_card, json!({ "state": state })).await.expect_error(409, "INVALID_STATE_TRANSITION");
        }

        let dollars = scene.platform().account_of(&scene.holder.customer, "USD").await;
        let change = json!({ "state": "FROZEN", "maxSpendPerTransaction": 5, "fundingSources": [dollars] });
        let error = scene.change(&card, change).await.expect_error(400, "FUNDING_SOURCE_INELIGIBLE");
        assert_eq!(error["details"]["reason"], "CURRENCY_NOT_ELIGIBLE");
        assert_eq!(scene.read(&card).await, card);

        // The limit of a card, but not its state, can change while its issuer processes it.
        let limited = scene.change(&pending_card, json!({ "maxSpendPerTransaction": 7 })).await.expect(200);
        assert_eq!(json!([limited["state"], limited["maxSpendPerTransaction"]]), json!(["PROCESSING", 7]));
        let unlimited = scene.change(&pending_card, json!({ "maxSpendPerTransaction": null })).await.expect(200);
        assert_eq!(unlimited["maxSpendPerTransaction"], Value::Null);

        assert_eq!(events(scene.platform(), &receiver).await, []);
    }
}

journey! {
    /// Checks J25 without its authorizations.
    async fn cards_j25_funding_sources(service) {
        let scene = Scene::new(service).await;
        let first = scene.wallet();
        let arguments = with(scene.platform(), json!({ "customer": scene.customer(), "currency": "USDB" }));
        let added = act(service, "account add", arguments).await.json;
        let second = added["account"].clone();
        assert!(second.is_string(), "{added}");

        let mut body = scene.named("777");
        body["fundingSources"] = json!([first, second]);
        let card = scene.issue(&body).send().await.expect(201);
        scene.platform().settled().await;
        let receiver = scene.platform().receiver().await;

        let sources = |list: &[&Value]| json!({ "fundingSources": list });
        let turned = scene.change(&card, sources(&[&second, &first])).await.expect(200);
        assert_eq!(turned["fundingSources"], json!([second, first]));
        scene.change(&card, sources(&[&second, &first])).await.expect(200);
        assert_eq!(events(scene.platform(), &receiver).await, [CardEvent::funding_source_change()]);

        scene.change(&card, sources(&[&second])).await.expect(200);
        let of = |account: &Value| scene.platform().get(&format!("/cards?accountId={}", text(account))).send();
        assert_eq!(of(&first).await.expect(200)["totalCount"], 0);
        assert_eq!(of(&second).await.expect(200)["totalCount"], 1);

        let both = json!({ "state": "FROZEN", "fundingSources": [first, second] });
        scene.change(&card, both).await.expect(200);
        let kinds: Vec<String> = events(scene.platform(), &receiver).await.into_iter().map(|event| event.kind).collect();
        let funding = "CARD.FUNDING_SOURCE_CHANGE";
        assert_eq!(kinds, [funding, funding, "CARD.STATE_CHANGE", funding]);

        let card = scene.platform().get(&path(&card)).send().await.expect(200);
        assert_eq!(card["fundingSources"], json!([first, second]));
    }
}
