//! Payments between two deployments that are refused, or stay unpaid (uma U5, U8).

use std::time::Duration;

use causeway_testing::receiver::Answer;
use causeway_testing::wait;
use futures_util::future::join;
use serde_json::{Value, json};

use super::payment::Pair;
use crate::harness::between_deployments;
use crate::payments::scene::text;
use crate::uma::receiving::{becomes, decides};

/// Time in which an approved payment can be paid.
const INVOICE: Duration = Duration::from_mins(5);

between_deployments! {
    async fn uma_u05_between_deployments(deployments) {
        let pair = Pair::new(deployments).await;
        let ask = async || {
            let body = pair.quote_body("SENDING", 10_000).await;
            pair.ours.platform.post("/quotes").json(&body).send().await
        };
        decides(&pair.webhooks, Answer::status(403));
        ask().await.expect_error(400, "SENDER_NOT_ACCEPTED");
        pair.incoming_becomes("REJECTED").await;

        decides(&pair.webhooks, Answer::status(422).body(r#"{"requiredFields":["TAX_ID"]}"#));
        let refusal = ask().await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refusal["details"]["missingFields"], json!(["TAX_ID"]));

        decides(&pair.webhooks, Answer::status(202));
        ask().await.expect_error(424, "PAYREQ_REQUEST_FAILED");
        assert_eq!(pair.incoming_becomes("FAILED").await["failureReason"], "PAYMENT_APPROVAL_TIMED_OUT");

        // It approves later, in time.
        let deciding = async {
            let id = pair.incoming_becomes("PENDING").await["id"].take();
            pair.theirs.post(&format!("/transactions/{}/approve", text(&id))).send().await.expect(200);
        };
        let (answer, ()) = join(ask(), deciding).await;
        answer.expect(201);
        assert_eq!(deployments.node.book().len(), 1, "only the approved payment has an invoice");
        assert_eq!((pair.ours.balances().await, pair.balance().await), ((100_000, 100_000), 0));
    }
}

between_deployments! {
    /// Lets an invoice expire unpaid: both payments end, each on its own platform's clock.
    async fn uma_u08_between_deployments(deployments) {
        let pair = Pair::new(deployments).await;
        pair.ours.platform.freeze().await;
        pair.theirs.freeze().await;
        let quote = pair.quote("SENDING", 10_000).await;
        pair.ours.platform.advance(INVOICE).await;
        assert_eq!(becomes(&pair.ours, &quote["transactionId"], "EXPIRED").await["refund"], Value::Null);
        pair.theirs.advance(INVOICE).await;
        assert_eq!(pair.incoming_becomes("FAILED").await["failureReason"], "QUOTE_EXPIRED");

        // Paid too late: the invoice is cancelled at the node.
        let quote = pair.quote("SENDING", 10_000).await;
        pair.theirs.advance(INVOICE).await;
        pair.incoming_becomes("FAILED").await;
        pair.ours.execute(&quote).send().await.expect(200);
        let failed = wait::until("the refund", wait::PATIENCE, || async {
            pair.ours.platform.advance(Duration::from_secs(1)).await;
            let payment = pair.ours.payment(&quote).await;
            if payment["refund"]["status"] == "COMPLETED" { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await;
        assert_eq!([&failed["status"], &failed["failureReason"]], ["FAILED", "QUOTE_EXPIRED"]);
        assert_eq!((pair.ours.balances().await, pair.balance().await), ((100_000, 100_000), 0));
        assert!(deployments.node.book().iter().all(|invoice| invoice.times_paid == 0));
    }
}
