//! Money for a quote that accepts none any more: it has expired, or was paid before (money 2.2 L6b, L6c, 8.4,
//! 9).

use std::time::Duration;

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use super::paying_in::{
    SETTLEMENT_WAIT, balances, booked, coins, dollars, euro, outcome, outgoing, pay, quote, quote_status,
};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, expect_error, require_counterparties, with};
use crate::payments::scene::Scene;

/// Pays in for a quote too late or once more, and returns the transaction that the platform sees.
async fn pay_late(service: &Service, scene: &Scene, quote: &Value, amount: Option<i64>) -> Value {
    let arguments = json!({ "quote": quote["id"], "amount": amount });
    let deposit = act(service, "deposit late", with(&scene.platform, arguments)).await.json;
    scene.transaction(&deposit["transaction"]).await
}

journey! {
    /// Checks that late money by bank goes back to its payer without being credited to any account.
    async fn money_by_bank_that_comes_too_late_or_twice_goes_back(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        let expired = quote(&scene, &dollars(&scene), &to, 1_000).await;
        let open = with(&scene.platform, json!({ "quote": expired["id"] }));
        expect_error(service, "deposit late", open, Kind::Invalid).await;

        scene.platform.advance(Duration::from_mins(6)).await;
        let paid = quote(&scene, &dollars(&scene), &to, 2_000).await;
        pay(&scene, &paid, None).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        let mismatched = quote(&scene, &dollars(&scene), &to, 3_000).await;
        pay(&scene, &mismatched, Some(1)).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        scene.events().await;
        let cash = booked(service, "CA", "USD").await;

        for (quote, amount, is) in [(&expired, None, 1_000), (&paid, None, 2_000), (&paid, Some(7), 7), (&mismatched, None, 3_000)] {
            let before = (quote_status(&scene, quote).await, scene.payment(quote).await);
            let deposit = pay_late(service, &scene, quote, amount).await;
            assert_eq!([&deposit["type"], &deposit["direction"], &deposit["source"]["sourceType"]], ["INCOMING", "CREDIT", "REALTIME_FUNDING"]);
            assert_eq!(outcome(&deposit), json!(["FAILED", "QUOTE_EXPIRED", "PENDING"]));
            assert_eq!((&deposit["receivedAmount"]["amount"], &deposit["customerId"]), (&json!(is), &scene.alice["id"]));
            assert_eq!(deposit["reconciliationInstructions"], before.1["reconciliationInstructions"]);
            assert_eq!((booked(service, "SU", "USD").await, booked(service, "CA", "USD").await), (is, cash - is));

            scene.platform.advance(SETTLEMENT_WAIT).await;
            let refunded = scene.transaction(&deposit["id"]).await;
            assert_eq!((outcome(&refunded), &refunded["refund"]["reason"]), (json!(["FAILED", "QUOTE_EXPIRED", "COMPLETED"]), &json!("TRANSACTION_FAILED")));
            assert_eq!((booked(service, "SU", "USD").await, booked(service, "CA", "USD").await), (0, cash));

            let events = scene.events().await;
            let expected = ["INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.REFUND_PENDING", "INCOMING_PAYMENT.REFUND_COMPLETED"];
            assert_eq!((events.about(&deposit["id"]), events.types().len()), (expected.map(str::to_owned).to_vec(), 3));
            assert_eq!((quote_status(&scene, quote).await, scene.payment(quote).await), before, "the quote is what it was");
        }
        assert_eq!(scene.balances().await, (0, 0));
    }
}

journey! {
    /// Checks that late coins are a deposit of the paying customer.
    async fn coins_that_come_too_late_or_twice_are_a_deposit(service) {
        let scene = Scene::new(service).await;
        let to = euro(&scene, "000").await;
        scene.platform.freeze().await;
        let expired = quote(&scene, &coins(&scene), &to, 5_000_000).await;
        scene.platform.advance(Duration::from_mins(6)).await;
        let paid = quote(&scene, &coins(&scene), &to, 5_000_000).await;
        pay(&scene, &paid, None).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        scene.events().await;

        for (round, quote) in [(1, &expired), (2, &paid)] {
            let before = scene.payment(quote).await;
            let deposit = pay_late(service, &scene, quote, Some(4_000_000)).await;
            assert_eq!(outcome(&deposit), json!(["COMPLETED", null, null]));
            assert_eq!(deposit["source"]["onChainTransaction"]["network"], "SOLANA");
            assert_eq!(balances(&scene, "USDC").await, (4_000_000 * round, 4_000_000 * round));
            let events = scene.events().await;
            assert_eq!(events.types(), ["INCOMING_PAYMENT.COMPLETED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
            assert_eq!(scene.payment(quote).await, before);
        }

        let arguments = with(&scene.platform, json!({ "quote": expired["id"], "amount": 0 }));
        expect_error(service, "deposit late", arguments, Kind::Invalid).await;

        // They wait if the sender has to be known.
        require_counterparties(service, &scene.platform).await;
        let deposit = pay_late(service, &scene, &expired, None).await;
        assert_eq!([&deposit["status"], &deposit["pendingReason"]], ["PENDING", "COUNTERPARTY_DECLARATION_REQUIRED"]);
        assert_eq!(booked(service, "SU", "USDC").await, 5_000_000);
    }
}

journey! {
    /// Checks that late money is in suspense until an operator assigns it, if the rail does not return it.
    async fn late_money_that_does_not_go_back_is_in_suspense(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        let to = euro(&scene, "000").await;
        let expired = quote(&scene, &dollars(&scene), &to, 1_000).await;
        scene.platform.advance(Duration::from_mins(6)).await;
        assert_eq!(scene.events().await.about(&expired["transactionId"]), outgoing(&["PENDING", "EXPIRED"]));

        service.rail.ignore_recalls(true);
        let deposit = pay_late(service, &scene, &expired, None).await;
        scene.platform.advance(Duration::from_secs(1)).await;
        let arguments = json!({ "transaction": deposit["id"] });
        assert_eq!(act(service, "payment keep", with(&scene.platform, arguments)).await.json["refund"], "FAILED");
        service.rail.ignore_recalls(false);

        let to = json!({ "transaction": deposit["id"], "account": scene.usd });
        assert_eq!(act(service, "suspense resolve", with(&scene.platform, to)).await.json["refund"], "COMPLETED");
        assert_eq!((scene.balances().await, booked(service, "SU", "USD").await), ((1_000, 1_000), 0));

        let from_account = scene.quote(&euro(&scene, "111").await, 1_000).await;
        let wrong = with(&scene.platform, json!({ "quote": from_account["id"] }));
        expect_error(service, "deposit late", wrong, Kind::Invalid).await;
        scene.platform.advance(Duration::from_hours(1)).await;
    }
}
