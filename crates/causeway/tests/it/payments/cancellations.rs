//! Payments that are cancelled under way (money 10.7).

use std::time::Duration;

use causeway_testing::http::Response;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::books::sums;
use super::scene::{Scene, text};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, with};

/// Longer than a payout and its refund take together.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(3);

fn names(side: &str, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{side}_PAYMENT.{name}")).collect()
}

fn refund(payment: &Value) -> Value {
    json!([payment["status"], payment["refund"]["status"], payment["refund"]["reason"]])
}

async fn set_up(service: &Service, amount: i64) -> Scene {
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, amount).await;
    scene.platform.freeze().await;
    scene.events().await;
    scene
}

async fn balance(service: &Service, code: &str) -> i64 {
    sums(service).await.get(&(code.to_owned(), "USD".to_owned())).copied().unwrap_or_default()
}

journey! {
    async fn money_j24_cancel(service) {
        let scene = set_up(service, 5_000).await;
        let slow = scene.platform.dollar_account(&scene.alice, "005").await;
        let transfer = scene.transfer_out(&slow, 1_000, Some("ACH")).send().await.expect(201);
        scene.platform.advance(Duration::from_secs(10)).await;
        let answered = scene.cancel(&transfer["id"]).json(&json!({ "reason": "Sent twice" })).send().await.expect(200);
        assert_eq!(refund(&answered), json!(["PENDING", "PENDING", "USER_CANCELLATION"]));
        scene.cancel(&transfer["id"]).send().await.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");

        scene.platform.advance(Duration::from_secs(60)).await;
        assert_eq!(refund(&scene.transaction(&transfer["id"]).await), json!(["REFUNDED", "COMPLETED", "USER_CANCELLATION"]));
        let events = scene.events().await;
        assert_eq!(events.about(&transfer["id"]), names("OUTGOING", &["PENDING", "REFUND_PENDING", "REFUND_COMPLETED"]));
        assert_eq!(events.first("OUTGOING_PAYMENT.REFUND_COMPLETED")["status"], "REFUNDED");
        assert_eq!(scene.balances().await, (5_000, 5_000));
        scene.cancel(&transfer["id"]).send().await.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");

        let good = scene.platform.dollar_account(&scene.alice, "111").await;
        let settled = scene.transfer_out(&good, 1_000, Some("WIRE")).send().await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        scene.cancel(&settled["id"]).send().await.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");

        let instant = scene.transfer_out(&good, 1_000, Some("RTP")).send().await.expect(201);
        scene.cancel(&instant["id"]).send().await.expect_error(400, "INVALID_INPUT");
        let unknown = json!("Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        scene.cancel(&unknown).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!((balance(service, "PO").await, balance(service, "CA").await), (0, 2_000));
    }
}

journey! {
    async fn a_debit_is_cancelled_before_it_settles(service) {
        let scene = set_up(service, 1_000).await;
        let source = scene.platform.dollar_account(&scene.alice, "111").await;
        let slow = scene.platform.dollar_account(&scene.alice, "005").await;

        for (source, status, advance) in [(&slow, "PENDING", 1), (&source, "PROCESSING", 0)] {
            service.rail.get_stuck(true);
            let transfer = scene.transfer_in(source, 500).send().await.expect(201);
            scene.platform.advance(Duration::from_secs(advance) + Duration::from_millis(100)).await;
            let answered = scene.cancel(&transfer["id"]).send().await.expect(200);
            assert_eq!(refund(&answered), json!([status, "PENDING", "USER_CANCELLATION"]));

            service.rail.get_stuck(false);
            scene.platform.advance(Duration::from_hours(25)).await;
            assert_eq!(refund(&scene.transaction(&transfer["id"]).await), json!(["REFUNDED", "COMPLETED", "USER_CANCELLATION"]));
            let expected = names("INCOMING", &["PENDING", "REFUND_PENDING", "REFUND_COMPLETED"]);
            assert_eq!(scene.events().await.about(&transfer["id"]), expected);
            assert_eq!(scene.balances().await, (1_000, 1_000));
        }

        let transfer = scene.transfer_in(&source, 500).send().await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        scene.cancel(&transfer["id"]).send().await.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");
        assert_eq!((balance(service, "CO").await, balance(service, "UN").await), (0, 0));
    }
}

journey! {
    async fn a_quote_by_wire_can_be_cancelled_once_it_is_executed(service) {
        let scene = set_up(service, 5_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "003").await;
        let mut body = scene.transfer(&to, "SENDING", 1_000);
        body["destination"]["paymentRail"] = json!("WIRE");
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.cancel(&quote["transactionId"]).send().await.expect_error(400, "INVALID_INPUT");

        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(Duration::from_secs(1)).await;
        scene.cancel(&quote["transactionId"]).send().await.expect(200);

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(refund(&scene.payment(&quote).await), json!(["REFUNDED", "COMPLETED", "USER_CANCELLATION"]));
        let path = format!("/quotes/{}", text(&quote["id"]));
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "FAILED");
        assert_eq!(scene.balances().await, (5_000, 5_000));
        scene.platform.advance(Duration::from_secs(400)).await;
    }
}

