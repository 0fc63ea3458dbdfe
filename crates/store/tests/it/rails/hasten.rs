//! Integration tests of jobs that come forward.

use causeway_domain::ids::JobId;
use causeway_store::jobs;
use causeway_store::{Error, Tx, platforms};

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::jobs::{LEASE, add, claim, seconds};
use crate::rows::{a_platform, read, write};

on_both_engines!(a_waiting_job_comes_forward, a_claimed_job_stays, jobs_of_a_kind_come_forward);

async fn with_platforms(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        platforms::insert(tx, &a_platform(platform(1)))?;
        platforms::insert(tx, &a_platform(platform(2)))
    })
    .await;
    store
}

/// Returns the times at which the jobs of a platform are due.
async fn due(store: &Fixture, of: u128) -> Vec<(JobId, i64)> {
    let all = read(store, move |tx| jobs::list_waiting(tx, platform(of), 9)).await;
    all.into_iter().map(|job| (job.id, (job.due_at.millis() - START.millis()) / 1000)).collect()
}

/// Checks that jobs of the resource, and no others, come forward, and that none is delayed.
async fn a_waiting_job_comes_forward(engine: Engine) {
    let store = with_platforms(engine).await;
    let late = add(&store, platform(1), "a", seconds(90)).await;
    let soon = add(&store, platform(1), "a", seconds(10)).await;
    let other = add(&store, platform(1), "b", seconds(90)).await;
    let foreign = add(&store, platform(2), "a", seconds(90)).await;
    assert_eq!(write(&store, |tx| jobs::hasten(tx, platform(1), "a", seconds(20))).await, 2);
    assert_eq!(due(&store, 1).await, [(soon, 10), (late, 20), (other, 90)]);
    assert_eq!(due(&store, 2).await, [(foreign, 90)]);
    assert_eq!(write(&store, |tx| jobs::hasten(tx, platform(1), "c", seconds(20))).await, 0);
}

/// Checks that a job which a worker has is not counted, so that the caller schedules another.
async fn a_claimed_job_stays(engine: Engine) {
    let store = with_platforms(engine).await;
    add(&store, platform(1), "a", seconds(0)).await;
    assert_eq!(claim(&store, LEASE).await.len(), 1);
    assert_eq!(write(&store, |tx| jobs::hasten(tx, platform(1), "a", seconds(0))).await, 0);
}

/// Checks that all jobs of the kinds come forward to the present of their platforms, some at a time.
async fn jobs_of_a_kind_come_forward(engine: Engine) {
    let store = with_platforms(engine).await;
    let first = add(&store, platform(1), "a", seconds(30)).await;
    let second = add(&store, platform(2), "b", seconds(60)).await;
    let hasten = |kinds: &'static [&'static str]| move |tx: &mut Tx<'_>| jobs::hasten_kinds(tx, kinds, 1);
    assert_eq!(write(&store, hasten(&["OTHER"])).await, 0);
    let kinds: &[&str] = &["OTHER", "EXPIRE"];
    assert_eq!(write(&store, hasten(kinds)).await, 1);
    assert_eq!(due(&store, 1).await, [(first, 0)]);
    assert_eq!(due(&store, 2).await, [(second, 60)]);
    assert_eq!(write(&store, hasten(kinds)).await, 1);
    assert_eq!(due(&store, 2).await, [(second, 0)]);
    let done = store.write(&[], hasten(kinds)).await;
    assert_eq!(done, Ok::<_, Error>(0), "jobs that are due stay");
}
