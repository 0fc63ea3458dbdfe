//! Callers that write continuously, and the results they received.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use causeway_store::{Error, Store, Tx, params};
use tokio::task::JoinHandle;

/// Running callers. The table has no unique key, so that repeated writes are visible.
pub(crate) struct Load {
    done: Arc<AtomicBool>,
    callers: Vec<JoinHandle<Caller>>,
}

/// The results of one caller.
struct Caller {
    number: i64,
    acknowledged: Vec<i64>,
    refused: Vec<i64>,
}

/// Performs one write: a read and a receipt.
pub(crate) fn receipt(tx: &mut Tx<'_>, caller: i64, attempt: i64) -> Result<(), Error> {
    tx.query_one("SELECT COUNT(*) AS n FROM setting", &[], |row| row.get::<i64>("n"))?;
    tx.execute("INSERT INTO receipt (caller, attempt) VALUES ($1, $2)", params![caller, attempt])
}

/// Creates the table of receipts.
pub(crate) async fn make_table(store: &Store) {
    let make = "CREATE TABLE receipt (caller BIGINT NOT NULL, attempt BIGINT NOT NULL)";
    let load = store.write(&[], move |tx| tx.execute_counted(make, &[]));
    load.await.map_err(|error: Error| error).unwrap();
}

/// Returns the attempts of a caller that left a receipt.
pub(crate) async fn receipts(store: &Store, caller: i64) -> Vec<i64> {
    let read = store.read(move |tx| {
        let sql = "SELECT attempt FROM receipt WHERE caller = $1 ORDER BY attempt";
        tx.query(sql, params![caller], |row| row.get::<i64>("attempt"))
    });
    read.await.map_err(|error: Error| error).unwrap()
}

impl Load {
    pub(crate) fn start(store: &Store) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let caller = |number: i64| {
            let store = store.clone();
            let done = Arc::clone(&done);
            tokio::spawn(async move {
                let mut caller = Caller { number, acknowledged: Vec::new(), refused: Vec::new() };
                for attempt in 0_i64.. {
                    if done.load(Ordering::SeqCst) {
                        break;
                    }
                    match store.write(&[], move |tx| receipt(tx, number, attempt)).await {
                        Ok(()) => caller.acknowledged.push(attempt),
                        Err(Error::InDoubt) => {}
                        // While the database is unavailable, all writes fail immediately.
                        Err(_) => {
                            caller.refused.push(attempt);
                            tokio::task::yield_now().await;
                        }
                    }
                }
                caller
            })
        };
        let callers = (0..8).map(caller).collect();
        Self { done, callers }
    }

    /// Waits until this many more transactions are committed.
    pub(crate) async fn committed(store: &Store, more: u64) {
        let before = store.counts().commits;
        while store.counts().commits < before + more {
            tokio::task::yield_now().await;
        }
    }

    /// Ends the load. Checks that each attempt answered `Ok` left exactly one receipt, and each that failed
    /// left none.
    pub(crate) async fn stop_and_check(self, store: &Store) {
        self.done.store(true, Ordering::SeqCst);
        for caller in self.callers {
            let caller = caller.await.unwrap();
            let stored = receipts(store, caller.number).await;
            let mut once = stored.clone();
            once.dedup();
            assert_eq!(stored, once, "no write is repeated");
            assert!(
                caller.acknowledged.iter().all(|attempt| stored.contains(attempt)),
                "no acknowledged write is lost"
            );
            assert!(!caller.refused.iter().any(|attempt| stored.contains(attempt)), "a refusal left nothing");
            assert!(!caller.acknowledged.is_empty());
        }
    }
}