journey! {
    async fn a_payment_that_arrives_anyway_is_not_refunded(service) {
        let scene = set_up(service, 1_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;

        // The rail is stuck during the cancellation, and has settled the payment when it is to recall it.
        service.rail.get_stuck(true);
        service.rail.ignore_recalls(true);
        let transfer = scene.transfer_out(&to, 1_000, Some("ACH")).send().await.expect(201);
        scene.platform.advance(Duration::from_secs(1)).await;
        scene.cancel(&transfer["id"]).send().await.expect(200);

        service.rail.get_stuck(false);
        service.rail.ignore_recalls(false);
        scene.platform.advance(Duration::from_hours(25)).await;

        assert_eq!(refund(&scene.transaction(&transfer["id"]).await), json!(["COMPLETED", "FAILED", "USER_CANCELLATION"]));
        let expected = ["PENDING", "PROCESSING", "REFUND_PENDING", "REFUND_FAILED", "COMPLETED"];
        assert_eq!(scene.events().await.about(&transfer["id"]), names("OUTGOING", &expected));
        assert_eq!((scene.balances().await, balance(service, "CA").await, balance(service, "SU").await), ((0, 0), 1_000, 0));
        scene.cancel(&transfer["id"]).send().await.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");
    }
}

journey! {
    async fn a_rail_that_does_not_stop_or_does_not_answer_cancels_nothing(service) {
        let scene = set_up(service, 1_000).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;

        // The rail has settled it, and the service has not asked yet.
        service.rail.postpone_polls(true);
        let transfer = scene.transfer_out(&to, 500, Some("ACH")).send().await.expect(201);
        service.rail.be_unreachable(true);
        scene.cancel(&transfer["id"]).send().await.expect_error(500, "SVC_SWITCH_ERROR");
        service.rail.be_unreachable(false);

        scene.platform.advance(Duration::from_secs(1)).await;
        assert_eq!(scene.transaction(&transfer["id"]).await["status"], "PROCESSING");
        scene.cancel(&transfer["id"]).send().await.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");
        service.rail.postpone_polls(false);
        scene.platform.advance(Duration::from_hours(25)).await;
        assert_eq!(scene.transaction(&transfer["id"]).await["status"], "COMPLETED");
        assert_eq!(scene.events().await.about(&transfer["id"]), names("OUTGOING", &["PENDING", "PROCESSING", "COMPLETED"]));

        act(service, "payment return", with(&scene.platform, json!({ "transaction": transfer["id"] }))).await;
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.balances().await, (1_000, 1_000));
    }
}

/// Number of payments whose cancellation races their settlement.
const RACES: usize = 100;
/// Payments per round.
const ROUND: usize = 20;

/// Cancels each of these payments twice, all at once.
async fn cancel_twice(scene: &Scene, transfers: &[Value]) -> Vec<Response> {
    let twice = transfers.iter().flat_map(|transfer| [transfer, transfer]);
    join_all(twice.map(|transfer| scene.cancel(&transfer["id"]).send())).await
}

fn accepted(responses: &[Response]) -> usize {
    responses.iter().filter(|response| response.status == 200).count()
}

journey! {
    async fn a_hundred_cancellations_against_settlement_have_one_outcome_each(service) {
        let scene = set_up(service, 1_000 * i64::try_from(RACES).expect("a small number")).await;
        let to = scene.platform.dollar_account(&scene.alice, "111").await;
        let mut cancelled = 0;
        let mut arrived = 0;
        for round in 0..RACES / ROUND {
            let responses = join_all((0..ROUND).map(|_| scene.transfer_out(&to, 1_000, Some("ACH")).send())).await;
            let transfers: Vec<Value> = responses.iter().map(|response| response.expect(201)).collect();
            // In every other round the rail already has the payments.
            scene.platform.advance(Duration::from_millis(if round % 2 == 0 { 490 } else { 1 })).await;
            let advancing = scene.platform.advance(Duration::from_millis(20));
            let (responses, ()) = join(cancel_twice(&scene, &transfers), advancing).await;
            scene.platform.advance(SETTLEMENT_WAIT).await;

            for (transfer, twice) in transfers.iter().zip(responses.chunks(2)) {
                let accepted = accepted(twice);
                for response in twice.iter().filter(|response| response.status != 200) {
                    response.expect_error(409, "TRANSACTION_NOT_CANCELLABLE");
                }
                let payment = scene.transaction(&transfer["id"]).await;
                match text(&payment["status"]) {
                    "REFUNDED" => {
                        assert_eq!((accepted, &payment["refund"]["status"]), (1, &json!("COMPLETED")));
                        cancelled += 1;
                    }
                    "COMPLETED" => {
                        assert!(accepted <= 1 && payment["refund"]["status"] != "COMPLETED", "{payment}");
                        arrived += 1;
                    }
                    other => panic!("{other}: {payment}"),
                }
            }
        }

        assert_eq!(cancelled + arrived, RACES);
        let refunded = 1_000 * i64::try_from(cancelled).expect("a small number");
        assert_eq!(scene.balances().await, (refunded, refunded), "{arrived} arrived");
        assert_eq!((balance(service, "PO").await, balance(service, "SU").await), (0, 0));
        assert_eq!(balance(service, "CA").await, 1_000 * i64::try_from(arrived).expect("a small number"));
    }
}
