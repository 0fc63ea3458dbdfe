//! Execution of a quote: once, and only if the money is there.

use futures_util::future::join_all;
use serde_json::json;

use crate::harness::journey;
use crate::payments::scene::{Scene, text, transfer};

journey! {
    async fn money_j11_idempotent_execute(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let euro = scene.euro_account().await;
        let first = scene.quote(&euro, 1_000).await;
        let second = scene.quote(&euro, 1_000).await;
        let third = scene.quote(&euro, 1_000).await;

        let executed = scene.execute(&first).idempotency_key("pay").send().await;
        executed.expect(200);
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        scene.events().await;
        let again = scene.execute(&first).idempotency_key("pay").send().await;
        assert_eq!((again.status, &again.body), (200, &executed.body));
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(scene.balances().await, (9_000, 9_000));
        assert!(scene.events().await.types().is_empty(), "a replay is no event");

        let other = scene.execute(&second).idempotency_key("pay").send().await;
        assert_eq!((&other.expect(200)["id"], other.header("idempotent-replayed")), (&second["id"], None));

        let responses = join_all((0..20).map(|_| scene.execute(&third).send())).await;
        let won = responses.iter().filter(|response| response.status == 200).count();
        assert_eq!(won, 1);
        for response in responses.iter().filter(|response| response.status != 200) {
            response.expect_error(409, "CONFLICT");
        }
        assert_eq!(scene.balances().await, (7_000, 7_000));
    }
}

journey! {
    async fn money_j13_insufficient(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        let quote = scene.quote(&euro, 5_000).await;
        let error = scene.execute(&quote).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        assert_eq!(error["details"], json!({ "available": 1_000, "required": 5_000, "currency": "USD" }));
        let path = format!("/quotes/{}", text(&quote["id"]));
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "PENDING");

        scene.platform.fund(&scene.usd, 5_000).await;
        scene.execute(&quote).send().await.expect(200);
        assert_eq!(scene.balances().await, (1_000, 1_000));
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        scene.events().await;

        let before = scene.platform.get("/transactions").send().await.expect(200);
        let mut body = scene.transfer(&euro, "SENDING", 5_000);
        body["immediatelyExecute"] = json!(true);
        scene.platform.post("/quotes").json(&body).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        assert_eq!(scene.platform.get("/transactions").send().await.expect(200), before);
        assert!(scene.events().await.types().is_empty(), "the refused execution has no events");

        scene.platform.fund(&scene.usd, 5_000).await;
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["status"], "PROCESSING");
        assert_eq!(scene.balances().await, (1_000, 1_000));
    }
}

journey! {
    async fn a_rate_that_is_refused_fails_the_quote(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 5_000).await;
        let euro = scene.euro_account().await;
        let quote = scene.quote(&euro, 5_000).await;
        let poor = scene.quote(&euro, 5_001).await;
        let coins = scene.quote(&scene.platform.own_account("USD").await, 10).await;
        scene.events().await;

        service.rail.refuse_rates(true);
        scene.execute(&poor).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        let response = scene.execute(&quote).idempotency_key("once").send().await;
        response.expect_error(409, "QUOTE_RATE_UNAVAILABLE");
        assert_eq!(response.header("x-should-retry"), Some("false"));

        let payment = scene.payment(&quote).await;
        assert_eq!((&payment["status"], &payment["failureReason"]), (&json!("FAILED"), &json!("QUOTE_RATE_UNAVAILABLE")));
        assert!(payment["refund"].is_null(), "no money was debited");
        assert_eq!(scene.balances().await, (5_000, 5_000));
        assert_eq!(scene.events().await.about(&quote["transactionId"]), ["OUTGOING_PAYMENT.FAILED"]);

        let again = scene.execute(&quote).idempotency_key("once").send().await;
        assert_eq!((again.status, &again.body), (409, &response.body));
        let other = scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
        assert_eq!(other["details"]["reason"], "QUOTE_ALREADY_EXECUTED");

        // A payment in one currency has no rate to refuse.
        scene.execute(&coins).send().await.expect(200);
        service.rail.refuse_rates(false);
        scene.platform.fund(&scene.usd, 11).await;
        scene.execute(&poor).send().await.expect(200);
    }
}

journey! {
    async fn a_rail_that_cannot_be_reached_counts_last_and_leaves_nothing(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        let [quote, poor] = [scene.quote(&euro, 1_000).await, scene.quote(&euro, 1_001).await];
        let debited = transfer(&scene.platform.dollar_account(&scene.alice, "111").await, &scene.usd, "SENDING", 1_000);
        let debited = scene.platform.post("/quotes").json(&debited).send().await.expect(201);
        scene.events().await;

        service.rail.be_unreachable(true);
        scene.execute(&poor).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
        for (amount, status, code) in [(1_001, 400, "INSUFFICIENT_BALANCE"), (1_000, 500, "SVC_SWITCH_ERROR")] {
            let mut body = scene.transfer(&euro, "SENDING", amount);
            body["immediatelyExecute"] = json!(true);
            scene.platform.post("/quotes").json(&body).send().await.expect_error(status, code);
        }

        for quote in [&quote, &debited] {
            scene.execute(quote).idempotency_key("pay").send().await.expect_error(500, "SVC_SWITCH_ERROR");
            assert_eq!(scene.payment(quote).await["status"], "PENDING");
        }
        assert!(scene.events().await.types().is_empty(), "the refused execution has no events");
        assert_eq!(scene.platform.get("/transactions").send().await.expect(200)["totalCount"], 4);

        service.rail.be_unreachable(false);
        for quote in [&quote, &debited] {
            scene.execute(quote).idempotency_key("pay").send().await.expect(200);
        }
    }
}

journey! {
    async fn payers_of_one_account_never_overdraw_it(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 5_000).await;
        let euro = scene.euro_account().await;
        let quotes = join_all((0..10).map(|_| scene.quote(&euro, 1_000))).await;

        let responses = join_all(quotes.iter().map(|quote| scene.execute(quote).send())).await;
        let paid = responses.iter().filter(|response| response.status == 200).count();
        assert_eq!(paid, 5);
        for response in responses.iter().filter(|response| response.status != 200) {
            response.expect_error(400, "INSUFFICIENT_BALANCE");
        }
        assert_eq!(scene.balances().await, (0, 0));
    }
}
