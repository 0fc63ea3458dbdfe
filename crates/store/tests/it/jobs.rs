//! Integration tests of jobs: due on their platform's clock, claimed once, in order, one per resource.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{JobId, PlatformId};
use causeway_domain::{PlatformClock, Time};
use causeway_store::ahead::RescheduledWork;
use causeway_store::jobs::{self, Backlog, JobRecord, JobState, NewJob};
use causeway_store::{Error, Lease, LeaseStatus, Tx, Wake, ahead, params, platforms};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::rows::a_platform;

on_both_engines!(
    a_job_is_claimed_when_its_platforms_clock_says_so,
    jobs_of_one_resource_run_one_by_one_in_order,
    no_two_claimers_get_the_same_job,
    an_outcome_after_a_lost_lease_is_dropped,
    a_failed_job_waits_for_an_operator,
    a_job_held_back_keeps_its_resource,
    a_lonely_process_takes_over_at_once,
    the_backlog_counts_jobs_by_state,
    jobs_scheduled_in_the_future_are_rescheduled,
);

pub(crate) const LEASE: Lease = Lease { holder: Uuid::nil(), duration: Duration::from_secs(60), limit: 10 };

async fn with_platforms(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    for number in [1, 2] {
        let record = a_platform(platform(number));
        let insert = store.write(&[], move |tx| platforms::insert(tx, &record));
        insert.await.map_err(|error: Error| error).unwrap();
    }
    store
}

pub(crate) fn seconds(count: i64) -> Time {
    Time::from_millis(START.millis() + 1000 * count)
}

pub(crate) async fn add(store: &Fixture, owner: PlatformId, resource: &'static str, due_at: Time) -> JobId {
    let id: JobId = store.ids.next(START);
    let insert = store.write(&[], move |tx| {
        let payload = serde_json::json!({"v": 1});
        let job = NewJob { id, kind: "EXPIRE", resource, due_at, payload: &payload, created_at: START };
        jobs::insert(tx, owner, &job)
    });
    insert.await.map_err(|error: Error| error).unwrap();
    id
}

pub(crate) async fn claim(store: &Fixture, lease: Lease) -> Vec<JobRecord> {
    store.write(&[], move |tx| jobs::claim(tx, None, lease)).await.map_err(|error: Error| error).unwrap()
}

fn ids(jobs: &[JobRecord]) -> Vec<JobId> {
    jobs.iter().map(|job| job.id).collect()
}

pub(crate) async fn complete(store: &Fixture, job: &JobRecord) -> LeaseStatus {
    let job = job.clone();
    let complete = move |tx: &mut Tx<'_>| {
        if jobs::hold(tx, &job)?.is_none() {
            return Ok(LeaseStatus::Fenced);
        }
        jobs::complete(tx, &job)?;
        Ok(LeaseStatus::Held)
    };
    store.write(&[], complete).await.map_err(|error: Error| error).unwrap()
}

async fn a_lonely_process_takes_over_at_once(engine: Engine) {
    let store = with_platforms(engine).await;
    let job = add(&store, platform(1), "a", seconds(0)).await;
    let dead = claim(&store, LEASE).await.remove(0);
    assert!(claim(&store, LEASE).await.is_empty());
    store.write(&[], jobs::release_all).await.map_err(|error: Error| error).unwrap();
    let alive = claim(&store, LEASE).await;
    assert_eq!((ids(&alive), alive[0].attempts), (vec![job], 2));
    assert_eq!(complete(&store, &dead).await, LeaseStatus::Fenced);
    assert_eq!(complete(&store, &alive[0]).await, LeaseStatus::Held);
}

