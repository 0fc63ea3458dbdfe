//! Integration tests of failing databases and disks: no caller is told of a commit that did not happen, and
//! unaffected work continues.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use causeway_store::{Error, Fault, Health, Point, Tx, params};

use crate::faults::PlannedFaults;
use crate::harness::{Engine, Fixture, on_both_engines};

on_both_engines!(
    a_lost_race_is_rerun,
    a_race_lost_forever_is_given_up,
    a_full_disk_is_reported_and_ends_by_itself,
    a_failed_commit_is_rerun,
    a_lost_connection_is_made_again,
    a_failed_sync_closes_the_store_without_acknowledgement,
    every_point_is_reached_in_order,
);

fn add(tx: &mut Tx<'_>, id: i64) -> Result<(), Error> {
    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, format!("note {id}")])
}

async fn failing(engine: Engine) -> (Fixture, Arc<PlannedFaults>) {
    let faults = Arc::new(PlannedFaults::default());
    (Fixture::failing(engine, faults.clone()).await.with_notes().await, faults)
}

async fn a_lost_race_is_rerun(engine: Engine) {
    let (store, faults) = failing(engine).await;
    for point in [Point::BeforeClosure, Point::AfterClosure, Point::BeforeCommit] {
        faults.plan(point, Fault::LostRace);
    }
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let write = store.write(&[], move |tx| {
        counted.fetch_add(1, Ordering::SeqCst);
        add(tx, 1)
    });
    assert_eq!(write.await, Ok::<_, Error>(()));
    assert!(faults.is_spent());
    assert_eq!(runs.load(Ordering::SeqCst), 3, "the first race is lost before the closure runs");
    assert_eq!(store.notes().await, ["note 1"]);
}

async fn a_race_lost_forever_is_given_up(engine: Engine) {
    let (store, faults) = failing(engine).await;
    for _ in 0..20 {
        faults.plan(Point::AfterClosure, Fault::LostRace);
    }
    assert_eq!(store.write(&[], |tx| add(tx, 1)).await, Err(Error::Conflict));
    assert!(store.notes().await.is_empty());
}

async fn a_full_disk_is_reported_and_ends_by_itself(engine: Engine) {
    let (store, faults) = failing(engine).await;
    faults.plan(Point::AfterClosure, Fault::Full);
    assert_eq!(store.write(&[], |tx| add(tx, 1)).await, Err(Error::Full));
    assert_eq!(store.health(), Health::Full);
    assert!(store.notes().await.is_empty());
    assert_eq!(store.write(&[], |tx| add(tx, 2)).await, Ok::<_, Error>(()));
    assert_eq!(store.health(), Health::Ready, "a write that comes through shows that there is room again");
    assert_eq!(store.notes().await, ["note 2"]);
}

async fn a_failed_commit_is_rerun(engine: Engine) {
    let (store, faults) = failing(engine).await;
    faults.plan(Point::BeforeCommit, Fault::LostRace);
    assert_eq!(store.write(&[], |tx| add(tx, 1)).await, Ok::<_, Error>(()));
    faults.plan(Point::BeforeCommit, Fault::Full);
    assert_eq!(store.write(&[], |tx| add(tx, 2)).await, Err(Error::Full));
    faults.plan(Point::BeforeCommit, Fault::Io);
    assert!(matches!(store.write(&[], |tx| add(tx, 3)).await, Err(Error::Io(_))));
    assert_eq!(store.notes().await, ["note 1"]);
}

async fn a_lost_connection_is_made_again(engine: Engine) {
    let (store, faults) = failing(engine).await;
    faults.plan(Point::BeforeClosure, Fault::LostConnection);
    faults.plan(Point::AfterClosure, Fault::LostConnection);
    assert_eq!(store.write(&[], |tx| add(tx, 1)).await, Ok::<_, Error>(()));
    assert!(faults.is_spent());
    assert_eq!(store.notes().await, ["note 1"]);
}

async fn a_failed_sync_closes_the_store_without_acknowledgement(engine: Engine) {
    for (point, kept) in [(Point::BeforeCommit, 0), (Point::AfterCommit, 1)] {
        let faults = Arc::new(PlannedFaults::default());
        let ended = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&ended);
        let store = Fixture::with(engine, |options| {
            options.faults = Some(faults.clone());
            options.on_fatal = Arc::new(move |_| {
                counted.fetch_add(1, Ordering::SeqCst);
            });
        });
        let store = store.await.with_notes().await;
        faults.plan(point, Fault::FailedSync);
        assert_eq!(store.write(&[], |tx| add(tx, 1)).await, Err(Error::InDoubt));
        assert_eq!(ended.load(Ordering::SeqCst), 1);
        assert_eq!(store.health(), Health::Closed);
        assert_eq!(store.write(&[], |tx| add(tx, 2)).await, Err(Error::Closed));
        store.close();
        assert_eq!(store.reopened().notes().await.len(), kept, "only a new start can show it");
    }
}

async fn every_point_is_reached_in_order(engine: Engine) {
    let (store, faults) = failing(engine).await;
    let before = faults.reached().len();
    assert_eq!(store.write(&[], |tx| add(tx, 1)).await, Ok::<_, Error>(()));
    let expected = [Point::BeforeClosure, Point::AfterClosure, Point::BeforeCommit, Point::AfterCommit];
    assert_eq!(faults.reached()[before..], expected);
}

/// Checks a real full disk, as far as a test can produce one: SQLite may not grow its file.
#[tokio::test]
async fn a_file_that_cannot_grow_is_a_full_disk() {
    let store = Fixture::new(Engine::Sqlite).await.with_notes().await;
    let limit = store.write(&[], |tx| {
        let pages: i64 = tx.query_one("PRAGMA page_count", &[], |row| row.get("page_count"))?;
        tx.query(&format!("PRAGMA max_page_count = {}", pages + 2), &[], |_| Ok(()))
    });
    limit.await.map_err(|error: Error| error).unwrap();
    let large = |id: i64| {
        store.write(&[], move |tx| {
            tx.execute(
                "INSERT INTO note (id, text) VALUES ($1, $2)",
                params![id, format!("{id}{}", "x".repeat(50_000))],
            )
        })
    };
    assert_eq!(large(1).await, Err(Error::Full));
    assert_eq!(store.health(), Health::Full);
    assert_eq!(store.write(&[], |tx| add(tx, 2)).await, Ok::<_, Error>(()));
    assert_eq!(store.health(), Health::Ready);
    // Small writes share a transaction with one that does not fit. Those that were acknowledged are stored.
    let store = Arc::new(store);
    let writes: Vec<_> = (10..30)
        .map(|id| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let text = if id == 20 { "x".repeat(50_000) } else { format!("note {id}") };
                let write = store.write(&[], move |tx| {
                    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, &text])
                });
                write.await.map_err(|error: Error| error)
            })
        })
        .collect();
    let mut acknowledged = vec!["note 2".to_owned()];
    for (id, write) in (10..30).zip(writes) {
        match write.await.unwrap() {
            Ok(()) => acknowledged.push(format!("note {id}")),
            Err(error) => assert_eq!(error, Error::Full),
        }
    }
    assert_eq!(store.notes().await, acknowledged);
}
