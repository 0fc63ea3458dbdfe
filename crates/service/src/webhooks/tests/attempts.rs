//! Tests of one event, attempt by attempt.

use std::time::Duration;

use axum::http::Method;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_store::outbox;
use causeway_wire::webhooks::EventType;

use super::{URL, is_about};
use crate::fixture::{Fixture, START, ScriptedOutcome, millis};
use crate::runtime::outbound::Failure;
use crate::runtime::timers;
use crate::webhooks::deliver_due;

#[tokio::test]
async fn an_event_is_sent_once_with_its_frozen_bytes() {
    let fixture = Fixture::with_endpoint().await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    assert_eq!((fixture.deliver().await, fixture.deliver().await), (1, 0));
    let event = fixture.event().await;
    assert_eq!((event.status, event.attempts, event.last_answer), (DeliveryStatus::Delivered, 1, Some(200)));
    let [sent] = &fixture.transport.exchanges()[..] else { panic!("{:?}", fixture.transport) };
    assert_eq!((&sent.method, sent.target.as_str(), &sent.body[..]), (&Method::POST, URL, &event.body[..]));
    assert_eq!(
        (sent.headers["content-type"].as_bytes(), sent.limit),
        (&b"application/json"[..], timers::DELIVERY_TIMEOUT)
    );
    assert_eq!(sent.headers["user-agent"], "svc-webhooks/2025-10-13");
    assert!(!sent.is_only_attempt, "a kept connection may serve it");
}

#[tokio::test]
async fn failures_are_repeated_with_growing_gaps_and_identical_bytes() {
    let fixture = Fixture::with_endpoint().await;
    let silence = ScriptedOutcome::Failure(Failure::Timeout);
    fixture.transport.play_in_order([ScriptedOutcome::Status(503), ScriptedOutcome::Status(302), silence]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let mut last = START;
    for gap in [5, 10, 20] {
        assert_eq!(fixture.deliver().await, 1);
        let event = fixture.event().await;
        assert!(is_about(event.due_at.since(last), gap), "{:?} instead of {gap} s", event.due_at.since(last));
        fixture.move_to(event.due_at.minus(millis(1)));
        assert_eq!(fixture.deliver().await, 0, "not before its time");
        fixture.move_to(event.due_at);
        last = event.due_at;
    }
    assert_eq!(fixture.deliver().await, 1);
    let event = fixture.event().await;
    assert_eq!((event.status, event.attempts, event.last_error), (DeliveryStatus::Delivered, 4, None));
    let bodies = fixture.transport.bodies();
    assert!(bodies.iter().all(|body| *body == bodies[0]) && bodies.len() == 4, "{bodies:?}");
}

#[tokio::test]
async fn an_event_that_the_receiver_has_processed_is_not_sent_again() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play(|_| ScriptedOutcome::Status(409));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    assert_eq!(fixture.deliver().await, 1);
    assert_eq!(fixture.event().await.status, DeliveryStatus::Delivered);
}

#[tokio::test]
async fn a_failed_test_event_is_not_sent_again() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play(|_| ScriptedOutcome::Status(500));
    fixture.emit(fixture.platform, EventType::Test, "PlatformConfig:1").await;
    assert_eq!(fixture.deliver().await, 1);
    let event = fixture.event().await;
    assert_eq!((event.status, event.last_answer), (DeliveryStatus::GivenUp, Some(500)));
    let sent = &fixture.transport.exchanges()[0];
    assert_eq!((sent.limit, sent.is_only_attempt), (timers::TEST_DELIVERY_TIMEOUT, true));
}

#[tokio::test]
async fn an_event_is_given_up_after_seven_days_and_a_replay_sends_it_then() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play(|_| ScriptedOutcome::Status(500));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    while fixture.event().await.status == DeliveryStatus::Due {
        fixture.move_to(fixture.event().await.due_at);
        assert_eq!(fixture.deliver().await, 1);
    }
    let event = fixture.event().await;
    let tried_for = fixture.clock.now().since(START);
    let week = Duration::from_hours(168);
    assert!(tried_for <= week && tried_for > week - Duration::from_mins(35), "{tried_for:?}");
    assert!((330..360).contains(&event.attempts), "{}", event.attempts);
    fixture.transport.play(|_| ScriptedOutcome::Status(200));
    let platform = fixture.platform;
    let now = fixture.clock.now();
    fixture.write(move |tx| Ok(outbox::replay(tx, platform, event.id, now)?)).await;
    assert_eq!(fixture.deliver().await, 1);
    assert_eq!(fixture.event().await.status, DeliveryStatus::Delivered);
    let bodies = fixture.transport.bodies();
    assert_eq!(bodies.first(), bodies.last());
}