async fn a_job_is_claimed_when_its_platforms_clock_says_so(engine: Engine) {
    let store = with_platforms(engine).await;
    let woken = store.subscribe(Wake::Jobs);
    let now = add(&store, platform(1), "a", seconds(0)).await;
    woken.notified().await;
    let claimed = claim(&store, LEASE).await;
    assert_eq!(ids(&claimed), [now]);
    assert_eq!(complete(&store, &claimed[0]).await, LeaseStatus::Held);
    let running = add(&store, platform(1), "a", seconds(10)).await;
    let frozen = add(&store, platform(2), "b", seconds(10)).await;
    let freeze = store
        .write(&[], |tx| platforms::set_clock(tx, platform(2), PlatformClock::Frozen { at: seconds(5) }));
    freeze.await.map_err(|error: Error| error).unwrap();
    assert!(claim(&store, LEASE).await.is_empty());
    let earliest = store.read(|tx| jobs::earliest_due(tx, platform(2))).await;
    assert_eq!(earliest, Ok::<_, Error>(Some(seconds(10))));
    store.clock.advance(Duration::from_secs(10));
    assert_eq!(ids(&claim(&store, LEASE).await), [running]);
    let advance = store
        .write(&[], |tx| platforms::set_clock(tx, platform(2), PlatformClock::Frozen { at: seconds(10) }));
    advance.await.map_err(|error: Error| error).unwrap();
    let claimed = claim(&store, LEASE).await;
    assert_eq!(ids(&claimed), [frozen]);
    assert_eq!((claimed[0].state, claimed[0].attempts, claimed[0].fence), (JobState::Leased, 1, 1));
    let lead = store.write(&[], |tx| {
        platforms::set_clock(tx, platform(2), PlatformClock::Running { lead_millis: 3_600_000 })
    });
    lead.await.map_err(|error: Error| error).unwrap();
    let ahead = add(&store, platform(2), "c", seconds(3_600)).await;
    assert_eq!(ids(&claim(&store, LEASE).await), [ahead]);
}

async fn jobs_of_one_resource_run_one_by_one_in_order(engine: Engine) {
    let store = with_platforms(engine).await;
    let second = add(&store, platform(1), "a", seconds(0)).await;
    let first = add(&store, platform(1), "a", seconds(-5)).await;
    let other = add(&store, platform(1), "b", seconds(-1)).await;
    let same_name = add(&store, platform(2), "a", seconds(-3)).await;
    let claimed = claim(&store, LEASE).await;
    assert_eq!(ids(&claimed), [first, same_name, other], "the earliest of each resource, the earliest first");
    assert!(claim(&store, LEASE).await.is_empty(), "the resource's second job waits for its first");
    assert_eq!(complete(&store, &claimed[0]).await, LeaseStatus::Held);
    assert_eq!(ids(&claim(&store, LEASE).await), [second]);
}

async fn no_two_claimers_get_the_same_job(engine: Engine) {
    let store = Arc::new(with_platforms(engine).await);
    for number in 0..60 {
        add(&store, platform(1), ["a", "b", "c", "d", "e", "f"][number % 6], seconds(-1)).await;
    }
    let few = Lease { limit: 3, ..LEASE };
    let claimers: Vec<_> = (0..6)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut done = Vec::new();
                let mut idle = 0;
                while idle < 20 {
                    let claimed = claim(&store, few).await;
                    idle = if claimed.is_empty() { idle + 1 } else { 0 };
                    for job in claimed {
                        assert_eq!(complete(&store, &job).await, LeaseStatus::Held);
                        done.push(job.id);
                    }
                }
                done
            })
        })
        .collect();
    let mut done = Vec::new();
    for claimer in claimers {
        done.extend(claimer.await.unwrap());
    }
    let count = done.len();
    done.sort_unstable();
    done.dedup();
    assert_eq!((done.len(), count), (60, 60), "every job is done once");
}

async fn an_outcome_after_a_lost_lease_is_dropped(engine: Engine) {
    let store = with_platforms(engine).await;
    add(&store, platform(1), "a", seconds(0)).await;
    let late_job = claim(&store, Lease { duration: Duration::ZERO, limit: 1, ..LEASE }).await.remove(0);
    let next = claim(&store, LEASE).await.remove(0);
    assert_eq!((next.id, next.fence, next.attempts), (late_job.id, late_job.fence + 1, 2));
    let hold = |job: &JobRecord| {
        let job = job.clone();
        store.write(&[], move |tx| Ok(jobs::hold(tx, &job)?.map(|platform| platform.id)))
    };
    assert_eq!(hold(&late_job).await, Ok::<_, Error>(None));
    assert_eq!(complete(&store, &late_job).await, LeaseStatus::Fenced);
    let failed = late_job.clone();
    let fail = store.write(&[], move |tx| jobs::fail(tx, &failed, "late")).await;
    assert_eq!(fail, Ok::<_, Error>(LeaseStatus::Fenced));
    let again = late_job.clone();
    let again = store.write(&[], move |tx| jobs::reschedule(tx, &again, START)).await;
    assert_eq!(again, Ok::<_, Error>(()));
    assert_eq!(hold(&next).await, Ok::<_, Error>(Some(platform(1))));
    assert_eq!(complete(&store, &next).await, LeaseStatus::Held);
    assert_eq!(hold(&next).await, Ok::<_, Error>(None), "a job that is done is no more");
}

