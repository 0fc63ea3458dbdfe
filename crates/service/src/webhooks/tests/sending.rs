//! Tests of the sender: many events at once.

use std::sync::Arc;

use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::PlatformId;
use causeway_store::platforms::Environment;
use causeway_testing::wait;
use causeway_wire::webhooks::EventType;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::URL;
use crate::fixture::{Fixture, ScriptedOutcome};
use crate::runtime::timers;
use crate::webhooks::run_sender;
use crate::webhooks::sender::Sender;

fn start(fixture: &Fixture) -> (watch::Sender<bool>, JoinHandle<()>) {
    let (stop, stopped) = watch::channel(false);
    (stop, tokio::spawn(run_sender(Arc::clone(&fixture.app), stopped)))
}

#[tokio::test]
async fn a_silent_endpoint_holds_up_no_other_endpoint() {
    let fixture = Fixture::with_endpoint().await;
    let other = fixture.add_platform(Environment::Sandbox).await;
    fixture.set_endpoint(other, Some("http://fast.example/")).await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play(move |exchange| match exchange.target.as_str() {
        URL => ScriptedOutcome::Blocked(gate.clone()),
        _ => ScriptedOutcome::Status(200),
    });
    let (stop, sending) = start(&fixture);
    for _ in 0..100 {
        fixture.emit(fixture.platform, EventType::InternalAccountBalanceUpdated, "InternalAccount:1").await;
    }
    fixture.emit(other, EventType::CustomerKycApproved, "Customer:1").await;
    delivered(&fixture, other).await;
    assert!(fixture.events(fixture.platform).await.iter().all(|event| event.status == DeliveryStatus::Due));
    open.send_replace(true);
    stop.send_replace(true);
    sending.await.unwrap();
}

/// Waits until the only event of a platform is delivered.
async fn delivered(fixture: &Fixture, platform: PlatformId) {
    wait::until("the event of the platform", wait::PATIENCE, || async {
        let event = fixture.events(platform).await.remove(0);
        if event.status == DeliveryStatus::Delivered { Ok(()) } else { Err(event.status) }
    })
    .await;
}

#[tokio::test]
async fn many_endpoints_that_hang_leave_places_for_one_that_does_not() {
    const HANGING: usize = 300;
    let fixture = Fixture::new().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play(move |exchange| match exchange.target.as_str() {
        URL => ScriptedOutcome::Blocked(gate.clone()),
        _ => ScriptedOutcome::Status(200),
    });
    let (stop, sending) = start(&fixture);
    for _ in 0..HANGING {
        let hanging = fixture.add_platform(Environment::Sandbox).await;
        fixture.set_endpoint(hanging, Some(URL)).await;
        for resource in ["InternalAccount:1", "InternalAccount:2"] {
            fixture.emit(hanging, EventType::InternalAccountBalanceUpdated, resource).await;
        }
    }
    fixture.set_endpoint(fixture.platform, Some("http://fast.example/")).await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    delivered(&fixture, fixture.platform).await;
    open.send_replace(true);
    stop.send_replace(true);
    sending.await.unwrap();
}

/// Runs a cycle of the sender; returns the number of attempts begun for a platform's newest event.
async fn begun(fixture: &Fixture, sender: &mut Sender) -> u32 {
    sender.cycle(64).await;
    fixture.events(fixture.platform).await.last().unwrap().attempts
}

/// Begins an attempt for an endpoint that has answered, while as many others hang as can.
#[tokio::test]
async fn places_are_kept_for_endpoints_that_answer() {
    const HANGING: usize = 300;
    let fixture = Fixture::new().await;
    let (_closed, gate) = watch::channel(false);
    fixture.transport.play(move |exchange| match exchange.target.as_str() {
        URL => ScriptedOutcome::Blocked(gate.clone()),
        _ => ScriptedOutcome::Status(200),
    });
    let mut sender = Sender::new(Arc::clone(&fixture.app));
    fixture.set_endpoint(fixture.platform, Some("http://fast.example/")).await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    assert_eq!(sender.cycle(64).await, 1);
    sender.one_ends().await;
    for _ in 0..HANGING {
        let hanging = fixture.add_platform(Environment::Sandbox).await;
        fixture.set_endpoint(hanging, Some(URL)).await;
        fixture.emit(hanging, EventType::InternalAccountBalanceUpdated, "InternalAccount:1").await;
    }
    while sender.cycle(64).await > 0 {}
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:2").await;
    assert_eq!(begun(&fixture, &mut sender).await, 1);
}

#[tokio::test]
async fn a_panic_frees_its_place() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some(URL)).await;
    fixture.transport.play_in_order([ScriptedOutcome::Panic]);
    let mut sender = Sender::new(Arc::clone(&fixture.app));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    assert_eq!(sender.cycle(64).await, 1);
    sender.one_ends().await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:2").await;
    assert_eq!(begun(&fixture, &mut sender).await, 1);
}

#[tokio::test]
async fn attempts_that_panic_free_their_places() {
    let fixture = Fixture::with_endpoint().await;
    fixture.transport.play_in_order(std::iter::repeat_n(ScriptedOutcome::Panic, 40));
    let (stop, sending) = start(&fixture);
    for number in 0..40 {
        let resource: &'static str = Box::leak(format!("InternalAccount:{number}").into_boxed_str());
        fixture.emit(fixture.platform, EventType::InternalAccountBalanceUpdated, resource).await;
    }
    fixture.transport.wait_for(40).await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    fixture.transport.wait_for(41).await;
    stop.send_replace(true);
    sending.await.unwrap();
}

#[tokio::test]
async fn first_attempts_of_one_resource_keep_the_order_of_its_events() {
    let fixture = Fixture::with_endpoint().await;
    let (stop, sending) = start(&fixture);
    for _ in 0..20 {
        fixture.emit(fixture.platform, EventType::OutgoingPaymentPending, "Transaction:1").await;
    }
    fixture.transport.wait_for(20).await;
    stop.send_replace(true);
    sending.await.unwrap();
    let events = fixture.events(fixture.platform).await;
    let in_order: Vec<String> =
        events.iter().map(|event| String::from_utf8(event.body.clone()).unwrap()).collect();
    assert_eq!(fixture.transport.bodies(), in_order);
    assert!(events.iter().all(|event| event.status == DeliveryStatus::Delivered && event.attempts == 1));
}

#[tokio::test]
async fn an_event_that_hangs_holds_later_ones_back_for_a_moment_only() {
    let fixture = Fixture::with_endpoint().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play_in_order([ScriptedOutcome::Blocked(gate)]);
    fixture.emit(fixture.platform, EventType::OutgoingPaymentPending, "Transaction:1").await;
    fixture.emit(fixture.platform, EventType::OutgoingPaymentProcessing, "Transaction:1").await;
    let (stop, sending) = start(&fixture);
    fixture.transport.wait_for(1).await;
    fixture.clock.advance(timers::PREVIOUS_ATTEMPT_WAIT);
    let sent = fixture.transport.wait_for(2).await;
    assert_ne!(sent[0].body, sent[1].body);
    open.send_replace(true);
    stop.send_replace(true);
    sending.await.unwrap();
    let events = fixture.events(fixture.platform).await;
    assert!(events.iter().all(|event| event.status == DeliveryStatus::Delivered), "a stop waits for both");
}
