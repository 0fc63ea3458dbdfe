//! Issuing cards (cards J1 to J4, J29).

use std::time::Duration;

use causeway_store::platforms::Environment;
use causeway_store::{Tx, alerts};
use serde_json::{Value, json};

use super::scene::{CardEvent, ISSUING_WAIT, Scene, events, path};
use crate::harness::{Service, journey};
use crate::wallets::device::{Holder, text};

journey! {
    async fn cards_j01_issue(service) {
        let scene = Scene::new(service).await;
        let receiver = scene.platform().receiver().await;
        let mut body = scene.card_request();
        body["platformCardId"] = json!("card-a-777");
        let card = scene.issue(&body).send().await.expect(201);
        let facts = json!([card["state"], card["stateReason"], card["currency"], card["maxSpendPerTransaction"],
            card["form"], card["platformCardId"], card["fundingSources"], card["cardholderId"]]);
        assert_eq!(facts, json!(["PROCESSING", null, "USD", null, "VIRTUAL", "card-a-777", [scene.wallet()], scene.customer()]));
        for absent in ["brand", "last4", "expMonth", "expYear", "processorRef", "issuerRef", "panEmbedUrl"] {
            assert!(card.get(absent).is_none(), "{absent}");
        }
        assert!(card.as_object().unwrap().contains_key("stateReason"));

        scene.platform().settled().await;
        let card = scene.read(&card).await;
        let facts = json!([card["state"], card["brand"], card["last4"], card["expMonth"]]);
        assert_eq!(facts, json!(["ACTIVE", "VISA", "4777", 12]));
        let year: i64 = text(&card["createdAt"])[..4].parse().unwrap();
        assert_eq!(card["expYear"], year + 3);
        for (member, start, length) in [("processorRef", "card_", 17), ("issuerRef", "issuer_card_", 20)] {
            let reference = text(&card[member]);
            assert!(reference.starts_with(start) && reference.len() == length, "{reference}");
        }

        assert_eq!(events(scene.platform(), &receiver).await, [CardEvent::state_change("ACTIVE")]);
        let event = receiver.wait_for_event("CARD.STATE_CHANGE").await.json();
        assert!(event["data"].get("panEmbedUrl").is_none() && event["data"]["last4"] == "4777");

        let unnamed = scene.issue(&scene.card_request()).send().await.expect(201);
        assert_eq!(text(&unnamed["platformCardId"]).len(), 36);
    }
}

journey! {
    async fn cards_j02_issue_suffixes(service) {
        let scene = Scene::new(service).await;
        let receiver = scene.platform().receiver().await;
        let mut cards = Vec::new();
        for end in ["001", "002", "005"] {
            cards.push(scene.issue(&scene.named(end)).send().await.expect(201));
        }

        scene.platform().settled().await;
        let rejected = json!(["CLOSED", "ISSUER_REJECTED"]);
        assert_eq!(scene.state_of(&cards[1]).await, rejected);
        assert!(scene.read(&cards[1]).await.get("brand").is_none());

        scene.platform().advance(Duration::from_secs(10)).await;
        assert_eq!(scene.state_of(&cards[2]).await, json!(["PROCESSING", null]));
        scene.platform().advance(Duration::from_secs(25)).await;
        scene.platform().settled().await;
        assert_eq!(scene.state_of(&cards[2]).await, json!(["ACTIVE", null]));
        assert_eq!(scene.state_of(&cards[0]).await, json!(["PROCESSING", null]));

        let expected = [CardEvent::state_change("CLOSED"), CardEvent::state_change("ACTIVE")];
        assert_eq!(events(scene.platform(), &receiver).await, expected);

        let mut again = scene.card_request();
        again["platformCardId"] = cards[1]["platformCardId"].clone();
        scene.issue(&again).send().await.expect_error(409, "CONFLICT");
        scene.card().await;
    }
}

journey! {
    /// Checks that an issuer that does not answer is asked again, and that an operator is notified after a
    /// day.
    async fn an_issuer_without_an_answer_is_brought_to_an_operator(service) {
        let scene = Scene::new(service).await;
        let card = scene.issue(&scene.named("001")).send().await.expect(201);
        scene.platform().advance(Duration::from_hours(20)).await;
        assert_eq!(unanswered(service).await, Vec::<String>::new());

        scene.platform().advance(Duration::from_hours(6)).await;
        scene.platform().settled().await;
        assert_eq!(unanswered(service).await, [text(&card["id"])]);
        assert_eq!(scene.state_of(&card).await, json!(["PROCESSING", null]));
    }
}

/// Returns the subjects of the alerts about issuers that do not answer.
async fn unanswered(service: &Service) -> Vec<String> {
    let read = |tx: &mut Tx<'_>| alerts::list(tx, false, 100);
    let open: Result<_, causeway_store::Error> = service.app().store.read(read).await;
    let kind = "CARD_ISSUER_UNANSWERED";
    open.unwrap().into_iter().filter(|alert| alert.kind == kind).map(|alert| alert.subject).collect()
}

async fn expect_error(scene: &Scene, change: impl FnOnce(&mut Value), code: &str) -> Value {
    let mut body = scene.card_request();
    change(&mut body);
    scene.issue(&body).send().await.expect_error(400, code)
}