async fn a_failed_job_waits_for_an_operator(engine: Engine) {
    let store = with_platforms(engine).await;
    let id = add(&store, platform(1), "a", seconds(0)).await;
    let behind = add(&store, platform(1), "a", seconds(0)).await;
    let job = claim(&store, LEASE).await.remove(0);
    let fail = store.write(&[], move |tx| jobs::fail(tx, &job, "no such rail")).await;
    assert_eq!(fail, Ok::<_, Error>(LeaseStatus::Held));
    let failed =
        store.read(|tx| jobs::list_failed(tx, None, 10)).await.map_err(|error: Error| error).unwrap();
    assert_eq!(ids(&failed), [id]);
    assert_eq!(failed[0].last_error.as_deref(), Some("no such rail"));
    assert_eq!(ids(&claim(&store, LEASE).await), [behind], "others of the resource go on");
    let retry = |of| store.write(&[], move |tx| jobs::retry_failed(tx, of, id));
    assert_eq!(retry(platform(2)).await, Ok::<_, Error>(false), "a job of another platform");
    assert_eq!(retry(platform(1)).await, Ok::<_, Error>(true));
    assert_eq!(retry(platform(1)).await, Ok::<_, Error>(false));
    let found = store.read(move |tx| jobs::find(tx, platform(1), id)).await.map_err(|error: Error| error);
    assert_eq!(found.unwrap().map(|job| (job.state, job.attempts)), Some((JobState::Waiting, 0)));
}

async fn a_job_held_back_keeps_its_resource(engine: Engine) {
    let store = with_platforms(engine).await;
    add(&store, platform(1), "a", seconds(0)).await;
    add(&store, platform(1), "a", seconds(0)).await;
    let job = claim(&store, LEASE).await.remove(0);
    let id = job.id;
    let back = store.write(&[], move |tx| jobs::delay_retry(tx, &job, Duration::from_secs(60), "timeout"));
    assert_eq!(back.await, Ok::<_, Error>(LeaseStatus::Held));
    assert!(claim(&store, LEASE).await.is_empty());
    let found = store.read(move |tx| jobs::find(tx, platform(1), id)).await.map_err(|error: Error| error);
    assert_eq!(found.unwrap().unwrap().last_error.as_deref(), Some("timeout"));
}

async fn the_backlog_counts_jobs_by_state(engine: Engine) {
    let store = with_platforms(engine).await;
    let backlog = || async { store.read(jobs::backlog).await.map_err(|error: Error| error).unwrap() };
    assert_eq!(backlog().await, Backlog::default());
    add(&store, platform(1), "a", seconds(-2)).await;
    add(&store, platform(1), "b", seconds(5)).await;
    let counted = backlog().await;
    assert_eq!((counted.due, counted.leased, counted.failed, counted.later), (1, 0, 0, 1));
    assert_eq!(counted.lag_millis, 2000);
    let job = claim(&store, LEASE).await.remove(0);
    assert_eq!(backlog().await.leased, 1);
    assert_eq!(complete(&store, &job).await, LeaseStatus::Held);
    assert_eq!(backlog().await, Backlog { later: 1, ..Backlog::default() });
}

/// Checks jobs that were scheduled while the clock was a year ahead: they must not wait for that time again.
async fn jobs_scheduled_in_the_future_are_rescheduled(engine: Engine) {
    let store = with_platforms(engine).await;
    let sound = add(&store, platform(1), "Quote:1", START).await;
    let lost = add(&store, platform(1), "Quote:2", START).await;
    let job = add(&store, platform(2), "Quote:3", START).await;
    let year = 365 * 86_400_000_i64;
    let away = store.write(&[], move |tx| {
        let sql = "UPDATE job SET due_at = due_at + $2, scheduled_at = scheduled_at + $2 WHERE job_id = $1 \
                   /* all platforms */";
        tx.execute(sql, params![lost, year])?;
        let now = tx.database_time()?;
        let sql = "UPDATE job SET state = 'LEASED', lease_until = $2 WHERE job_id = $1 /* all platforms */";
        tx.execute(sql, params![job, now.millis() + year])
    });
    away.await.map_err(|error: Error| error).unwrap();
    assert_eq!(ids(&claim(&store, LEASE).await), [sound]);
    let rescheduled: Result<RescheduledWork, Error> = store.write(&[], ahead::reschedule_future_work).await;
    let rescheduled = rescheduled.unwrap();
    assert_eq!((rescheduled.count, rescheduled.latest.is_some()), (2, true));
    let mut claimed = ids(&claim(&store, LEASE).await);
    claimed.sort();
    let mut expected = [lost, job];
    expected.sort();
    assert_eq!(claimed, expected);
    assert_eq!(
        store.write(&[], ahead::reschedule_future_work).await,
        Ok::<_, Error>(RescheduledWork::default())
    );
}
