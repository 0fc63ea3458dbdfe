//! Requests that are repeated under their idempotency key (conventions 9).

use futures_util::future::join_all;
use serde_json::json;

use super::scene::{Scene, text, transfer};
use crate::harness::journey;

journey! {
    async fn money_j12_idempotent_create(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let euro = scene.euro_account().await;
        scene.events().await;
        let ask = |amount: i64, at_once: bool| {
            let mut body = scene.transfer(&euro, "SENDING", amount);
            body["immediatelyExecute"] = json!(at_once);
            scene.platform.post("/quotes").json(&body).idempotency_key(if at_once { "now" } else { "later" }).send()
        };

        let first = ask(1_000, false).await;
        let again = ask(1_000, false).await;
        assert_eq!((again.status, &again.body), (201, &first.body));
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        let error = ask(2_000, false).await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(scene.events().await.types(), ["OUTGOING_PAYMENT.PENDING"]);

        let paid = ask(1_000, true).await;
        assert_eq!(paid.expect(201)["status"], "PROCESSING");
        // The stored answer is replayed although the payment and its account have changed since.
        scene.platform.settled().await;
        let again = ask(1_000, true).await;
        assert_eq!((again.status, &again.body), (201, &paid.body));
        assert_eq!(scene.balances().await, (9_000, 9_000));
        assert_eq!(scene.platform.get("/transactions?type=OUTGOING").send().await.expect(200)["totalCount"], 2);

        // A repeated transfer is debited once.
        let dollars = scene.platform.dollar_account(&scene.alice, "111").await;
        let ask = |amount| scene.transfer_out(&dollars, amount, None).idempotency_key("transfer").send();
        let first = ask(1_000).await;
        first.expect(201);
        scene.platform.settled().await;
        let again = ask(1_000).await;
        assert_eq!((again.status, &again.body), (201, &first.body));
        assert_eq!(scene.balances().await, (8_000, 8_000));
        ask(2_000).await.expect_error(409, "CONFLICT");

        let incoming = |amount| scene.transfer_in(&dollars, amount).idempotency_key("transfer").send();
        let first = incoming(500).await;
        first.expect(201);
        assert_eq!(incoming(500).await.body, first.body, "another operation has keys of its own");
        scene.platform.settled().await;
    }
}

journey! {
    async fn conventions_j08_idempotency(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let euro = scene.euro_account().await;

        // 1: the same answer again, another request refused, another key another quote.
        let ask = |key: &str, amount: i64| {
            let body = scene.transfer(&euro, "SENDING", amount);
            platform.post("/quotes").json(&body).idempotency_key(key).send()
        };
        let first = ask("K", 500).await.expect(201);
        let again = ask("K", 500).await;
        assert_eq!((&again.expect(201)["id"], again.header("idempotent-replayed")), (&first["id"], Some("true")));
        let reused = ask("K", 501).await.expect_error(409, "CONFLICT");
        assert_eq!(reused["details"]["reason"], "IDEMPOTENCY_KEY_REUSED");
        assert_ne!(ask("K'", 500).await.expect(201)["id"], first["id"]);

        // 2: one customer, one set of webhooks.
        scene.events().await;
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": ["USD"] });
        let create = |key: &str| platform.post("/customers").json(&person).idempotency_key(key).send();
        let quote = create("K2").await.expect(201);
        assert_eq!(create("K2").await.expect(201), quote);
        let approved = scene.events().await.types().iter().filter(|name| *name == "CUSTOMER.KYC_APPROVED").count();
        assert_eq!(approved, 1);

        // 3: two requests at once.
        let count = || async { platform.get("/customers").send().await.expect(200)["totalCount"].as_i64().unwrap() };
        let before = count().await;
        let responses = join_all([create("K3"), create("K3")]).await;
        let ids: Vec<_> = responses.iter().filter(|response| response.status == 201).map(|response| response.expect(201)["id"].clone()).collect();
        assert!(!ids.is_empty() && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        for response in responses.iter().filter(|response| response.status != 201) {
            assert_eq!(response.expect_error(409, "CONFLICT")["details"]["reason"], "IDEMPOTENCY_IN_PROGRESS");
        }
        assert_eq!(count().await, before + 1);

        // 4: a 404 is stored.
        let unknown = transfer("InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b", &euro, "SENDING", 500);
        let ask = || platform.post("/quotes").json(&unknown).idempotency_key("K4").send();
        let first = ask().await;
        first.expect_error(404, "REFERENCE_NOT_FOUND");
        let again = ask().await;
        assert_eq!((again.status, &again.body, again.header("idempotent-replayed")), (404, &first.body, Some("true")));
        assert_eq!(text(&again.json()["code"]), "REFERENCE_NOT_FOUND");
    }
}
