//! Frozen and advanced clocks.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{Id, JobId, PlatformId, QuoteId};
use causeway_store::platforms::Environment;
use causeway_store::{Lease, Tx, outbox};
use causeway_wire::webhooks::EventType;
use tokio::sync::watch;
use uuid::Uuid;

use super::{FinishedWork, RemainingWork, advance_to};
use crate::fixture::{Fixture, START, ScriptedOutcome, millis};
use crate::runtime::clock::{ClockError, freeze, resume, show};
use crate::runtime::context::Context;
use crate::runtime::jobs::{Work, schedule_as};
use crate::runtime::timers;

impl Fixture {
    async fn now(&self) -> Time {
        let platform = self.platform;
        let clock: Result<_, ClockError> = self.app.store.read(move |tx| show(tx, platform)).await;
        clock.unwrap().1
    }

    /// Returns the time at which an advance to `target` gets stuck, and the work that it waits for.
    async fn stuck(&self, target: Time) -> (Time, String) {
        match advance_to(&self.app, self.platform, target).await.unwrap_err() {
            ClockError::NotArrived { now, target: reported_target, waits_for }
                if reported_target == target =>
            {
                (now, waits_for)
            }
            other => panic!("{other}"),
        }
    }

    /// Schedules a job for a quote that does not exist, so that it fails.
    async fn leave_work(&self, due_at: Time) -> JobId {
        let app = Arc::clone(&self.app);
        let platform = self.platform;
        let quote: QuoteId = self.app.ids.next(START);
        let job: JobId = self.app.ids.next(START);
        self.write(move |tx| {
            let context = Context::read(tx, &app, platform)?;
            schedule_as(tx, &context, job, &Work::ExpireQuote { quote }, &quote, due_at)
        })
        .await;
        job
    }

    async fn freeze(&self) {
        let platform = self.platform;
        let frozen: Result<_, ClockError> = self.app.store.write(&[], move |tx| freeze(tx, platform)).await;
        frozen.unwrap();
    }
}

