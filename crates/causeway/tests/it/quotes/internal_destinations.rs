//! Quotes to accounts of the service: the money arrives at once (money 8.6).

use serde_json::{Value, json};

use crate::harness::journey;
use crate::payments::scene::{Scene, text, transfer};

/// Returns the balance of a customer's internal account.
async fn balance(scene: &Scene, customer: &Value, currency: &str) -> i64 {
    let path =
        format!("/customers/internal-accounts?currency={currency}&customerId={}", text(&customer["id"]));
    scene.platform.get(&path).send().await.expect(200)["data"][0]["balance"]["amount"].as_i64().unwrap()
}

journey! {
    async fn an_own_conversion_is_one_payment(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let coins = scene.platform.account_of(&scene.alice, "USDC").await;
        scene.events().await;
        let quote = scene.quote(&coins, 10_000).await;
        assert_eq!(quote["destination"], json!({ "destinationType": "ACCOUNT", "accountId": coins }));
        assert_eq!((&quote["totalReceivingAmount"], &quote["feesIncluded"]), (&json!(100_000_000), &json!(0)));
        assert_eq!(scene.execute(&quote).send().await.expect(200)["status"], "COMPLETED");
        assert_eq!((scene.balances().await.0, balance(&scene, &scene.alice, "USDC").await), (0, 100_000_000));

        let payment = scene.payment(&quote).await;
        assert_eq!((&payment["status"], payment["settledAt"].is_string()), (&json!("COMPLETED"), true));
        assert_eq!([&payment["paymentRail"], &payment["railSelectionMode"]], [&Value::Null, &Value::Null]);
        let events = scene.events().await;
        let expected = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"];
        assert_eq!(events.about(&quote["transactionId"]), expected);
        assert_eq!(events.types().len(), 5, "two balances have changed, and nothing came in: {events:?}");
        scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
        let all = scene.platform.get("/transactions?type=INCOMING").send().await.expect(200);
        assert_eq!(all["totalCount"], 1, "the funding");
    }
}

journey! {
    async fn the_receiver_within_the_service_is_notified(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let bob = json!({ "customerType": "INDIVIDUAL", "fullName": "Bob Example", "currencies": ["USD", "EUR"] });
        let bob = scene.platform.post("/customers").json(&bob).send().await.expect(201);
        let dollars = scene.platform.account_of(&bob, "USD").await;
        let euros = scene.platform.account_of(&bob, "EUR").await;
        scene.events().await;
        for (account, currency, arrives, fees) in [(&dollars, "USD", 1_000, 0), (&euros, "EUR", 915, 5)] {
            let mut body = scene.transfer(account, "SENDING", 1_000);
            body["description"] = json!("Rent");
            let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
            assert_eq!(scene.execute(&quote).send().await.expect(200)["status"], "COMPLETED");
            assert_eq!(balance(&scene, &bob, currency).await, arrives);
            let events = scene.events().await;
            assert_eq!(events.about(&json!(scene.usd)).len() + events.about(&json!(account)).len(), 2);
            let incoming = events.first("INCOMING_PAYMENT.COMPLETED");
            let path = format!("/transactions/{}", text(&incoming["id"]));
            assert_eq!(scene.platform.get(&path).send().await.expect(200), incoming);
            assert_eq!((&incoming["type"], &incoming["direction"]), (&json!("INCOMING"), &json!("CREDIT")));
            assert_eq!((&incoming["customerId"], &incoming["description"]), (&bob["id"], &json!("Rent")));
            assert_eq!(incoming["source"], json!({ "sourceType": "ACCOUNT", "accountId": scene.usd, "currency": "USD" }));
            assert_eq!(incoming["destination"]["accountId"], *account);
            assert_eq!((&incoming["receivedAmount"]["amount"], &incoming["sentAmount"]["amount"]), (&json!(arrives), &json!(1_000)));
            assert!(incoming["reconciliationInstructions"]["reference"].is_string());
            let payment = scene.payment(&quote).await;
            assert_eq!((&payment["fees"], &payment["customerId"]), (&json!(fees), &scene.alice["id"]));
        }
    }
}

