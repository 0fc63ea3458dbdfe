//! Money paid in for quotes that do not succeed (money 2.2 L6c, 8.4, 9).

use std::time::Duration;

use causeway_service::operator::Kind;
use serde_json::json;

use super::limits::change_setting;
use super::paying_in::{
    SETTLEMENT_WAIT, UNKNOWN, balances, booked, coins, dollars, euro, outcome, outgoing, pay, quote,
    quote_body, quote_status,
};
use crate::harness::journey;
use crate::operator::acting::{act, expect_error, with};
use crate::payments::books::quotes_left_with_money;
use crate::payments::scene::Scene;

journey! {
    async fn incoming_money_is_refunded_when_the_payout_fails(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let bad = euro(&scene, "004").await;
        let by_bank = quote(&scene, &dollars(&scene), &bad, 100_000).await;
        let by_coins = quote(&scene, &coins(&scene), &bad, 5_000_000).await;

        for quote in [&by_bank, &by_coins] {
            assert_eq!(pay(&scene, quote, None).await["status"], "PROCESSING");
            scene.platform.advance(SETTLEMENT_WAIT).await;
            assert_eq!(outcome(&scene.payment(quote).await), json!(["FAILED", "ACCOUNT_INVALID", "COMPLETED"]));
            let expected = outgoing(&["PROCESSING", "FAILED", "REFUND_PENDING", "REFUND_COMPLETED"]);
            let events = scene.events().await;
            assert!(events.about(&quote["transactionId"]).ends_with(&expected), "{events:?}");
        }

        assert_eq!(scene.balances().await, (0, 0), "the payer has it again");
        assert_eq!((booked(service, "CA", "USD").await, booked(service, "FE", "USD").await), (0, 0));
        assert_eq!(balances(&scene, "USDC").await, (5_000_000, 5_000_000), "never back to the wallet");
        assert_eq!(quotes_left_with_money(service).await, 0);

        // The rail keeps the money: an operator assigns it.
        let kept = quote(&scene, &dollars(&scene), &euro(&scene, "007").await, 100_000).await;
        pay(&scene, &kept, None).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&kept).await), json!(["FAILED", "ACCOUNT_INVALID", "FAILED"]));
        assert_eq!(booked(service, "SU", "USD").await, 100_000);
        let alerts = act(service, "alert list", json!({})).await.json;
        let commands = alerts[0]["detail"]["commands"][0].as_str().expect("a command");
        assert!(commands.starts_with("causeway suspense resolve --account ACCOUNT "), "{commands}");
        let to = json!({ "transaction": kept["transactionId"], "account": scene.usd });
        act(service, "suspense resolve", with(&scene.platform, to)).await;
        assert_eq!(scene.balances().await, (100_000, 100_000));
        assert_eq!(booked(service, "SU", "USD").await, 0);
    }
}

journey! {
    /// Checks that money paid in for a payment that can no longer be executed is accepted; the payment fails
    /// and is refunded.
    async fn a_quote_that_can_no_longer_be_executed_fails_when_it_is_funded(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let own = scene.platform.own_account("USD").await;
        let to = euro(&scene, "000").await;
        let internal = quote(&scene, &dollars(&scene), &own, 1_000).await;
        let external = quote(&scene, &dollars(&scene), &to, 1_000).await;
        let by_coins = quote(&scene, &coins(&scene), &to, 5_000_000).await;
        let limited = quote(&scene, &dollars(&scene), &to, 1_000).await;

        change_setting(service, &scene, "corridor_limits", &json!([{ "sending": "USD", "receiving": "EUR", "daily_volume": 999 }])).await;
        act(service, "account freeze", with(&scene.platform, json!({ "account": own }))).await;

        let failure = |reason: &str| json!(["FAILED", reason, "PENDING"]);
        assert_eq!(outcome(&pay(&scene, &internal, None).await), failure("QUOTE_EXECUTION_FAILED"));
        assert_eq!(outcome(&pay(&scene, &limited, None).await), failure("LIMIT_EXCEEDED"));
        let path = format!("/customers/external-accounts/{to}");
        scene.platform.delete(&path).send().await.expect(204);
        assert_eq!(outcome(&pay(&scene, &external, None).await), failure("QUOTE_EXECUTION_FAILED"));

        scene.platform.advance(SETTLEMENT_WAIT).await;
        for quote in [&internal, &external, &limited] {
            assert_eq!(scene.payment(quote).await["refund"]["status"], "COMPLETED");
            assert_eq!(quote_status(&scene, quote).await, "FAILED");
        }
        assert_eq!((booked(service, "CA", "USD").await, booked(service, "SU", "USD").await), (0, 0));

        // Coins for a frozen account need an operator's decision.
        let account = scene.platform.account_of(&scene.alice, "USDC").await;
        act(service, "account freeze", with(&scene.platform, json!({ "account": account }))).await;
        let paid = pay(&scene, &by_coins, None).await;
        assert_eq!(outcome(&paid), json!(["FAILED", "QUOTE_EXECUTION_FAILED", "FAILED"]));
        assert_eq!((balances(&scene, "USDC").await, booked(service, "SU", "USDC").await), ((0, 0), 5_000_000));

        act(service, "account release", with(&scene.platform, json!({ "account": account }))).await;
        let resolve = with(&scene.platform, json!({ "transaction": by_coins["transactionId"] }));
        act(service, "suspense resolve", resolve).await;
        assert_eq!(balances(&scene, "USDC").await, (5_000_000, 5_000_000));
        assert_eq!(scene.payment(&by_coins).await["refund"]["status"], "COMPLETED");
    }
}