journey! {
    async fn cards_j03_issue_refusals(service) {
        let scene = Scene::new(service).await;
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane 001", "currencies": ["USD"] });
        let pending = scene.platform().post("/customers").json(&person).send().await.expect(201);
        let with = |member: &'static str, value: Value| move |body: &mut Value| body[member] = value;
        expect_error(&scene, with("cardholderId", pending["id"].clone()), "CARDHOLDER_KYC_NOT_APPROVED").await;
        let unknown_customer = json!("Customer:01890a5d-ac96-774b-bcce-b302099a8057");
        let unknown = expect_error(&scene, with("cardholderId", unknown_customer), "INVALID_INPUT").await;
        assert_eq!(unknown["details"]["errors"][0]["field"], "cardholderId");

        let wallet = scene.wallet();
        for sources in [json!([]), json!([wallet, wallet]), json!(vec![wallet.clone(); 11]), json!(["x"]), json!(null)] {
            expect_error(&scene, with("fundingSources", sources), "INVALID_INPUT").await;
        }

        let other = Holder::on(scene.platform(), "joe@example.com").await;
        let dollars = scene.platform().account_of(&scene.holder.customer, "USD").await;
        let own = scene.platform().own_account("USD").await;
        let cases = [
            (other.wallet.as_str(), "NOT_OWNED_BY_CARDHOLDER"),
            (own.as_str(), "NOT_OWNED_BY_CARDHOLDER"),
            (dollars.as_str(), "CURRENCY_NOT_ELIGIBLE"),
            ("InternalAccount:01890a5d-ac96-774b-bcce-b302099a8057", "NOT_FOUND"),
            ("InternalAccount:01890a5d-ac96-774b-bcce-b302099a8002", "SANDBOX_INSUFFICIENT_BALANCE"),
            ("InternalAccount:01890a5d-ac96-774b-bcce-b302099a8003", "SANDBOX_ACCOUNT_CLOSED"),
        ];
        for (account, reason) in cases {
            let error = expect_error(&scene, with("fundingSources", json!([wallet, account])), "FUNDING_SOURCE_INELIGIBLE").await;
            assert_eq!(json!([error["details"]["accountId"], error["details"]["reason"]]), json!([account, reason]));
        }

        for (member, value) in [
            ("form", json!("PHYSICAL")), ("threeDSecurePassword", json!("12345678")), ("maxSpendPerTransaction", json!(0)),
            ("maxSpendPerTransaction", json!(1.5)), ("platformCardId", json!("")), ("platformCardId", json!("x".repeat(256))),
        ] {
            let error = expect_error(&scene, with(member, value), "INVALID_INPUT").await;
            assert_eq!(error["details"]["errors"][0]["field"], member);
        }

        let mut unlimited = scene.card_request();
        unlimited["maxSpendPerTransaction"] = Value::Null;
        scene.issue(&unlimited).send().await.expect(201);
        let listed = scene.platform().get("/cards").send().await.expect(200);
        assert_eq!(listed["totalCount"], 1);

        let gone = scene.platform().customer(&["USD"]).await;
        let path = format!("/customers/{}", text(&gone["id"]));
        scene.platform().delete(&path).send().await.expect(200);
        expect_error(&scene, with("cardholderId", gone["id"].clone()), "INVALID_INPUT").await;
    }
}

journey! {
    async fn cards_j04_idempotent_issue(service) {
        let scene = Scene::new(service).await;
        let body = scene.named("777");
        let send = |body: Value| scene.issue(&body).idempotency_key("card-1").send();
        let card = send(body.clone()).await.expect(201);
        assert_eq!(send(body.clone()).await.expect(201), card);
        send(scene.named("777")).await.expect_error(409, "CONFLICT");
        scene.issue(&body).send().await.expect_error(409, "CONFLICT");
        assert_eq!(scene.platform().get("/cards").send().await.expect(200)["totalCount"], 1);
    }
}

journey! {
    /// Checks J29 for the cards themselves.
    async fn cards_j29_isolation_and_environment(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;

        let stranger = service.platform_with(&["USD"]).await;
        stranger.get(&path(&card)).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        let freeze = json!({ "state": "FROZEN" });
        stranger.patch(&path(&card)).json(&freeze).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        assert_eq!(stranger.get("/cards").send().await.expect(200)["totalCount"], 0);

        let wrong_credentials = scene.platform().with_token(&scene.platform().client_id, "wrong");
        wrong_credentials.get("/cards").send().await.expect_error(401, "UNAUTHORIZED");
        let bearer = service.anonymous().get("/cards").header("Authorization", "Bearer agent");
        bearer.send().await.expect_error(401, "UNAUTHORIZED");

        let production = service.platform(Environment::Production).await;
        production.get("/cards").send().await.expect_error(501, "NOT_IMPLEMENTED");
        production.get(&path(&card)).send().await.expect_error(501, "NOT_IMPLEMENTED");
        production.post("/cards").json(&json!({})).send().await.expect_error(501, "NOT_IMPLEMENTED");
        production.patch(&path(&card)).json(&freeze).send().await.expect_error(501, "NOT_IMPLEMENTED");

        assert_eq!(scene.state_of(&card).await, json!(["ACTIVE", null]));
        scene.platform().advance(ISSUING_WAIT).await;
    }
}
