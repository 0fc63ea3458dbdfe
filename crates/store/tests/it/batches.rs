//! Integration tests of batches, which run many closures in one transaction: SQLite's writer and PostgreSQL's
//! batch lanes.

use std::sync::{Arc, Mutex, mpsc};

use causeway_domain::ids::{Id, InternalAccountId};
use causeway_store::{Error, Fault, Point, Store, Tx, ledger, params};
use uuid::Uuid;

use crate::faults::PlannedFaults;
use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    closures_of_one_hot_account_share_commits,
    one_that_fails_does_not_hurt_its_neighbours,
    a_closure_with_sent_changes_is_undone_alone,
    a_duplicate_fails_no_other_closure,
    an_input_error_reruns_all_one_by_one,
    a_full_disk_fails_all_alike,
    a_failed_commit_acknowledges_no_closure_too_early,
    a_full_queue_turns_callers_away,
);

fn busy() -> InternalAccountId {
    InternalAccountId::from_uuid(Uuid::from_u128(42))
}

async fn with_hot_account(engine: Engine) -> Fixture {
    with_hot_account_and(engine, Arc::new(PlannedFaults::default())).await
}

async fn with_hot_account_and(engine: Engine, faults: Arc<PlannedFaults>) -> Fixture {
    let store = Fixture::failing(engine, faults).await.with_notes().await;
    let opened = store.write(&[], |tx| ledger::open(tx, platform(1), busy(), "USD".parse().unwrap(), START));
    opened.await.map_err(|error: Error| error).unwrap();
    store
}

fn add(tx: &mut Tx<'_>, id: i64, text: &str) -> Result<(), Error> {
    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, text])
}