#[tokio::test]
async fn a_frozen_clock_resumes_from_its_instant() {
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
    fixture.transport.play_in_order([ScriptedOutcome::Status(503), ScriptedOutcome::Status(503)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let target = START.plus(millis(12_000));
    let advanced = advance_to(&fixture.app, fixture.platform, target).await.unwrap();
    assert_eq!((advanced.now, advanced.remaining), (target, RemainingWork::default()));
    assert_eq!(advanced.done, FinishedWork { jobs: 0, deliveries: 2 });
    // At 0 s and about 5 s; the third follows at about 15 s.
    let requests = fixture.transport.exchanges();
    assert_eq!((requests.len(), requests[0].limit), (2, timers::ADVANCE_DELIVERY_TIMEOUT));
    let target = START.plus(millis(20_000));
    advance_to(&fixture.app, fixture.platform, target).await.unwrap();
    assert_eq!((fixture.transport.exchanges().len(), fixture.now().await), (3, target));
    let back = advance_to(&fixture.app, fixture.platform, START).await.unwrap();
    assert_eq!(back.now, target, "platform time never runs backwards");
}

#[tokio::test]
async fn a_stalled_advance_names_the_delivery_and_the_next_one_continues() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play_in_order([ScriptedOutcome::Blocked(gate)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let app = Arc::clone(&fixture.app);
    let other =
        tokio::spawn(
            async move { crate::webhooks::deliver_due(&app, None, timers::DELIVERY_TIMEOUT, 9).await },
        );
    fixture.transport.wait_for(1).await;
    tokio::time::pause();
    let target = START.plus(millis(60_000));
    let (now, waits_for) = fixture.stuck(target).await;
    assert_eq!(now, START);
    assert!(waits_for.starts_with("the delivery of CUSTOMER.KYC_APPROVED Webhook:"), "{waits_for}");
    assert!(fixture.app.advancing.platforms().is_empty());
    open.send_replace(true);
    other.await.unwrap().unwrap();
    let advanced = advance_to(&fixture.app, fixture.platform, target).await.unwrap();
    assert_eq!((advanced.now, advanced.remaining), (target, RemainingWork::default()));
}

#[tokio::test(start_paused = true)]
async fn an_advance_that_meets_a_failing_job_names_it_with_its_cause() {
    let fixture = Fixture::new().await;
    fixture.freeze().await;
    let due_at = START.plus(millis(3_000));
    let job = fixture.leave_work(due_at).await;
    let (now, waits_for) = fixture.stuck(START.plus(millis(60_000))).await;
    assert_eq!(now, due_at, "what was due before is done");
    assert!(waits_for.starts_with(&format!("the job EXPIRE_QUOTE {job} (attempt 1: ")), "{waits_for}");
}

#[tokio::test]
async fn an_advance_delivers_events_claimed_by_a_dead_process() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let pace = outbox::Pacing {
        previous_attempt_wait: timers::PREVIOUS_ATTEMPT_WAIT,
        late_after: timers::LATE_AFTER,
    };
    let lease = Lease { holder: Uuid::nil(), duration: timers::DELIVERY_LEASE, limit: 9 };
    let claimed =
        fixture.write(move |tx| Ok(outbox::claim(tx, None, lease, pace, &mut UnlimitedRoom)?)).await;
    assert_eq!(claimed.len(), 1, "its sender dies now");
    let target = START.plus(millis(1_000));
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let advancing = tokio::spawn(async move { advance_to(&app, platform, target).await });
    timers::pause(timers::ADVANCE_POLL_INTERVAL * 3).await;
    assert_eq!((fixture.now().await, fixture.transport.exchanges().len()), (START, 0));
    fixture.clock.advance(timers::DELIVERY_LEASE);
    assert_eq!(advancing.await.unwrap().unwrap().now, target);
    assert_eq!(fixture.transport.exchanges().len(), 1);
    const { assert!(timers::ADVANCE_STALL_TIMEOUT.as_secs() > timers::DELIVERY_LEASE.as_secs()) };
    const { assert!(timers::ADVANCE_STALL_TIMEOUT.as_secs() > timers::JOB_LEASE.as_secs()) };
}

/// Capacity for every delivery.
struct UnlimitedRoom;

impl outbox::Capacity for UnlimitedRoom {
    fn of(&self, _: PlatformId) -> u32 {
        u32::MAX
    }

    fn take(&mut self, _: PlatformId, _: u32) {}
}

#[tokio::test]
async fn many_events_of_one_account_do_not_hold_a_frozen_clock() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    for _ in 0..40 {
        fixture.emit(fixture.platform, EventType::InternalAccountBalanceUpdated, "InternalAccount:1").await;
    }
    let claim = async || {
        let pace = outbox::Pacing {
            previous_attempt_wait: timers::PREVIOUS_ATTEMPT_WAIT,
            late_after: timers::LATE_AFTER,
        };
        let lease = Lease { holder: Uuid::nil(), duration: timers::DELIVERY_LEASE, limit: 64 };
        let claim = move |tx: &mut Tx<'_>| Ok(outbox::claim(tx, None, lease, pace, &mut UnlimitedRoom)?);
        fixture.write(claim).await.into_iter().map(|event| event.seq).collect::<Vec<_>>()
    };
    assert_eq!(claim().await.len(), 1, "the first has a head start");
    assert_eq!(claim().await.len(), 0);
    fixture.clock.advance(timers::LATE_AFTER);
    let rest = claim().await;
    assert_eq!(rest.len(), 39, "those that have waited go together");
    assert!(rest.is_sorted());
}

#[tokio::test]
async fn an_advance_waits_for_work_claimed_by_another_worker() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.freeze().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play_in_order([ScriptedOutcome::Blocked(gate)]);
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let app = Arc::clone(&fixture.app);
    let other =
        tokio::spawn(
            async move { crate::webhooks::deliver_due(&app, None, timers::DELIVERY_TIMEOUT, 9).await },
        );
    fixture.transport.wait_for(1).await;
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let target = START.plus(millis(1_000));
    let advancing = tokio::spawn(async move { advance_to(&app, platform, target).await });
    // The advance polls several times; no poll moves the clock.
    timers::pause(timers::ADVANCE_POLL_INTERVAL * 5).await;
    assert_eq!(fixture.now().await, START);
    open.send_replace(true);
    other.await.unwrap().unwrap();
    assert_eq!(advancing.await.unwrap().unwrap().now, target);
    assert_eq!(fixture.transport.exchanges().len(), 1);
}
