//! Integration tests of the client and the receiver, against each other.

use std::time::Duration;

use causeway_testing::http::{Client, SendError};
use causeway_testing::receiver::{Answer, Gate, Receiver, closed_url};
use causeway_testing::wait::PATIENCE;
use serde_json::json;

#[tokio::test]
async fn requests_are_recorded_byte_by_byte() {
    let receiver = Receiver::start().await;
    let client = Client::new(&receiver.url()).basic("id", "secret");
    let body = br#"{"type":  "TEST", "id":"Webhook:1"}"#;
    let sent = client.post("/x").query("q", "a b").raw("application/json", &body[..]);
    sent.idempotency_key("k").send().await.expect(200);

    let delivery = receiver.wait_for_event("TEST").await;
    assert_eq!(delivery.body, body[..]);
    assert_eq!((delivery.order, delivery.id()), (0, "Webhook:1".to_owned()));
    assert_eq!((delivery.method.as_str(), delivery.target.as_str()), ("POST", "/webhooks/x?q=a%20b"));
    assert_eq!(delivery.header("idempotency-key"), Some("k"));
    assert_eq!(delivery.header("Authorization"), Some("Basic aWQ6c2VjcmV0"));
}

#[tokio::test]
async fn answers_follow_the_script_and_then_are_200() {
    let receiver = Receiver::start().await;
    let client = Client::new(&receiver.url());
    receiver.answer_in_order([
        Answer::status(503),
        Answer::redirect("http://127.0.0.1:1/").body("moved"),
        Answer::status(422).body(json!({"code": "NO", "status": 422}).to_string()),
    ]);
    client.get("").send().await.expect(503);
    let moved = client.get("").send().await;
    assert_eq!((moved.status, moved.header("location")), (302, Some("http://127.0.0.1:1/")));
    client.get("").send().await.expect_error(422, "NO");
    client.get("").send().await.expect(200);
    assert_eq!(receiver.received().len(), 4);
    receiver.forget();
    assert!(receiver.received().is_empty());
}

#[tokio::test]
async fn a_held_answer_waits_for_its_gate_and_delays_no_other() {
    let receiver = Receiver::start().await;
    let client = Client::new(&receiver.url());
    let gate = Gate::closed();
    receiver.answer_in_order([Answer::status(202).held_by(&gate)]);
    let request = tokio::spawn(client.get("/held").send());
    receiver.wait_for("the held request", PATIENCE, |all| all.len() == 1).await;
    client.get("/other").send().await.expect(200);
    assert!(!request.is_finished());
    gate.open();
    assert_eq!(request.await.unwrap().status, 202);
}

#[tokio::test]
async fn silence_a_break_and_a_closed_port_are_distinguished() {
    let receiver = Receiver::start().await;
    receiver.answer_in_order([Answer::never(), Answer::broken()]);
    let client = Client::new(&receiver.url()).limited_to(Duration::from_millis(200));
    assert!(matches!(client.get("").try_send().await, Err(SendError::Late)));
    assert!(matches!(client.get("").try_send().await, Err(SendError::Connection(_))));
    let unreachable = Client::new(&closed_url().unwrap());
    assert!(matches!(unreachable.get("").try_send().await, Err(SendError::Connection(_))));
}

#[tokio::test]
#[should_panic(expected = "waiting for two requests; received: [\n    \"GET /webhooks/only ")]
async fn a_failed_wait_prints_the_received_requests() {
    let receiver = Receiver::start().await;
    Client::new(&receiver.url()).get("/only").send().await.expect(200);
    receiver.wait_for("two requests", Duration::from_millis(50), |all| all.len() == 2).await;
}

#[tokio::test]
#[should_panic(expected = "expected 201\n  GET /only ")]
async fn a_wrong_status_prints_the_exchange() {
    let receiver = Receiver::start().await;
    Client::new(&receiver.url()).get("/only").send().await.expect(201);
}

#[tokio::test]
#[should_panic(expected = "seen by the observer: 200")]
async fn an_observer_sees_every_answer() {
    let receiver = Receiver::start().await;
    let client = Client::new(&receiver.url())
        .observed_by(|response| assert_eq!(response.status, 0, "seen by the observer: {}", response.status));
    client.get("").send().await;
}