journey! {
    async fn incoming_money_is_refunded_when_its_rate_is_refused(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let to = euro(&scene, "000").await;
        let refused_quote = quote(&scene, &dollars(&scene), &to, 1_000).await;
        let unreachable = quote(&scene, &dollars(&scene), &to, 1_000).await;

        service.rail.be_unreachable(true);
        let body = json!({ "quoteId": unreachable["id"], "currencyCode": "USD" });
        scene.platform.post("/sandbox/send").json(&body).send().await.expect_error(500, "SVC_SWITCH_ERROR");
        service.rail.be_unreachable(false);
        assert_eq!((quote_status(&scene, &unreachable).await, booked(service, "CA", "USD").await), (json!("PENDING"), 0));

        service.rail.refuse_rates(true);
        assert_eq!(outcome(&pay(&scene, &refused_quote, None).await), json!(["FAILED", "QUOTE_RATE_UNAVAILABLE", "PENDING"]));
        service.rail.refuse_rates(false);
        assert_eq!(pay(&scene, &unreachable, None).await["status"], "PROCESSING");

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(outcome(&scene.payment(&refused_quote).await), json!(["FAILED", "QUOTE_RATE_UNAVAILABLE", "COMPLETED"]));
        assert_eq!(outcome(&scene.payment(&unreachable).await), json!(["COMPLETED", null, null]));
    }
}

journey! {
    async fn an_expired_or_account_funded_quote_cannot_be_funded(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        let from_account = scene.quote(&to, 1_000).await;
        scene.platform.freeze().await;
        let late_quote = quote(&scene, &dollars(&scene), &to, 1_000).await;
        scene.platform.advance(Duration::from_mins(6)).await;

        for quote in [&late_quote, &from_account] {
            let body = json!({ "quoteId": quote["id"], "currencyCode": "USD" });
            let error = scene.platform.post("/sandbox/send").json(&body).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(error["details"]["reason"], "QUOTE_NOT_FUNDABLE");
        }
        assert_eq!(quote_status(&scene, &late_quote).await, "EXPIRED");
        assert_eq!(scene.events().await.about(&late_quote["transactionId"]), outgoing(&["PENDING", "EXPIRED"]));

        let unknown_customer = json!({ "sourceType": "REALTIME_FUNDING", "currency": "USD", "customerId": UNKNOWN.replace("Quote", "Customer") });
        scene.platform.post("/quotes").json(&quote_body(&unknown_customer, &to, 1_000)).send().await.expect_error(404, "USER_NOT_FOUND");
    }
}

journey! {
    /// Checks that an account awaiting the coins of an open quote is not closed.
    async fn an_account_that_expects_coins_is_not_closed(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let to = euro(&scene, "000").await;
        quote(&scene, &coins(&scene), &to, 5_000_000).await;
        let account = json!({ "account": scene.platform.account_of(&scene.alice, "USDC").await });
        let account = with(&scene.platform, account);
        expect_error(service, "account close", account.clone(), Kind::Refused).await;
        scene.platform.advance(Duration::from_mins(6)).await;
        assert_eq!(act(service, "account close", account).await.json["status"], "CLOSED");
        let body = quote_body(&coins(&scene), &to, 5_000_000);
        scene.platform.post("/quotes").json(&body).send().await.expect_error(400, "INVALID_CURRENCY");
    }
}
