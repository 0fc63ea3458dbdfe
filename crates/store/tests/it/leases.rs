//! Integration tests of the leases of a process, which end together.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::leases::{self, Observer};
use causeway_store::processes::{self, Beat, NewProcess};
use causeway_store::{Error, Lease, LeaseStatus, jobs, platforms};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::jobs::{LEASE, add, claim, complete, seconds};
use crate::rows::a_platform;

on_both_engines!(
    a_silent_process_is_taken_over_once,
    an_observer_that_was_held_up_judges_no_one,
    a_claim_by_a_process_of_the_first_version_is_its_own,
);

const SILENCE: Duration = Duration::from_secs(5);

/// Names the process whose leases end.
const DYING: Uuid = Uuid::from_u128(1);
const LIVING: Uuid = Uuid::from_u128(2);

async fn with_platform(store: Fixture) -> Fixture {
    let record = a_platform(platform(1));
    let insert = store.write(&[], move |tx| platforms::insert(tx, &record));
    insert.await.map_err(|error: Error| error).unwrap();
    store
}

async fn beat(store: &Fixture, id: Uuid) -> Beat {
    let process = NewProcess { id, version: "1.2.3", started_at: START };
    let beat = store.write(&[], move |tx| processes::beat(tx, process));
    beat.await.map_err(|error: Error| error).unwrap()
}

async fn take_over(store: &Fixture, beat_at: Time) -> Vec<Uuid> {
    let observer = Observer { process: LIVING, beat_at, beat_counts_for: SILENCE, silence: SILENCE };
    let lost = store.write(&[], move |tx| leases::take_over(tx, &observer));
    lost.await.map_err(|error: Error| error).unwrap()
}

/// Has the dying process beat, and moves this beat back by the time after which it is silent.
async fn fall_silent(store: &Fixture) {
    beat(store, DYING).await;
    store.change("UPDATE process SET beat_at = beat_at - 5000").await;
}

async fn a_silent_process_is_taken_over_once(engine: Engine) {
    let store = with_platform(Fixture::new(engine).await).await;
    add(&store, platform(1), "a", seconds(0)).await;
    let dying = Lease { holder: DYING, ..LEASE };
    let living = Lease { holder: LIVING, ..LEASE };
    let lost_job = claim(&store, dying).await.remove(0);
    beat(&store, DYING).await;
    let own = beat(&store, LIVING).await;
    assert!(own.oldest_other.is_some_and(|beat| beat <= own.at));
    assert!(take_over(&store, own.at).await.is_empty(), "it beats");

    fall_silent(&store).await;
    let own = beat(&store, LIVING).await;
    assert!(own.oldest_other.is_some_and(|beat| own.at.since(beat) >= SILENCE));
    assert_eq!(take_over(&store, own.at).await, [DYING]);
    assert!(take_over(&store, own.at).await.is_empty());
    assert_eq!(beat(&store, LIVING).await.oldest_other, None);
    let taken = claim(&store, living).await.remove(0);
    assert_eq!((taken.id, taken.fence), (lost_job.id, lost_job.fence + 1));
    assert_eq!(complete(&store, &lost_job).await, LeaseStatus::Fenced);

    // It beats again, and can be lost again.
    fall_silent(&store).await;
    let own = beat(&store, LIVING).await;
    assert_eq!(take_over(&store, own.at).await, [DYING]);
    assert_eq!(complete(&store, &taken).await, LeaseStatus::Held);
}

async fn an_observer_that_was_held_up_judges_no_one(engine: Engine) {
    let store = with_platform(Fixture::new(engine).await).await;
    fall_silent(&store).await;
    let own = beat(&store, LIVING).await;
    let long_ago = own.at.minus(SILENCE + Duration::from_millis(1));
    assert!(take_over(&store, long_ago).await.is_empty());
    let ahead = own.at.plus(Duration::from_secs(60));
    assert!(take_over(&store, ahead).await.is_empty(), "the database's clock went back");
    assert_eq!(take_over(&store, own.at).await, [DYING]);
}

/// Checks that a process which names no holder keeps the job that it has claimed, also after another has claimed it.
async fn a_claim_by_a_process_of_the_first_version_is_its_own(engine: Engine) {
    let store = with_platform(Fixture::new(engine).await).await;
    add(&store, platform(1), "a", seconds(0)).await;
    let dying = Lease { holder: DYING, ..LEASE };
    assert_eq!(claim(&store, dying).await.len(), 1);
    store.change("UPDATE job /* all platforms */ SET fence = fence + 1, lease_until = lease_until + 1").await;
    let give_back = store.write(&[], |tx| leases::give_back(tx, DYING)).await;
    assert_eq!(give_back, Ok::<_, Error>(()));
    assert_eq!(claim(&store, LEASE).await.len(), 0);
}

/// Checks that a job whose outcome is being written is waited for by no one, and given back later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_is_being_concluded_is_given_back_later() {
    let store = Arc::new(with_platform(Fixture::new(Engine::Postgres).await).await);
    add(&store, platform(1), "a", seconds(0)).await;
    let job = claim(&store, Lease { holder: DYING, ..LEASE }).await.remove(0);
    fall_silent(&store).await;
    let (locked, is_locked) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let concluding = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let conclude = store.write(&[], move |tx| {
                jobs::hold(tx, &job)?;
                locked.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Err::<(), Error>(Error::Data("the process dies".to_owned()))
            });
            conclude.await
        }
    });
    tokio::task::spawn_blocking(move || is_locked.recv().unwrap()).await.unwrap();
    let own = beat(&store, LIVING).await;
    assert!(take_over(&store, own.at).await.is_empty(), "one lease is left");
    drop(go);
    assert!(concluding.await.unwrap().is_err());
    let own = beat(&store, LIVING).await;
    assert_eq!(take_over(&store, own.at).await, [DYING]);
    assert_eq!(claim(&store, LEASE).await.len(), 1);
}
