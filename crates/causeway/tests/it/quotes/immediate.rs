//! Quotes that are executed on creation (money 8.2).

use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::journey;
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text, transfer};

/// A wallet address that selects no sandbox scenario.
const SPARK: &str = "spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5rqqqq";

journey! {
    async fn money_j15_immediate(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let own = platform.own_account("USD").await;
        platform.fund(&own, 100).await;
        let wallet = json!({ "customerId": scene.alice["id"], "currency": "BTC",
            "accountInfo": { "accountType": "SPARK_WALLET", "address": SPARK } });
        let wallet = platform.post("/customers/external-accounts").json(&wallet).send().await.expect(201);

        // Alice can be paid although she is on hold.
        act(service, "customer hold", with(platform, json!({ "customer": scene.alice["id"] }))).await;
        scene.events().await;

        let mut body = transfer(&own, text(&wallet["id"]), "SENDING", 100);
        body["immediatelyExecute"] = json!(true);
        let quote = platform.post("/quotes").json(&body).send().await.expect(201);
        assert_eq!((&quote["status"], &quote["totalReceivingAmount"]), (&json!("PROCESSING"), &json!(824)));
        assert!(quote["destination"]["paymentRail"].is_null());
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let events = scene.events().await;
        let expected = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"];
        assert_eq!(events.about(&quote["transactionId"]), expected);

        let payment = scene.payment(&quote).await;
        assert_eq!(payment["status"], "COMPLETED");
        assert_eq!([&payment["customerId"], &payment["platformCustomerId"]], [&json!(platform.id), &json!(platform.id)]);
        assert_eq!([&payment["paymentRail"], &payment["railSelectionMode"]], [&Value::Null, &Value::Null]);
        let found = platform.get(&format!("/transactions?customerId={}", text(&scene.alice["id"])));
        assert_eq!(found.send().await.expect(200)["data"], json!([payment]));
        platform.post("/quotes").json(&body).send().await.expect_error(400, "INSUFFICIENT_BALANCE");
    }
}

journey! {
    async fn without_a_rail_nothing_is_written(service) {
        let mut new = NewPlatform::default_of(Environment::Production, "Test platform");
        new.currencies = ["USD", "EUR"].map(|code| code.parse().unwrap()).into();
        let platform = service.platform_like(new).await;
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.92", "confirm": "0.92" })).await;
        let address = json!({ "line1": "1 Main St", "city": "Berlin", "postalCode": "10115", "country": "DE" });
        let account = json!({ "currency": "EUR", "accountInfo": { "accountType": "EUR_ACCOUNT",
            "iban": "DE89370400440532013000", "beneficiary": { "beneficiaryType": "INDIVIDUAL",
            "fullName": "Erika Musterfrau", "countryOfResidence": "DE", "address": address } } });
        let account = platform.post("/platform/external-accounts").json(&account).send().await.expect(201);
        act(service, "external-account enable", with(&platform, json!({ "account": account["id"] }))).await;
        let own = platform.own_account("USD").await;
        let mut body = transfer(&own, text(&account["id"]), "SENDING", 1_000);

        for at_once in [false, true] {
            body["immediatelyExecute"] = json!(at_once);
            let response = platform.post("/quotes").json(&body).send().await;
            response.expect_error(501, "NOT_IMPLEMENTED");
            assert_eq!(response.header("x-should-retry"), Some("false"));
        }
        assert_eq!(platform.get("/transactions").send().await.expect(200)["totalCount"], 0);

        let within = transfer(&own, &platform.own_account("EUR").await, "SENDING", 1_000);
        let quote = platform.post("/quotes").json(&within).send().await.expect(201);
        assert_eq!(quote["totalReceivingAmount"], 915);

        body["lockedCurrencyAmount"] = json!(1);
        platform.post("/quotes").json(&body).send().await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
    }
}
