//! Payouts that fail, are returned or are cancelled, and their refunds (money 9, 13.1).

use std::time::Duration;

use serde_json::{Value, json};

use super::books::{quotes_left_with_money, sums};
use super::scene::{Scene, text};
use crate::harness::{Service, journey};

const BEGIN: [&str; 2] = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING"];
const COMPLETED: &str = "OUTGOING_PAYMENT.COMPLETED";
const FAILED: &str = "OUTGOING_PAYMENT.FAILED";
const REFUND: [&str; 2] = ["OUTGOING_PAYMENT.REFUND_PENDING", "OUTGOING_PAYMENT.REFUND_COMPLETED"];

/// Pays 1 000.00 USD from Alice's account to an account with this suffix, and advances the clock by `wait`.
async fn pay(scene: &Scene, suffix: &str, wait: Duration) -> Value {
    let iban = format!("DE89370400440532013{suffix}");
    let account = scene.platform.euro_account(&scene.alice, &iban).await;
    let quote = scene.quote(&account, 100_000).await;
    let executed = scene.execute(&quote).send().await.expect(200);
    assert_eq!(executed["status"], "PROCESSING", "{suffix}");
    scene.platform.advance(wait).await;
    quote
}

async fn quote_status(scene: &Scene, quote: &Value) -> Value {
    let path = format!("/quotes/{}", text(&quote["id"]));
    scene.platform.get(&path).send().await.expect(200)["status"].take()
}

/// Creates a scene with 2 000.00 USD in Alice's dollar account and a frozen clock.
async fn set_up(service: &Service) -> Scene {
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, 200_000).await;
    scene.platform.freeze().await;
    scene.events().await;
    scene
}

fn said(payment: &Value) -> Value {
    json!([
        payment["status"],
        payment["failureReason"],
        payment["refund"]["status"],
        payment["refund"]["reason"]
    ])
}

fn events(parts: &[&[&str]]) -> Vec<String> {
    parts.concat().into_iter().map(str::to_owned).collect()
}

journey! {
    async fn money_j16_quote_suffixes(service) {
        let scene = set_up(service).await;
        let two_seconds = Duration::from_secs(2);
        for (suffix, failure, wait, outcome) in [
            ("002", "QUOTE_EXECUTION_FAILED", two_seconds, events(&[&BEGIN, &[FAILED], &REFUND])),
            ("004", "ACCOUNT_INVALID", two_seconds, events(&[&BEGIN, &[FAILED], &REFUND])),
            ("005", "PAYOUT_RETURNED", two_seconds * 2, events(&[&BEGIN, &[COMPLETED, FAILED], &REFUND])),
        ] {
            let quote = pay(&scene, suffix, wait).await;
            let payment = scene.payment(&quote).await;
            assert_eq!(said(&payment), json!(["FAILED", failure, "COMPLETED", "TRANSACTION_FAILED"]), "{suffix}");
            assert_eq!(scene.balances().await, (200_000, 200_000), "{suffix}: all is back, fees included");
            assert_eq!(quote_status(&scene, &quote).await, "FAILED");

            let events = scene.events().await;
            assert_eq!(events.about(&quote["transactionId"]), outcome, "{suffix}");
            assert_eq!(events.about(&json!(scene.usd)).len(), 2, "{suffix}: debited and credited once");
            assert_eq!(events.first("OUTGOING_PAYMENT.REFUND_COMPLETED"), payment);
            let reference = text(&payment["reconciliationInstructions"]["reference"]);
            assert_eq!(payment["refund"]["reference"], format!("{reference}-REFUND"));

            assert!(payment["refund"]["settledAt"].is_string() && payment["refund"]["initiatedAt"].is_string());
            assert!(events.first(FAILED)["refund"].is_null(), "the refund begins after the failure");
            assert_eq!(events.first("OUTGOING_PAYMENT.REFUND_PENDING")["refund"]["status"], "PENDING");
            scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
        }
        assert_eq!(quotes_left_with_money(service).await, 0);
    }
}

journey! {
    async fn money_j16_cancelled_payout(service) {
        let scene = set_up(service).await;
        let quote = pay(&scene, "006", Duration::from_secs(2)).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(said(&payment), json!(["REFUNDED", null, "COMPLETED", "USER_CANCELLATION"]));
        assert_eq!(quote_status(&scene, &quote).await, "FAILED");
        assert_eq!(scene.balances().await, (200_000, 200_000));
        let all_events = scene.events().await;
        assert_eq!(all_events.about(&quote["transactionId"]), events(&[&BEGIN, &REFUND]));
        assert_eq!(all_events.first("OUTGOING_PAYMENT.REFUND_PENDING")["status"], "PROCESSING");
        assert_eq!(all_events.first("OUTGOING_PAYMENT.REFUND_COMPLETED"), payment);
    }
}

journey! {
    async fn money_j16_refund_that_fails(service) {
        let scene = set_up(service).await;
        let quote = pay(&scene, "007", Duration::from_secs(2)).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(said(&payment), json!(["FAILED", "ACCOUNT_INVALID", "FAILED", "TRANSACTION_FAILED"]));
        assert!(payment["refund"]["settledAt"].is_null());
        assert_eq!(scene.balances().await, (100_000, 100_000), "the money is not back");
        let outcome = events(&[&BEGIN, &[FAILED, "OUTGOING_PAYMENT.REFUND_PENDING", "OUTGOING_PAYMENT.REFUND_FAILED"]]);
        assert_eq!(scene.events().await.about(&quote["transactionId"]), outcome);
        let sums = sums(service).await;
        let of = |code: &str, currency: &str| sums.get(&(code.to_owned(), currency.to_owned())).copied().unwrap_or(0);
        assert_eq!([of("SU", "USD"), of("QE", "USD"), of("PO", "EUR"), of("FX", "USD"), of("FX", "EUR"), of("FE", "USD")],
            [100_000, 0, 0, 0, 0, 0]);
    }
}

journey! {
    async fn money_j16_slow_payout(service) {
        let scene = set_up(service).await;
        let quote = pay(&scene, "003", Duration::from_mins(5)).await;
        assert_eq!(scene.payment(&quote).await["status"], "PROCESSING");
        scene.platform.advance(Duration::from_mins(1) + Duration::from_secs(1)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        assert_eq!(scene.events().await.about(&quote["transactionId"]), events(&[&BEGIN, &[COMPLETED]]));
    }
}

journey! {
    async fn a_refusal_with_a_lost_answer_fails_the_payment_once(service) {
        let scene = set_up(service).await;
        service.rail.lose_answers(1);
        let quote = pay(&scene, "002", Duration::from_secs(10)).await;
        let payment = scene.payment(&quote).await;
        assert_eq!(said(&payment), json!(["FAILED", "QUOTE_EXECUTION_FAILED", "COMPLETED", "TRANSACTION_FAILED"]));
        assert_eq!(scene.balances().await, (200_000, 200_000));
        let outcome = events(&[&BEGIN, &[FAILED], &REFUND]);
        assert_eq!(scene.events().await.about(&quote["transactionId"]), outcome);
    }
}
