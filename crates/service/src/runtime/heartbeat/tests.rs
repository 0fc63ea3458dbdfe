//! Integration tests of leases that end with their process. The fixture's clock is also its database's.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{PlatformId, QuoteId};
use causeway_store::jobs::{self, JobRecord};
use causeway_store::outbox::{self, Capacity, Pacing};
use causeway_store::verification_state::{self, Claim};
use causeway_store::{Error, Lease, LeaseStatus, Tx, processes};
use causeway_wire::webhooks::EventType;

use super::{Heartbeat, leave, record_seen};
use crate::fixture::{Fixture, START, millis};
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next, Work, schedule};
use crate::runtime::timers;

/// Longer than any run of beats that a process needs before it judges another.
const LONG_ENOUGH: u32 = 6;

/// Schedules a job that is due.
async fn add_job(fixture: &Fixture) {
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let quote: QuoteId = fixture.app.ids.next(START);
    fixture
        .write(move |tx| {
            let context = Context::read(tx, &app, platform)?;
            schedule(tx, &context, &Work::ExpireQuote { quote }, &quote, START)
        })
        .await;
}

async fn claim(app: &Arc<App>) -> Vec<JobRecord> {
    let lease = Lease { holder: app.process, duration: timers::JOB_LEASE, limit: 10 };
    let claimed: Result<_, Error> = app.store.write(&[], move |tx| jobs::claim(tx, None, lease)).await;
    claimed.unwrap()
}

/// Has these processes beat each second, this many times.
async fn beat(fixture: &Fixture, processes: &mut [&mut Heartbeat], times: u32) {
    for _ in 0..times {
        fixture.clock.advance(timers::BEAT_INTERVAL);
        for process in processes.iter_mut() {
            process.beat().await.unwrap();
        }
    }
}

#[tokio::test]
async fn leases_end_five_seconds_after_the_last_beat() {
    let fixture = Fixture::new().await;
    let peer = fixture.other_process();
    let mut dying = Heartbeat::new(Arc::clone(&fixture.app));
    let mut living = Heartbeat::new(Arc::clone(&peer));
    add_job(&fixture).await;
    let job = claim(&fixture.app).await.remove(0);
    beat(&fixture, &mut [&mut dying, &mut living], LONG_ENOUGH).await;

    let mut pause = millis(400);
    let mut silence = Duration::ZERO;
    while silence < timers::SILENCE {
        assert_eq!(claim(&peer).await.len(), 0, "after {silence:?}");
        fixture.clock.advance(pause);
        silence += pause;
        pause = living.beat().await.unwrap();
    }
    assert_eq!(silence, timers::SILENCE, "the beats of others find the end to the millisecond");
    let taken = claim(&peer).await.remove(0);
    assert_eq!((taken.id, taken.fence), (job.id, job.fence + 1));

    // The process was only late: its outcome is dropped, and it is listed again with its next beat.
    let late = ClaimedJob::new(&fixture.app, job);
    assert!(late.conclude(&[], |_, _| Ok(Next::Done)).await.is_err());
    let lost = async || fixture.write(|tx| Ok(processes::list(tx, 10)?)).await;
    assert_eq!(lost().await.iter().filter(|one| one.lost_at.is_some()).count(), 1);
    dying.beat().await.unwrap();
    assert_eq!(lost().await.iter().filter(|one| one.lost_at.is_some()).count(), 0);
}

/// Checks that a database that no process can reach for eight seconds takes no lease from any of them,
/// whichever is back first.
#[tokio::test]
async fn an_outage_of_the_database_is_no_death() {
    let fixture = Fixture::new().await;
    let peer = fixture.other_process();
    let mut holder = Heartbeat::new(Arc::clone(&fixture.app));
    let mut early = Heartbeat::new(Arc::clone(&peer));
    beat(&fixture, &mut [&mut holder, &mut early], LONG_ENOUGH).await;
    add_job(&fixture).await;
    let job = claim(&fixture.app).await.remove(0);

    fixture.clock.advance(millis(8_000));
    beat(&fixture, &mut [&mut early], 4).await;
    assert_eq!(claim(&peer).await.len(), 0, "the other process has had four seconds");
    beat(&fixture, &mut [&mut holder, &mut early], LONG_ENOUGH).await;
    assert_eq!(claim(&peer).await.len(), 0);
    let claimed = ClaimedJob::new(&fixture.app, job);
    claimed.conclude(&[], |_, _| Ok(Next::Done)).await.unwrap();
}

/// Capacity for every delivery.
struct UnlimitedRoom;

impl Capacity for UnlimitedRoom {
    fn of(&self, _: PlatformId) -> u32 {
        u32::MAX
    }

    fn take(&mut self, _: PlatformId, _: u32) {}
}

/// Claims the due deliveries for a process, and the verification; returns the number of both.
async fn claim_others(app: &Arc<App>) -> usize {
    let holder = app.process;
    let lease = Lease { holder, duration: timers::DELIVERY_LEASE, limit: 10 };
    let pace =
        Pacing { previous_attempt_wait: timers::PREVIOUS_ATTEMPT_WAIT, late_after: timers::LATE_AFTER };
    let claim = move |tx: &mut Tx<'_>| {
        let deliveries = outbox::claim(tx, None, lease, pace, &mut UnlimitedRoom)?;
        let verification = verification_state::claim(tx, holder, Duration::from_mins(5))?;
        Ok(deliveries.len() + usize::from(verification != Claim::OfAnother))
    };
    let claimed: Result<usize, Error> = app.store.write(&[], claim).await;
    claimed.unwrap()
}

#[tokio::test]
async fn a_process_that_stops_gives_its_leases_back_at_once() {
    let fixture = Fixture::new().await;
    let peer = fixture.other_process();
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    add_job(&fixture).await;
    record_seen(&fixture.app).await.unwrap();
    assert_eq!((claim(&fixture.app).await.len(), claim_others(&fixture.app).await), (1, 2));
    assert_eq!((claim(&peer).await.len(), claim_others(&peer).await), (0, 0));

    leave(&fixture.app).await;
    assert_eq!((claim(&peer).await.len(), claim_others(&peer).await), (1, 2));
    assert_eq!(fixture.write(|tx| Ok(processes::list(tx, 10)?)).await.len(), 0);
}

#[tokio::test]
async fn the_delay_of_a_retry_does_not_end_with_its_process() {
    let fixture = Fixture::new().await;
    let peer = fixture.other_process();
    add_job(&fixture).await;
    let job = claim(&fixture.app).await.remove(0);
    let delay = millis(60_000);
    let delayed = fixture.write(move |tx| Ok(jobs::delay_retry(tx, &job, delay, "unreachable")?)).await;
    assert_eq!(delayed, LeaseStatus::Held);

    leave(&fixture.app).await;
    fixture.clock.advance(delay - millis(1));
    assert_eq!(claim(&peer).await.len(), 0);
    fixture.clock.advance(millis(1));
    assert_eq!(claim(&peer).await.len(), 1);
}
