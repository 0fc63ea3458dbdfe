//! An account that a payment still needs is not closed (money 3.2).

use std::time::Duration;

use causeway_service::operator::Kind;
use serde_json::json;

use super::scene::{Scene, text, transfer};
use crate::harness::journey;
use crate::operator::acting::{act, expect_error, with};

journey! {
    async fn an_account_that_pays_for_a_customer_stays_open_until_the_payment_ends(service) {
        let scene = Scene::new(service).await;
        let pooled = scene.platform.own_account("USD").await;
        scene.platform.fund(&pooled, 100_000).await;
        scene.platform.freeze().await;
        let slow = scene.platform.euro_account(&scene.alice, "DE89370400440532013003").await;
        let mut body = transfer(&pooled, &slow, "SENDING", 100_000);
        body["source"]["customerId"] = scene.alice["id"].clone();
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quote).send().await.expect(200);
        assert_eq!(scene.payment(&quote).await["customerId"], scene.alice["id"]);

        let account = with(&scene.platform, json!({ "account": pooled }));
        scene.platform.advance(Duration::from_mins(5)).await;
        expect_error(service, "account close", account.clone(), Kind::Refused).await;

        scene.platform.advance(Duration::from_mins(2)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        assert_eq!(act(service, "account close", account).await.json["status"], "CLOSED");
    }
}

journey! {
    async fn an_account_that_takes_the_fee_of_an_open_quote_stays_open(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let euro = scene.euro_account().await;
        let mut body = scene.transfer(&euro, "SENDING", 10_000);
        body["platformFeeOverride"] =
            json!({ "platformFixedFee": { "amount": 10, "currency": "USD" }, "platformVariableFeeBps": 0 });
        scene.platform.post("/quotes").json(&body).send().await.expect(201);

        let account = with(&scene.platform, json!({ "account": scene.platform.own_account("USD").await }));
        expect_error(service, "account close", account.clone(), Kind::Refused).await;
        scene.platform.advance(Duration::from_mins(5)).await;
        assert_eq!(act(service, "account close", account).await.json["status"], "CLOSED");
    }
}

journey! {
    async fn a_customer_whom_a_payment_under_way_is_for_is_not_deleted(service) {
        let scene = Scene::new(service).await;
        let bob = scene.platform.customer(&["USD"]).await;
        let his = scene.platform.account_of(&bob, "USD").await;
        let path = format!("/customers/{}", text(&bob["id"]));
        scene.platform.freeze().await;
        let body = transfer(&scene.platform.dollar_account(&scene.alice, "111").await, &his, "SENDING", 100_000);

        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quote).send().await.expect(200);

        let error = scene.platform.delete(&path).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "OPEN_TRANSACTIONS");

        scene.platform.advance(Duration::from_secs(5)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        let error = scene.platform.delete(&path).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "FUNDS_REMAINING");
    }
}
