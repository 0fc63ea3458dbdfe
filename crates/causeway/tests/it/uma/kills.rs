//! The process is killed while its platform decides about a payment (conventions 12): the payment times out,
//! and the platform is not asked twice.

use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_testing::wait;
use serde_json::{Value, json};

use crate::life::process::{Folder, Server, utf8};
use crate::payments::scene::text;

/// The claims of a dead process are taken again after their lease.
const PATIENCE: Duration = Duration::from_secs(120);

const PENDING: &str = "INCOMING_PAYMENT.PENDING";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_times_out_if_the_process_dies_in_the_approval_window() {
    let folder = Folder::new();
    let mut server = Server::start(folder.serve());
    let credentials = server.credentials();
    let client =
        |server: &Server| Client::new(&server.base_url()).basic(&credentials.id, &credentials.secret);
    let webhooks = Receiver::start().await;

    // The first payment is never answered, the second is to be decided later.
    let mut questions = 0;
    webhooks.answer_by(move |request| {
        questions += usize::from(request.event() == PENDING);
        match (request.event() == PENDING, questions) {
            (true, 1) => Answer::never(),
            (true, _) => Answer::status(202),
            (false, _) => Answer::status(200),
        }
    });

    let payments = begin(&client(&server), &webhooks).await;
    server.kill();
    let mut server = Server::start(folder.serve());
    for payment in &payments {
        let path = format!("/transactions/{}", text(payment));
        let timed_out = wait::until("the payment has timed out", PATIENCE, || async {
            let payment = client(&server).get(&path).send().await.expect(200);
            if payment["status"] == "FAILED" { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await;
        assert_eq!(timed_out["failureReason"], "PAYMENT_APPROVAL_TIMED_OUT");
        let approve = client(&server).post(&format!("{path}/approve")).json(&json!({})).send().await;
        approve.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
        let about = |one: &&ReceivedRequest| one.event() == PENDING && one.json()["data"]["id"] == *payment;
        assert_eq!(webhooks.received().iter().filter(about).count(), 1, "asked once");
    }

    server.stop();
    let verdict = crate::life::process::output_of(&["ledger", "verify", "--data", utf8(&folder.data())]);
    assert!(verdict.lines().any(|line| line.split_whitespace().eq(["sound", "yes"])), "{verdict}");
}

/// Receives two payments and waits until the platform has been asked about each.
async fn begin(client: &Client, webhooks: &Receiver) -> Vec<Value> {
    client.patch("/config").json(&json!({ "webhookEndpoint": webhooks.url() })).send().await.expect(200);
    let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": ["USD"] });
    let jane = client.post("/customers").json(&person).send().await.expect(201);
    let body = json!({
        "senderUmaAddress": "$success.usd@sandbox.uma.test", "customerId": jane["id"],
        "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 5_000,
    });
    let mut payments = Vec::new();
    for count in 1..=2 {
        let payment = client.post("/sandbox/uma/receive").json(&body).send().await.expect(200);
        payments.push(payment["id"].clone());
        let is_asked =
            |all: &[ReceivedRequest]| all.iter().filter(|one| one.event() == PENDING).count() >= count;
        webhooks.wait_for("the question", wait::PATIENCE, is_asked).await;
    }
    payments
}
