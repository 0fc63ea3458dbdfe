//! Integration tests of connections lost around COMMIT: committed work is acknowledged once, all other work
//! is rerun. SQLite has no connection to lose, but the same tests must pass.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use causeway_store::{Error, Fault, Point, params};
use causeway_testing::postgres::Cluster;

use crate::faults::PlannedFaults;
use crate::harness::{Engine, Fixture, Home, on_both_engines};
use crate::load::{self, Load};

on_both_engines!(
    a_lost_answer_is_found_out,
    a_lost_commit_is_rerun,
    a_marker_that_may_have_been_pruned_decides_nothing,
    connections_ended_under_load_lose_and_repeat_nothing,
    markers_are_pruned,
);

/// Adds a note under a number without a unique key, so that a repeated write is visible.
async fn add(store: &Fixture, runs: &Arc<AtomicU32>) -> Result<(), Error> {
    let runs = Arc::clone(runs);
    let write = store.write(&[], move |tx| {
        runs.fetch_add(1, Ordering::SeqCst);
        let next: i64 =
            tx.query_one("SELECT COALESCE(MAX(id), 0) + 1 AS next FROM note", &[], |row| row.get("next"))?;
        tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![next, format!("note {next}")])
    });
    write.await
}

async fn failing(engine: Engine) -> (Fixture, Arc<PlannedFaults>) {
    let faults = Arc::new(PlannedFaults::default());
    (Fixture::failing(engine, faults.clone()).await.with_notes().await, faults)
}

async fn a_lost_answer_is_found_out(engine: Engine) {
    let (store, faults) = failing(engine).await;
    let runs = Arc::new(AtomicU32::new(0));
    faults.plan(Point::BeforeCommit, Fault::LostAnswer);
    assert_eq!(add(&store, &runs).await, Ok(()));
    assert!(faults.is_spent());
    assert_eq!(runs.load(Ordering::SeqCst), 1, "the write was committed: a rerun would add a second note");
    assert_eq!(store.notes().await, ["note 1"]);
}

async fn a_marker_that_may_have_been_pruned_decides_nothing(engine: Engine) {
    let faults = Arc::new(PlannedFaults::default());
    let store = Fixture::with(engine, |options| {
        options.faults = Some(Arc::<PlannedFaults>::clone(&faults));
        options.in_doubt_limit = Duration::ZERO;
    });
    let store = store.await.with_notes().await;
    let runs = Arc::new(AtomicU32::new(0));
    faults.plan(Point::BeforeCommit, Fault::LostAnswer);
    let outcome = if engine == Engine::Postgres { Err(Error::InDoubt) } else { Ok(()) };
    assert_eq!(add(&store, &runs).await, outcome);
    assert_eq!(runs.load(Ordering::SeqCst), 1, "an undecided write is not rerun");
    assert_eq!(store.notes().await, ["note 1"]);
}

/// Plants a fault: a pruned marker is taken for one that was never written, as if pruning were impossible
/// within the limit. Committed work is repeated.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pruned_commit_marker_repeats_committed_work() {
    for (limit, outcome, notes) in [
        (Duration::ZERO, Err(Error::InDoubt), &["note 1"][..]),
        (Duration::from_hours(12), Ok(()), &["note 1", "note 2"]),
    ] {
        let faults = Arc::new(PlannedFaults::default());
        let store = Fixture::with(Engine::Postgres, |options| {
            options.faults = Some(Arc::<PlannedFaults>::clone(&faults));
            options.in_doubt_limit = limit;
        });
        let store = store.await.with_notes().await;
        store
            .change("CREATE FUNCTION prune() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
            .await;
        store
            .change(
                "CREATE TRIGGER pruned BEFORE INSERT ON commit_marker FOR EACH ROW WHEN (NOT NEW.fenced)
                 EXECUTE FUNCTION prune()",
            )
            .await;
        faults.plan(Point::BeforeCommit, Fault::LostAnswer);
        assert_eq!(add(&store, &Arc::default()).await, outcome);
        assert_eq!(store.notes().await, notes);
    }
}

async fn a_lost_commit_is_rerun(engine: Engine) {
    let (store, faults) = failing(engine).await;
    let runs = Arc::new(AtomicU32::new(0));
    faults.plan(Point::BeforeCommit, Fault::LostConnection);
    assert_eq!(add(&store, &runs).await, Ok(()));
    let expected = if engine == Engine::Postgres { 2 } else { 1 };
    assert_eq!(runs.load(Ordering::SeqCst), expected);
    assert_eq!(store.notes().await, ["note 1"]);
}

/// Ends the store's connections again and again while callers write.
async fn connections_ended_under_load_lose_and_repeat_nothing(engine: Engine) {
    let store = Fixture::new(engine).await;
    load::make_table(&store).await;
    let load = Load::start(&store);
    let mut ended = 0;
    for _ in 0..15 {
        Load::committed(&store, 20).await;
        if let Home::Server(server) = &store.home {
            ended += server.end_connections().await.unwrap();
        }
    }
    load.stop_and_check(&store).await;
    assert!(engine == Engine::Sqlite || ended > 15, "the server ended {ended} connections");
}

/// Kills the server's processes under load; it drops all connections and recovers from its log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_crashes_under_load_loses_and_repeats_nothing() {
    let cluster = Cluster::private().await.unwrap();
    let database = cluster.database().await.unwrap();
    let store = Fixture::reopen(Home::Server(database), |_| {});
    load::make_table(&store).await;
    let load = Load::start(&store);
    for _ in 0..3 {
        Load::committed(&store, 50).await;
        let Home::Server(database) = &store.home else { unreachable!("made so above") };
        // A connection may be opening or closing right now.
        while cluster.kill_backends(database).await.is_err() {
            tokio::task::yield_now().await;
        }
    }
    Load::committed(&store, 50).await;
    load.stop_and_check(&store).await;
}

async fn markers_are_pruned(engine: Engine) {
    use causeway_store::commit_markers;

    let store = Fixture::new(engine).await.with_notes().await;
    let kept = store.write(&[], |tx| commit_markers::prune(tx, Duration::from_hours(1), 100)).await;
    assert_eq!(kept, Ok::<_, Error>(0), "those of today stay, whatever the process's clock says");
    store.change("UPDATE commit_marker SET at = at - 7200000").await;
    let pruned = store.write(&[], |tx| commit_markers::prune(tx, Duration::from_hours(1), 100)).await;
    let markers = store
        .read(|tx| tx.query_one("SELECT COUNT(*) AS n FROM commit_marker", &[], |row| row.get::<i64>("n")));
    match engine {
        // The fixture's markers and the first pruning, but neither the change of their age nor the pruning
        // itself.
        Engine::Postgres => {
            assert_eq!(pruned, Ok::<_, Error>(3));
            assert_eq!(markers.await, Ok::<_, Error>(2));
        }
        Engine::Sqlite => assert_eq!((pruned, markers.await), (Ok::<_, Error>(0), Ok::<_, Error>(0))),
    }
}