type Closure = Box<dyn FnMut(&mut Tx<'_>) -> Result<(), Error> + Send>;

/// Runs closures of one account as one batch: all are queued while the writer is blocked.
pub(crate) async fn at_once<T, F>(
    store: &Store,
    account: InternalAccountId,
    closures: Vec<F>,
) -> Vec<Result<T, Error>>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    T: Send + 'static,
{
    let (go, wait) = mpsc::channel::<()>();
    let (running, runs) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let holder = tokio::spawn({
        let store = store.clone();
        async move {
            let accounts = [account];
            let hold = store.write(&accounts, move |_| {
                running.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Ok::<_, Error>(())
            });
            hold.await
        }
    });
    tokio::task::spawn_blocking(move || runs.recv().unwrap()).await.unwrap();
    let count = closures.len();
    let calls: Vec<_> = closures
        .into_iter()
        .map(|closure| {
            let store = store.clone();
            tokio::spawn(async move { store.write(&[account], closure).await })
        })
        .collect();
    while store.waiting() < count {
        tokio::task::yield_now().await;
    }
    drop(go);
    holder.await.unwrap().unwrap();
    let mut results = Vec::new();
    for call in calls {
        results.push(call.await.unwrap());
    }
    results
}

async fn closures_of_one_hot_account_share_commits(engine: Engine) {
    let store = with_hot_account(engine).await;
    let before = store.counts();
    let closures =
        (0..30).map(|id| Box::new(move |tx: &mut Tx<'_>| add(tx, id, &format!("note {id}"))) as Closure);
    let results = at_once(&store, busy(), closures.collect()).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(store.notes().await.len(), 30);
    assert_eq!(store.counts().commits - before.commits, 1, "the closure that waits changes nothing");
}

async fn one_that_fails_does_not_hurt_its_neighbours(engine: Engine) {
    let store = with_hot_account(engine).await;
    let closures = (0..20).map(|id| {
        Box::new(move |tx: &mut Tx<'_>| {
            add(tx, id, &format!("note {id}"))?;
            match id % 4 {
                0 => Ok(()),
                1 => Err(Error::Missing),
                2 => tx.execute_counted("INSERT INTO nowhere VALUES (1)", &[]).map(|_| ()),
                _ => panic!("as the test wants"),
            }
        }) as Closure
    });
    let results = at_once(&store, busy(), closures.collect()).await;
    for (id, result) in (0..20).zip(results) {
        match id % 4 {
            0 => assert_eq!(result, Ok(())),
            1 => assert_eq!(result, Err(Error::Missing)),
            2 => assert!(matches!(result, Err(Error::Statement(_))), "{result:?}"),
            _ => assert_eq!(result, Err(Error::Panicked)),
        }
    }
    let expected: Vec<String> = (0..20).step_by(4).map(|id| format!("note {id}")).collect();
    assert_eq!(store.notes().await, expected);
}

async fn a_closure_with_sent_changes_is_undone_alone(engine: Engine) {
    let store = with_hot_account(engine).await;
    let before = store.counts();
    let closures = (0..20).map(|id| {
        Box::new(move |tx: &mut Tx<'_>| {
            add(tx, id, &format!("note {id}"))?;
            let own = tx.query("SELECT id FROM note WHERE id = $1", params![id], |_| Ok(()))?;
            assert_eq!(own.len(), 1, "a closure sees what it has changed");
            if id % 2 == 0 { Ok(()) } else { Err(Error::Missing) }
        }) as Closure
    });
    let results = at_once(&store, busy(), closures.collect()).await;
    for (id, result) in (0..20).zip(results) {
        assert_eq!(result, if id % 2 == 0 { Ok(()) } else { Err(Error::Missing) });
    }
    let mut expected: Vec<String> = (0..20).step_by(2).map(|id| format!("note {id}")).collect();
    let mut notes = store.notes().await;
    expected.sort();
    notes.sort();
    assert_eq!(notes, expected);
    let after = store.counts();
    assert_eq!((after.commits - before.commits, after.runs - before.runs), (1, 21), "no write runs again");
}

async fn a_duplicate_fails_no_other_closure(engine: Engine) {
    let store = with_hot_account(engine).await;
    // 7 and 13 have the same text; the first to run gets it.
    let closures = (0..20).map(|id| {
        let text = if id == 13 { "note 7".to_owned() } else { format!("note {id}") };
        Box::new(move |tx: &mut Tx<'_>| add(tx, id, &text)) as Closure
    });
    let results = at_once(&store, busy(), closures.collect()).await;
    let failed: Vec<usize> = (0..20).filter(|id| results[*id].is_err()).collect();
    assert!(failed == [7] || failed == [13], "{results:?}");
    assert_eq!(results[failed[0]], Err(Error::Duplicate { constraint: "note_text".to_owned() }));
    assert_eq!(store.notes().await.len(), 19);
}

/// Returns closures that add notes. The first one plans a store fault for the batch.
fn failing_together(faults: &Arc<PlannedFaults>, point: Point, fault: Fault) -> Vec<Closure> {
    let planned = Arc::clone(faults);
    let mut plan = Some((point, fault));
    let first = Box::new(move |tx: &mut Tx<'_>| {
        if let Some((point, fault)) = plan.take() {
            planned.plan(point, fault);
        }
        add(tx, 0, "note 0")
    });
    let others =
        (1..10).map(|id| Box::new(move |tx: &mut Tx<'_>| add(tx, id, &format!("note {id}"))) as Closure);
    std::iter::once(first as Closure).chain(others).collect()
}

async fn an_input_error_reruns_all_one_by_one(engine: Engine) {
    let faults = Arc::new(PlannedFaults::default());
    let store = with_hot_account_and(engine, Arc::clone(&faults)).await;
    let before = store.counts();
    let results = at_once(&store, busy(), failing_together(&faults, Point::AfterClosure, Fault::Io)).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert!(faults.is_spent());
    assert_eq!(store.notes().await.len(), 10);
    assert_eq!(store.counts().commits - before.commits, 10);
}

async fn a_full_disk_fails_all_alike(engine: Engine) {
    let faults = Arc::new(PlannedFaults::default());
    let store = with_hot_account_and(engine, Arc::clone(&faults)).await;
    let results = at_once(&store, busy(), failing_together(&faults, Point::AfterClosure, Fault::Full)).await;
    assert!(results.iter().all(|result| *result == Err(Error::Full)), "{results:?}");
    assert!(store.notes().await.is_empty());
}

async fn a_failed_commit_acknowledges_no_closure_too_early(engine: Engine) {
    for (fault, expected, kept) in [(Fault::LostRace, Ok(()), 10), (Fault::Full, Err(Error::Full), 0)] {
        let faults = Arc::new(PlannedFaults::default());
        let store = with_hot_account_and(engine, Arc::clone(&faults)).await;
        let results = at_once(&store, busy(), failing_together(&faults, Point::BeforeCommit, fault)).await;
        assert!(results.iter().all(|result| *result == expected), "{results:?}");
        assert!(faults.is_spent());
        assert_eq!(store.notes().await.len(), kept);
    }
}

async fn a_full_queue_turns_callers_away(engine: Engine) {
    let store = Fixture::with(engine, |options| {
        options.queue = 3;
        options.writers = 1;
    });
    let store = Arc::new(store.await);
    let (go, wait) = mpsc::channel::<()>();
    let (running, runs) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let holder = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let hold = store.write(&[], move |_| {
                running.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                Ok::<_, Error>(())
            });
            hold.await
        }
    });
    tokio::task::spawn_blocking(move || runs.recv().unwrap()).await.unwrap();
    let writes: Vec<_> = (0..3)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.write(&[], |_| Ok::<_, Error>(())).await })
        })
        .collect();
    while store.waiting() < 3 {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.write(&[], |_| Ok(())).await, Err(Error::Overloaded));
    drop(go);
    for call in writes {
        assert_eq!(call.await.unwrap(), Ok(()));
    }
    holder.await.unwrap().unwrap();
}