#[tokio::test]
async fn without_an_endpoint_an_event_is_kept_and_only_a_replay_sends_it() {
    let fixture = Fixture::new().await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.set_endpoint(fixture.platform, Some(URL)).await;
    assert_eq!(fixture.deliver().await, 0);
    let event = fixture.event().await;
    assert_eq!(event.status, DeliveryStatus::Unaddressed);
    let platform = fixture.platform;
    let now = fixture.clock.now();
    fixture.write(move |tx| Ok(outbox::replay(tx, platform, event.id, now)?)).await;
    assert_eq!(fixture.deliver().await, 1);
    assert_eq!(fixture.event().await.status, DeliveryStatus::Delivered);
}

#[tokio::test]
async fn retries_go_where_the_endpoint_is_then_or_nowhere() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play(|_| ScriptedOutcome::Status(500));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.deliver().await;
    fixture.set_endpoint(fixture.platform, Some("https://moved.example/")).await;
    fixture.move_to(fixture.event().await.due_at);
    fixture.deliver().await;
    assert_eq!(fixture.transport.exchanges()[1].target.as_str(), "https://moved.example/");
    fixture.set_endpoint(fixture.platform, None).await;
    fixture.move_to(fixture.event().await.due_at);
    fixture.deliver().await;
    assert_eq!(
        (fixture.transport.exchanges().len(), fixture.event().await.status),
        (2, DeliveryStatus::Unaddressed)
    );
}

#[tokio::test]
async fn an_outcome_that_comes_after_its_claim_has_run_out_is_dropped() {
    let fixture = Fixture::with_endpoint().await;
    let (open, gate) = tokio::sync::watch::channel(false);
    fixture.transport.play_in_order([ScriptedOutcome::Blocked(gate), ScriptedOutcome::Status(500)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let app = std::sync::Arc::clone(&fixture.app);
    let asleep = tokio::spawn(async move { deliver_due(&app, None, timers::DELIVERY_TIMEOUT, 100).await });
    fixture.transport.wait_for(1).await;
    assert_eq!(fixture.deliver().await, 0, "claimed by somebody else");
    fixture.clock.advance(timers::DELIVERY_LEASE);
    assert_eq!(fixture.deliver().await, 1);
    open.send_replace(true);
    asleep.await.unwrap().unwrap();
    let event = fixture.event().await;
    assert_eq!((event.status, event.attempts, event.last_answer), (DeliveryStatus::Due, 2, Some(500)));
}

#[tokio::test]
async fn an_interrupted_test_event_is_not_sent_again() {
    let fixture = Fixture::with_endpoint().await;
    let (_closed, gate) = tokio::sync::watch::channel(false);
    fixture.transport.play_in_order([ScriptedOutcome::Blocked(gate)]);
    fixture.emit(fixture.platform, EventType::Test, "PlatformConfig:1").await;
    let app = std::sync::Arc::clone(&fixture.app);
    let dying = tokio::spawn(async move { deliver_due(&app, None, timers::DELIVERY_TIMEOUT, 100).await });
    fixture.transport.wait_for(1).await;
    dying.abort();
    fixture.clock.advance(timers::DELIVERY_LEASE);
    assert_eq!(fixture.deliver().await, 1);
    let event = fixture.event().await;
    assert_eq!((event.status, event.last_error.as_deref()), (DeliveryStatus::GivenUp, Some("INTERRUPTED")));
    assert_eq!(fixture.transport.exchanges().len(), 1);
}

/// Counts the statements of a delivery: the platforms with due events, the claim and the outcome, but none
/// for the route.
#[tokio::test]
async fn a_further_delivery_takes_three_statements() {
    let fixture = Fixture::with_endpoint().await;
    let mut took = Vec::new();
    for _ in 0..3 {
        fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
        let before = fixture.app.store.counts().statements;
        assert_eq!(fixture.deliver().await, 1);
        took.push(fixture.app.store.counts().statements - before);
    }
    assert_eq!(took, [6, 3, 3], "the first one reads the platform, its settings and its key");
}
