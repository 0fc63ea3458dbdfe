//! Clocks that are frozen and advanced.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use causeway_store::platforms::Environment;
use causeway_testing::wait;
use causeway_wire::webhooks::EventType;
use tokio::sync::watch;
use uuid::Uuid;

use super::{Remaining, advance_to};
use crate::fixture::{Fixture, Play, START, millis};
use crate::runtime::clock::{ClockError, freeze, resume, show};
use crate::runtime::timers;

impl Fixture {
    async fn now(&self) -> Time {
        let platform = self.platform;
        let shown: Result<_, ClockError> = self.app.store.read(move |tx| show(tx, platform)).await;
        shown.unwrap().1
    }

    async fn freeze(&self) {
        let platform = self.platform;
        let frozen: Result<_, ClockError> = self.app.store.write(&[], move |tx| freeze(tx, platform)).await;
        frozen.unwrap();
    }
}

#[tokio::test]
async fn a_frozen_clock_stands_and_runs_on_from_there() {
    let fixture = Fixture::new().await;
    fixture.freeze().await;
    fixture.clock.advance(millis(5_000));
    assert_eq!(fixture.now().await, START);
    let platform = fixture.platform;
    let resumed: Result<_, ClockError> = fixture.app.store.write(&[], move |tx| resume(tx, platform)).await;
    resumed.unwrap();
    fixture.clock.advance(millis(700));
    assert_eq!(fixture.now().await, START.plus(millis(700)));
}

#[tokio::test]
async fn only_clocks_of_sandbox_platforms_are_touched() {
    let fixture = Fixture::new().await;
    let production = fixture.add_platform(Environment::Production).await;
    let nobody = PlatformId::from_uuid(Uuid::nil());
    for (platform, error) in [(production, ClockError::NotASandbox), (nobody, ClockError::NoPlatform)] {
        let frozen: Result<_, ClockError> =
            fixture.app.store.write(&[], move |tx| freeze(tx, platform)).await;
        assert_eq!(frozen.unwrap_err(), error);
        assert_eq!(advance_to(&fixture.app, platform, START).await.unwrap_err(), error);
    }
}

#[tokio::test]
async fn an_advance_goes_through_every_due_instant() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    fixture.transport.play_in_order([Play::Status(503), Play::Status(503)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let target = START.plus(millis(12_000));
    let advanced = advance_to(&fixture.app, fixture.platform, target).await.unwrap();
    assert_eq!((advanced.now, advanced.remaining), (target, Remaining::default()));
    // At 0 s and about 5 s; the third follows at about 15 s.
    let seen = fixture.transport.seen();
    assert_eq!((seen.len(), seen[0].limit), (2, timers::ADVANCE_EXCHANGE));
    let target = START.plus(millis(20_000));
    advance_to(&fixture.app, fixture.platform, target).await.unwrap();
    assert_eq!((fixture.transport.seen().len(), fixture.now().await), (3, target));
    let back = advance_to(&fixture.app, fixture.platform, START).await.unwrap();
    assert_eq!(back.now, target, "platform time never runs backwards");
}

#[tokio::test(start_paused = true)]
async fn an_advance_that_takes_long_answers_and_goes_on() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play_in_order([Play::Blocked(gate)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let target = START.plus(millis(60_000));
    let advanced = advance_to(&fixture.app, fixture.platform, target).await.unwrap();
    assert_eq!((advanced.now, advanced.remaining), (START, Remaining { jobs: 0, deliveries: 1 }));
    let second = advance_to(&fixture.app, fixture.platform, target).await;
    assert_eq!(second.unwrap_err(), ClockError::UnderWay);
    assert!(fixture.app.advancing.platforms().contains(&fixture.platform));
    open.send_replace(true);
    wait::until("the target", wait::PATIENCE, || async {
        let now = fixture.now().await;
        if now == target && fixture.app.advancing.platforms().is_empty() { Ok(()) } else { Err(now) }
    })
    .await;
}

#[tokio::test]
async fn an_advance_waits_for_work_that_somebody_else_has_claimed() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play_in_order([Play::Blocked(gate)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let app = Arc::clone(&fixture.app);
    let other =
        tokio::spawn(async move { crate::webhooks::deliver_due(&app, None, timers::DELIVERY, 9).await });
    fixture.transport.wait_for(1).await;
    let (app, platform) = (Arc::clone(&fixture.app), fixture.platform);
    let target = START.plus(millis(1_000));
    let advancing = tokio::spawn(async move { advance_to(&app, platform, target).await });
    // It looks again and again; none of its looks moves the clock.
    timers::pause(timers::ADVANCE_LOOK * 5).await;
    assert_eq!(fixture.now().await, START);
    open.send_replace(true);
    other.await.unwrap().unwrap();
    assert_eq!(advancing.await.unwrap().unwrap().now, target);
    assert_eq!(fixture.transport.seen().len(), 1);
}
