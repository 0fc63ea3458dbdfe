//! Integration tests of commits that wait for a standby: none is acknowledged that may exist on one server alone.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use causeway_store::Error;
use causeway_testing::postgres::{Cluster, TestDatabase};
use causeway_testing::wait;

use crate::harness::{Fixture, Home};

/// The processes whose commits wait for the standby.
const WAITING: &str = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'";

/// A store whose server waits for a standby that is not there.
struct WaitingPrimary {
    store: Fixture,
    /// Dropped last: it outlives its databases.
    cluster: Cluster,
}

impl WaitingPrimary {
    async fn start() -> Self {
        let cluster = Cluster::private().await.unwrap();
        let database = cluster.database().await.unwrap();
        let store = Fixture::reopen(Home::Server(database), |_| {}).with_notes().await;
        cluster.require_standby().await.unwrap();
        Self { store, cluster }
    }

    fn database(&self) -> &TestDatabase {
        match &self.store.home {
            Home::Server(database) => database,
            Home::Folder(_) => unreachable!("made so above"),
        }
    }

    /// Waits until this many commits wait for the standby.
    async fn wait_for_commits(&self, expected: i64) {
        wait::until("commits wait for the standby", wait::PATIENCE, || async {
            match self.database().number(&format!("SELECT count(*) {WAITING}")).await {
                Ok(count) if count == expected => Ok(()),
                Ok(count) => Err(format!("{count} of {expected}")),
                Err(error) => Err(error.to_string()),
            }
        })
        .await;
    }

    /// Returns the process of the only commit that waits.
    async fn waiting_process(&self) -> i64 {
        self.wait_for_commits(1).await;
        self.database().number(&format!("SELECT pid::bigint {WAITING}")).await.unwrap()
    }

    /// Waits until one commit waits in another process than this one.
    async fn wait_for_other_process(&self, process: i64) {
        let others = format!("SELECT count(*) {WAITING} AND pid <> {process}");
        wait::until("another process waits for the standby", wait::PATIENCE, || async {
            match self.database().number(&others).await {
                Ok(1) => Ok(()),
                other => Err(format!("{other:?}")),
            }
        })
        .await;
    }

    /// Ends the wait of the only commit by a function of the server, and waits until its outcome is asked for.
    async fn interrupt_by(&self, function: &str) {
        let process = self.waiting_process().await;
        self.database().execute(&format!("SELECT {function}({process})")).await.unwrap();
        self.wait_for_other_process(process).await;
    }

    /// Crashes the server, and waits until the outcome of the only commit is asked for.
    async fn crash(&self) {
        let process = self.waiting_process().await;
        self.cluster.kill_backends(self.database()).await.unwrap();
        self.wait_for_other_process(process).await;
    }

    /// Adds a note, and counts the runs of the closure.
    async fn add(&self, runs: &Arc<AtomicU32>) -> Result<(), Error> {
        let runs = Arc::clone(runs);
        let write = self.store.write(&[], move |tx| {
            runs.fetch_add(1, Ordering::SeqCst);
            let sql = "INSERT INTO note (id, text) SELECT COUNT(*) + 1, 'note ' || (COUNT(*) + 1) FROM note";
            tx.execute(sql, &[])
        });
        write.await
    }

    /// Counts the notes in a transaction that may write and does not, as the repetition of a keyed request.
    async fn count(&self) -> Result<i64, Error> {
        self.store
            .write(&[], |tx| tx.query_one("SELECT COUNT(*) AS n FROM note", &[], |row| row.get("n")))
            .await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_no_longer_waits_is_not_acknowledged() {
    for function in ["pg_cancel_backend", "pg_terminate_backend"] {
        let primary = WaitingPrimary::start().await;
        let runs = Arc::new(AtomicU32::new(0));
        {
            let mut writing = pin!(primary.add(&runs));
            tokio::select! {
                outcome = &mut writing => panic!("{function}: acknowledged without a standby: {outcome:?}"),
                () = primary.interrupt_by(function) => {}
            }
            primary.cluster.release_commits().await.unwrap();
            assert_eq!(writing.await, Ok(()), "{function}");
        }
        assert_eq!(runs.load(Ordering::SeqCst), 1, "{function}: the write was committed");
        assert_eq!(primary.store.notes().await, ["note 1"], "{function}");
    }
}

/// Crashes the server while a commit waits: afterwards it shows the commit, and its standby does not have it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_crashed_server_shows_is_not_acknowledged() {
    let primary = WaitingPrimary::start().await;
    let runs = Arc::new(AtomicU32::new(0));
    {
        let mut writing = pin!(primary.add(&runs));
        let mut reading = pin!(async {
            primary.crash().await;
            primary.count().await
        });
        tokio::select! {
            outcome = &mut writing => panic!("acknowledged without a standby: {outcome:?}"),
            outcome = &mut reading => panic!("read without a standby: {outcome:?}"),
            () = primary.wait_for_commits(2) => {}
        }
        primary.cluster.release_commits().await.unwrap();
        let (written, read) = tokio::join!(writing, reading);
        assert_eq!((written, read), (Ok(()), Ok(1)));
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1, "the write was committed");
    assert_eq!(primary.store.notes().await, ["note 1"]);
}
