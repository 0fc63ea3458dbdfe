//! Payments from UMA addresses (money 10.4, 10.5, conventions 12).

use std::time::{Duration, Instant};

use causeway_testing::http::Response;
use causeway_testing::receiver::{Answer, Gate, ReceivedRequest, Receiver};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::sending::simulated;
use crate::harness::journey;
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};

/// Approval window of a payment, from the sending of its event on.
const WINDOW: Duration = Duration::from_secs(5);

pub(crate) const PENDING: &str = "INCOMING_PAYMENT.PENDING";

/// Sends a payment from a simulated counterparty to Alice.
pub(crate) async fn receive(scene: &Scene, sender: &str, amount: i64) -> Response {
    let body = json!({
        "senderUmaAddress": simulated(sender), "receiverUmaAddress": scene.alice["umaAddress"],
        "receivingCurrencyCode": "USD", "receivingCurrencyAmount": amount,
    });
    scene.platform.post("/sandbox/uma/receive").json(&body).send().await
}

pub(crate) async fn incoming_payment(scene: &Scene, sender: &str) -> Value {
    receive(scene, sender, 5_000).await.expect(200)["id"].take()
}

/// Answers approval requests with `answer`, and acknowledges all other events.
pub(crate) fn decides(webhooks: &Receiver, answer: Answer) {
    webhooks.answer_by(
        move |request| if request.event() == PENDING { answer.clone() } else { Answer::status(200) },
    );
}

/// Waits until a payment has a status, and returns it.
pub(crate) async fn becomes(scene: &Scene, id: &Value, status: &str) -> Value {
    wait::until(status, wait::PATIENCE, || async {
        let transaction = scene.transaction(id).await;
        if transaction["status"] == status { Ok(transaction) } else { Err(transaction.to_string()) }
    })
    .await
}

pub(crate) async fn approve(scene: &Scene, id: &Value, body: &Value) -> Response {
    scene.platform.post(&format!("/transactions/{}/approve", text(id))).json(body).send().await
}

async fn reject(scene: &Scene, id: &Value) -> Response {
    let body = json!({ "reason": "unknown sender" });
    scene.platform.post(&format!("/transactions/{}/reject", text(id))).json(&body).send().await
}

/// Counts the approval requests about a payment.
fn count_approval_requests(webhooks: &Receiver, id: &Value) -> usize {
    let about = |one: &&ReceivedRequest| one.event() == PENDING && one.json()["data"]["id"] == *id;
    webhooks.received().iter().filter(about).count()
}

journey! {
    async fn money_j28_uma_receive_synchronous(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(200).body("{}"));
        let payment = receive(&scene, "success.usd", 5_000).await.expect(200);
        assert_eq!((&payment["status"], &payment["type"], &payment["direction"]), (&json!("PENDING"), &json!("INCOMING"), &json!("CREDIT")));
        assert_eq!(payment["source"], json!({ "sourceType": "UMA_ADDRESS", "umaAddress": simulated("success.usd"), "currency": "USD" }));
        assert_eq!(payment["destination"]["destinationType"], "UMA_ADDRESS");
        assert_eq!([&payment["senderUmaAddress"], &payment["receiverUmaAddress"]], [&json!(simulated("success.usd")), &scene.alice["umaAddress"]]);

        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        let events = scene.events().await;
        assert_eq!(events.about(&payment["id"]), [PENDING, "INCOMING_PAYMENT.COMPLETED"]);
        let asked_about = events.first(PENDING);
        assert_eq!(asked_about["counterpartyInformation"], json!({
            "FULL_NAME": "Sandbox Sender", "BIRTH_DATE": "1985-06-15", "NATIONALITY": "US" }));
        assert!(asked_about["reconciliationInstructions"]["reference"].is_string());
        assert!(asked_about["requestedReceiverCustomerInfoFields"].is_null());

        assert_eq!(scene.balances().await, (5_000, 5_000));
        let payment = scene.transaction(&payment["id"]).await;
        assert_eq!((&payment["receivedAmount"]["amount"], &payment["fees"]), (&json!(5_000), &json!(0)));
        let details = payment["rateDetails"].as_object().expect("details");
        let mut names: Vec<_> = details.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["svcApiFixedFee", "svcApiMultiplier", "svcApiVariableFeeAmount", "svcApiVariableFeeRate"]);
        assert!(payment["settledAt"].is_string());

        decides(&scene.webhooks, Answer::status(403).body(r#"{"reason":"unwanted"}"#));
        let id = incoming_payment(&scene, "success.usd").await;
        let payment = becomes(&scene, &id, "REJECTED").await;
        assert!(payment["failureReason"].is_null());
        let events = scene.events().await;
        assert_eq!(events.about(&id), [PENDING, "INCOMING_PAYMENT.FAILED"]);
        assert_eq!(events.first("INCOMING_PAYMENT.FAILED")["status"], "REJECTED");

        decides(&scene.webhooks, Answer::status(500));
        let id = incoming_payment(&scene, "success.usd").await;
        assert_eq!(becomes(&scene, &id, "FAILED").await["failureReason"], "PAYMENT_APPROVAL_WEBHOOK_ERROR");

        decides(&scene.webhooks, Answer::status(202));
        let started_at = Instant::now();
        let id = incoming_payment(&scene, "success.usd").await;
        assert_eq!(becomes(&scene, &id, "FAILED").await["failureReason"], "PAYMENT_APPROVAL_TIMED_OUT");
        assert!(started_at.elapsed() >= WINDOW, "{:?}", started_at.elapsed());
        approve(&scene, &id, &json!({})).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
        assert_eq!(scene.balances().await, (5_000, 5_000));
    }
}