journey! {
    async fn money_j20_on_ramp_to_an_embedded_wallet(service) {
        let scene = Scene::new(service).await;
        let own = scene.platform.own_account("USD").await;
        let wallet = scene.platform.account_of(&scene.alice, "USDB").await;
        scene.platform.fund(&own, 100).await;
        scene.events().await;

        let body = transfer(&own, &wallet, "SENDING", 100);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!(quote["totalReceivingAmount"], 1_000_000);
        assert_eq!(scene.execute(&quote).send().await.expect(200)["status"], "COMPLETED");

        let events = scene.events().await;
        let incoming = events.first("INCOMING_PAYMENT.COMPLETED");
        assert_eq!((&incoming["customerId"], &incoming["receivedAmount"]["amount"]), (&scene.alice["id"], &json!(1_000_000)));
        assert_eq!(events.types().iter().filter(|name| *name == "INTERNAL_ACCOUNT.BALANCE_UPDATED").count(), 2);
        let found = scene.platform.get(&format!("/transactions?customerId={}", text(&scene.alice["id"])));
        assert_eq!(found.send().await.expect(200)["data"][0], incoming);

        // A payment out of the wallet needs its signature.
        let mut out = transfer(&wallet, &own, "SENDING", 1_000_000);
        let quote = scene.platform.post("/quotes").json(&out).send().await.expect(201);
        scene.execute(&quote).send().await.expect_error(401, "WALLET_SIGNATURE_MISSING");
        out["immediatelyExecute"] = json!(true);
        let error = scene.platform.post("/quotes").json(&out).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "WALLET_SIGNATURE_REQUIRED");
    }
}

journey! {
    async fn the_payer_and_the_rail_of_a_quote_are_checked(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let own = platform.own_account("USD").await;
        let bob = platform.customer(&["USD"]).await;
        let euro = scene.euro_account().await;
        let ask = |body: Value| platform.post("/quotes").json(&body).send();
        let reason = |error: Value| error["details"]["reason"].clone();

        ask(scene.transfer(&scene.usd, "SENDING", 100)).await.expect_error(400, "SELF_PAYMENT");
        let mut theirs = scene.transfer(&euro, "SENDING", 100);
        theirs["source"]["customerId"] = bob["id"].clone();
        assert_eq!(reason(ask(theirs).await.expect_error(400, "INVALID_INPUT")), "OWNER_MISMATCH");
        for rail in ["ACH", "SPEI"] {
            let mut body = scene.transfer(&euro, "SENDING", 100);
            body["destination"]["paymentRail"] = json!(rail);
            assert_eq!(reason(ask(body).await.expect_error(400, "INVALID_INPUT")), "RAIL_NOT_SUPPORTED", "{rail}");
        }
        let mut within = scene.transfer(&own, "SENDING", 100);
        within["destination"]["paymentRail"] = json!("ACH");
        assert_eq!(reason(ask(within).await.expect_error(400, "INVALID_INPUT")), "RAIL_NOT_SUPPORTED");

        let mut body = scene.transfer(&euro, "SENDING", 100_000);
        body["destination"]["paymentRail"] = json!("SEPA");
        let quote = ask(body).await.expect(201);
        assert_eq!(quote["destination"]["paymentRail"], "SEPA");
        platform.fund(&scene.usd, 100_000).await;
        scene.execute(&quote).send().await.expect(200);
        let payment = scene.payment(&quote).await;
        assert_eq!((&payment["paymentRail"], &payment["railSelectionMode"]), (&json!("SEPA"), &json!("MANUAL")));
        assert!(payment["expectedSettlementAt"].is_string() && payment["settlementTimelineSeconds"].is_number());

        // The platform's pooled account pays for the platform, or on behalf of a customer.
        platform.fund(&own, 10_000).await;
        let mut pooled = transfer(&own, &euro, "SENDING", 1_000);
        let payer = |quote: Value| async move { scene_payment(platform, &quote).await["customerId"].clone() };
        let quote = ask(pooled.clone()).await.expect(201);
        assert!(quote["source"]["customerId"].is_null());
        assert_eq!(text(&payer(quote).await).split(':').next(), Some("Platform"));
        pooled["source"]["customerId"] = bob["id"].clone();
        let quote = ask(pooled).await.expect(201);
        assert_eq!(quote["source"]["customerId"], bob["id"]);
        assert_eq!(payer(quote.clone()).await, bob["id"]);
        scene.execute(&quote).send().await.expect(200);
    }
}

async fn scene_payment(platform: &crate::harness::Platform, quote: &Value) -> Value {
    platform.get(&format!("/transactions/{}", text(&quote["transactionId"]))).send().await.expect(200)
}
