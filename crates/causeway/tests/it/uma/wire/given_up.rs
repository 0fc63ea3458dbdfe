//! Payments over Lightning that an operator gives up while the node may still make them (money 9).

use causeway_testing::wait;
use serde_json::{Value, json};

use super::payment::Pair;
use crate::harness::{TwoDeployments, between_deployments};
use crate::operator::acting::{act, with};
use crate::payments::scene::text;
use crate::uma::receiving::becomes;

/// Executes a quote while the node has the payment under way, and waits for the order to the node.
async fn execute_on_a_slow_node(deployments: &TwoDeployments, pair: &Pair, quote: &Value) {
    deployments.node.stall();
    pair.ours.execute(quote).send().await.expect(200);
    let order = format!("payments:{}", text(&quote["transactionId"]));
    wait::until("the node works on it", wait::PATIENCE, || async {
        let requests = deployments.node.requests();
        if requests.contains(&order) { Ok(()) } else { Err(format!("{requests:?}")) }
    })
    .await;
}

/// Gives a payment up by a command, and checks that its refund waits for the node.
async fn give_up(deployments: &TwoDeployments, pair: &Pair, quote: &Value, command: &str) {
    let service = &deployments.p1.service;
    let payment = json!({ "transaction": quote["transactionId"] });
    act(service, command, with(&pair.ours.platform, payment)).await;
    let asked = format!("payments/state:{}", text(&quote["transactionId"]));
    let count = || deployments.node.requests().iter().filter(|one| **one == asked).count();
    let before = count();
    wait::until("the node is asked", wait::PATIENCE, || async {
        if count() > before { Ok(()) } else { Err(format!("{before} times")) }
    })
    .await;
    let failed = becomes(&pair.ours, &quote["transactionId"], "FAILED").await;
    assert_eq!(failed["refund"]["status"], "PENDING", "the node may still pay");
}

/// Waits until the refund of a payment has a status, and returns the payment.
async fn refund_becomes(pair: &Pair, quote: &Value, status: &str) -> Value {
    wait::until(status, wait::PATIENCE, || async {
        let payment = pair.ours.payment(quote).await;
        if payment["refund"]["status"] == status { Ok(payment) } else { Err(payment.to_string()) }
    })
    .await
}

between_deployments! {
    async fn a_payment_that_arrives_after_it_was_given_up_is_not_refunded(deployments) {
        let pair = Pair::new(deployments).await;
        let service = &deployments.p1.service;
        for (done, command) in [(1, "payment fail"), (2, "payment refund")] {
            let quote = pair.quote("SENDING", 10_000).await;
            execute_on_a_slow_node(deployments, &pair, &quote).await;
            give_up(deployments, &pair, &quote, command).await;
            deployments.node.release();
            let payment = refund_becomes(&pair, &quote, "FAILED").await;
            assert_eq!(payment["status"], "FAILED", "this status is final");
            let hash = &payment["reconciliationInstructions"]["transactionHash"];
            let book = deployments.node.book();
            let paid = book.iter().find(|invoice| *hash == invoice.hash.as_str()).expect("the paid invoice");
            assert_eq!(paid.times_paid, 1);
            let left = 100_000 - done * 10_000;
            assert_eq!(pair.ours.balances().await, (left, left), "the money is with Bob");

            let alerts = act(service, "alert list", json!({})).await.json;
            let alerts = alerts.as_array().expect("a list");
            let about = alerts.iter().find(|alert| alert["subject"] == quote["transactionId"]);
            let about = about.expect("an alert");
            assert_eq!((&about["kind"], &about["detail"]["commands"]), (&json!("PAYOUT_ARRIVED_ANYWAY"), &json!([])));
            assert!(text(&about["detail"]["warning"]).contains("Do not refund"), "{about}");
        }
        wait::until("both have arrived", wait::PATIENCE, || async {
            let found = pair.theirs.get("/transactions?type=INCOMING&status=COMPLETED").send().await.expect(200);
            if found["totalCount"] == 2 { Ok(()) } else { Err(found.to_string()) }
        })
        .await;
    }
}

between_deployments! {
    async fn a_payment_that_fails_after_it_was_given_up_is_refunded(deployments) {
        let pair = Pair::new(deployments).await;
        let quote = pair.quote("SENDING", 10_000).await;
        execute_on_a_slow_node(deployments, &pair, &quote).await;
        give_up(deployments, &pair, &quote, "payment refund").await;
        // Bob's platform cancels the invoice, so the payment under way fails.
        pair.theirs.advance(std::time::Duration::from_mins(6)).await;
        pair.incoming_becomes("FAILED").await;
        deployments.node.release();
        refund_becomes(&pair, &quote, "COMPLETED").await;
        assert_eq!((pair.ours.balances().await, pair.balance().await), ((100_000, 100_000), 0));
    }
}