journey! {
    async fn money_j29_uma_receive_asynchronous(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(202));
        let id = incoming_payment(&scene, "success.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        let approved = approve(&scene, &id, &json!({})).await.expect(200);
        assert_eq!(approved["status"], "PENDING");
        approve(&scene, &id, &json!({})).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
        reject(&scene, &id).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
        becomes(&scene, &id, "COMPLETED").await;
        assert_eq!(scene.balances().await, (5_000, 5_000));

        let id = incoming_payment(&scene, "success.usd").await;
        assert_eq!(reject(&scene, &id).await.expect(200)["status"], "REJECTED");
        reject(&scene, &id).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");

        let id = incoming_payment(&scene, "require.fields.usd").await;
        let refused = approve(&scene, &id, &json!({})).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refused["details"]["errors"][0]["field"], "receiverCustomerInfo.NATIONALITY");
        approve(&scene, &id, &json!({ "receiverCustomerInfo": "US" })).await.expect_error(400, "INVALID_INPUT");
        approve(&scene, &id, &json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } })).await.expect(200);
        becomes(&scene, &id, "COMPLETED").await;
        scene.webhooks.wait_for("the question", wait::PATIENCE, |_| count_approval_requests(&scene.webhooks, &id) == 1).await;
        let event = scene.webhooks.received().into_iter().find(|one| one.event() == PENDING && one.json()["data"]["id"] == id);
        let event = event.expect("the question").json();
        assert_eq!(event["data"]["requestedReceiverCustomerInfoFields"], json!([{ "name": "NATIONALITY", "mandatory": true }]));

        let unknown = json!("Transaction:01890a5d-ac96-774b-bcce-b302099a8057");
        approve(&scene, &unknown, &json!({})).await.expect_error(404, "TRANSACTION_NOT_FOUND");
        reject(&scene, &unknown).await.expect_error(404, "TRANSACTION_NOT_FOUND");
        let euro = scene.euro_account().await;
        let outgoing = scene.quote(&euro, 1_000).await["transactionId"].take();
        approve(&scene, &outgoing, &json!({})).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");

        scene.platform.patch("/config").json(&json!({ "webhookEndpoint": "" })).send().await.expect(200);
        receive(&scene, "success.usd", 5_000).await.expect_error(400, "WEBHOOK_ENDPOINT_NOT_SET");
    }
}

journey! {
    async fn conventions_j11_synchronous_approval(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(200).body(r#"{"receiverCustomerInfo":{"NATIONALITY":"US"}}"#));
        let id = incoming_payment(&scene, "require.fields.usd").await;
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        let about: Vec<_> = scene.webhooks.received().into_iter().filter(|one| one.json()["data"]["id"] == id).collect();
        assert_eq!(about.iter().map(ReceivedRequest::event).collect::<Vec<_>>(), [PENDING, "INCOMING_PAYMENT.COMPLETED"]);
        assert_ne!(about[0].id(), about[1].id());

        // An approval without the requested information.
        decides(&scene.webhooks, Answer::status(200).body("{}"));
        let id = incoming_payment(&scene, "require.fields.usd").await;
        assert_eq!(becomes(&scene, &id, "FAILED").await["failureReason"], "MISSING_MANDATORY_PAYEE_DATA");
    }
}

journey! {
    async fn conventions_j12_asynchronous_approval(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(202));
        let id = incoming_payment(&scene, "success.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        let path = format!("/transactions/{}/approve", text(&id));
        scene.platform.post(&path).send().await.expect(200);
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        approve(&scene, &id, &json!({})).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
    }
}

journey! {
    async fn conventions_j13_approval_failures(service) {
        let scene = Scene::new(service).await;
        let gate = Gate::closed();
        let timed_out = ("FAILED", json!("PAYMENT_APPROVAL_TIMED_OUT"));
        let broken = ("FAILED", json!("PAYMENT_APPROVAL_WEBHOOK_ERROR"));
        for (answer, (status, reason)) in [
            (Answer::status(202), timed_out.clone()),
            (Answer::status(500), broken.clone()),
            (Answer::status(200).held_by(&gate), timed_out.clone()),
            (Answer::status(403), ("REJECTED", Value::Null)),
            (Answer::status(422).body(r#"{"requiredFields":[{"name":"FULL_NAME"}]}"#), ("REJECTED", Value::Null)),
            (Answer::status(409), timed_out),
            (Answer::status(404), broken.clone()),
            (Answer::status(204), broken.clone()),
            (Answer::redirect("http://127.0.0.1:1/elsewhere"), broken.clone()),
            (Answer::status(200).body("seen"), broken.clone()),
            (Answer::broken(), broken.clone()),
        ] {
            decides(&scene.webhooks, answer.clone());
            let id = incoming_payment(&scene, "success.usd").await;
            let payment = becomes(&scene, &id, status).await;
            assert_eq!(payment["failureReason"], reason, "{answer:?}");
            approve(&scene, &id, &json!({})).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
            assert_eq!(count_approval_requests(&scene.webhooks, &id), 1, "{answer:?}");
        }

        gate.open();
        decides(&scene.webhooks, Answer::status(202));
        let id = incoming_payment(&scene, "success.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        assert_eq!(reject(&scene, &id).await.expect(200)["status"], "REJECTED");

        // The endpoint is a closed port.
        let closed = Receiver::start().await.url();
        scene.platform.patch("/config").json(&json!({ "webhookEndpoint": closed })).send().await.expect(200);
        let id = incoming_payment(&scene, "success.usd").await;
        assert_eq!(becomes(&scene, &id, broken.0).await["failureReason"], broken.1);

        scene.platform.patch("/config").json(&json!({ "webhookEndpoint": "" })).send().await.expect(200);
        receive(&scene, "success.usd", 5_000).await.expect_error(400, "WEBHOOK_ENDPOINT_NOT_SET");
        assert_eq!(scene.balances().await, (0, 0));
    }
}

journey! {
    /// Checks that the window ends in real time on a frozen clock, and early if the clock is advanced.
    async fn the_window_is_real_time_and_clocks_that_are_advanced_end_it(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(202));
        scene.platform.freeze().await;
        let id = incoming_payment(&scene, "success.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        scene.platform.advance(Duration::from_millis(4_900)).await;
        assert_eq!(scene.transaction(&id).await["status"], "PENDING");
        scene.platform.advance(Duration::from_millis(100)).await;
        let payment = scene.transaction(&id).await;
        assert_eq!([&payment["status"], &payment["failureReason"]], ["FAILED", "PAYMENT_APPROVAL_TIMED_OUT"]);

        let started_at = Instant::now();
        let id = incoming_payment(&scene, "success.usd").await;
        let payment = becomes(&scene, &id, "FAILED").await;
        assert_eq!(payment["failureReason"], "PAYMENT_APPROVAL_TIMED_OUT");
        assert!(started_at.elapsed() >= WINDOW, "{:?}", started_at.elapsed());
    }
}

journey! {
    async fn invalid_payments_are_refused_without_an_approval_request(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let good = json!({
            "senderUmaAddress": simulated("success.usd"), "customerId": scene.alice["id"],
            "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 5_000,
        });
        let ask = async |name: &str, value: Value| {
            let mut body = good.clone();
            body[name] = value;
            platform.post("/sandbox/uma/receive").json(&body).send().await
        };
        let bob = platform.customer(&["USD"]).await;

        ask("receiverUmaAddress", scene.alice["umaAddress"].clone()).await.expect(200);
        ask("receiverUmaAddress", bob["umaAddress"].clone()).await.expect_error(400, "INVALID_INPUT");
        ask("customerId", Value::Null).await.expect_error(400, "INVALID_INPUT");
        ask("customerId", json!("Customer:01890a5d-ac96-774b-bcce-b302099a8057")).await.expect_error(404, "USER_NOT_FOUND");
        ask("receiverUmaAddress", json!("$nobody@elsewhere.example")).await.expect_error(404, "USER_NOT_FOUND");
        ask("senderUmaAddress", json!(simulated("nobody"))).await.expect_error(404, "UMA_NOT_FOUND");
        ask("senderUmaAddress", json!("$success.usd@elsewhere.example")).await.expect_error(404, "UMA_NOT_FOUND");
        ask("senderUmaAddress", json!("bob")).await.expect_error(400, "INVALID_UMA_ADDRESS");
        ask("receivingCurrencyCode", json!("EUR")).await.expect_error(400, "INVALID_CURRENCY");
        for amount in [0, -1] {
            ask("receivingCurrencyAmount", json!(amount)).await.expect_error(400, "INVALID_AMOUNT");
        }
        for out_of_range in [i64::from(i32::MAX) * 1_000] {
            ask("receivingCurrencyAmount", json!(out_of_range)).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
        }

        act(service, "uma-provider block", with(platform, json!({ "domain": "sandbox.uma.test" }))).await;
        ask("description", json!("x")).await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        act(service, "uma-provider allow", with(platform, json!({ "domain": "sandbox.uma.test" }))).await;
        act(service, "customer hold", with(platform, json!({ "customer": scene.alice["id"] }))).await;
        ask("description", json!("x")).await.expect_error(403, "USER_NOT_READY");
    }
}
