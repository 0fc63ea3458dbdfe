//! Integration tests of the guarantees of transactions: all or nothing, one snapshot, answers and signals
//! only after the commit.

use std::sync::mpsc;
use std::time::Duration;

use causeway_store::{Error, Tx, Wake, params};

use crate::harness::{Engine, Fixture, on_both_engines};

on_both_engines!(
    a_written_row_can_be_read,
    a_refusal_undoes_only_its_own_work,
    a_failed_statement_is_never_a_refusal,
    a_row_that_cannot_be_read_ends_the_run,
    a_missing_row_is_no_failure,
    a_panic_undoes_its_work_and_the_writer_lives,
    a_duplicate_names_its_key,
    a_rerun_sees_the_row_that_won,
    a_read_cannot_write,
    a_read_is_one_snapshot,
    signals_follow_the_commit_only,
    a_dropped_caller_is_still_committed,
    an_abandoned_write_is_not_begun,
    a_closed_store_finishes_and_refuses,
    values_come_back_as_they_went,
);

/// An error of the tests' closures: of the store, or a refusal.
#[derive(Debug, PartialEq)]
enum TestError {
    No,
    Store(Error),
}

impl From<Error> for TestError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

fn add(tx: &mut Tx<'_>, id: i64, text: &str) -> Result<(), Error> {
    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, text])
}

async fn a_written_row_can_be_read(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let written: Result<(), Error> = store.write(&[], |tx| add(tx, 1, "one")).await;
    assert_eq!(written, Ok(()));
    assert_eq!(store.notes().await, ["one"]);
}

async fn a_refusal_undoes_only_its_own_work(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let writes = (0..40).map(|id| {
        let store = store.store.clone();
        tokio::spawn(async move {
            let write = store.write(&[], move |tx| {
                add(tx, id, &format!("note {id}"))?;
                if id % 2 == 0 { Ok(id) } else { Err(TestError::No) }
            });
            write.await
        })
    });
    for (id, write) in (0..).zip(writes.collect::<Vec<_>>()) {
        let expected = if id % 2 == 0 { Ok(id) } else { Err(TestError::No) };
        assert_eq!(write.await.unwrap(), expected);
    }
    let expected: Vec<String> = (0..40).step_by(2).map(|id| format!("note {id}")).collect();
    assert_eq!(store.notes().await, expected);
}

async fn a_failed_statement_is_never_a_refusal(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let refusing = store.write(&[], |tx| {
        add(tx, 1, "one")?;
        let _ = tx.execute_counted("INSERT INTO nowhere (id) VALUES (1)", &[]);
        Err::<(), _>(TestError::No)
    });
    assert!(matches!(refusing.await, Err(TestError::Store(Error::Statement(_)))));
    let succeeding = store.write(&[], |tx| {
        let _ = tx.execute_counted("INSERT INTO nowhere (id) VALUES (1)", &[]);
        let later = add(tx, 2, "two");
        assert!(matches!(later, Err(Error::Statement(_))), "a later statement fails like the first");
        Ok::<_, TestError>(())
    });
    assert!(matches!(succeeding.await, Err(TestError::Store(Error::Statement(_)))));
    assert!(store.notes().await.is_empty());
}

async fn a_row_that_cannot_be_read_ends_the_run(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let write = store.write(&[], |tx| {
        add(tx, 1, "one")?;
        let _: Result<i64, Error> = tx.query_one("SELECT text FROM note", &[], |row| row.get("text"));
        Ok::<_, Error>(())
    });
    assert!(matches!(write.await, Err(Error::Data(_))));
    assert!(store.notes().await.is_empty());
}

async fn a_missing_row_is_no_failure(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let write = store.write(&[], |tx| {
        let missing: Result<i64, Error> = tx.query_one("SELECT id FROM note", &[], |row| row.get("id"));
        assert_eq!(missing, Err(Error::Missing));
        add(tx, 1, "one")
    });
    assert_eq!(write.await, Ok::<_, Error>(()));
    assert_eq!(store.notes().await, ["one"]);
}

async fn a_panic_undoes_its_work_and_the_writer_lives(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let write = store.write(&[], |tx| -> Result<(), Error> {
        add(tx, 1, "one")?;
        panic!("as the test wants");
    });
    assert_eq!(write.await, Err(Error::Panicked));
    let read = store.read(|_| -> Result<(), Error> { panic!("as the test wants") });
    assert_eq!(read.await, Err(Error::Panicked));
    let write: Result<(), Error> = store.write(&[], |tx| add(tx, 2, "two")).await;
    assert_eq!(write, Ok(()));
    assert_eq!(store.notes().await, ["two"]);
}

async fn a_duplicate_names_its_key(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let add_one = |id| store.write(&[], move |tx| add(tx, id, "one"));
    assert_eq!(add_one(1).await, Ok::<_, Error>(()));
    assert_eq!(add_one(2).await, Err(Error::Duplicate { constraint: "note_text".to_owned() }));
    let same_id: Result<(), Error> = store.write(&[], |tx| add(tx, 1, "two")).await;
    assert_eq!(same_id, Err(Error::Duplicate { constraint: "note_pkey".to_owned() }));
}

/// Checks callers that look up before they insert: those that lose the race are rerun, see the winner's row
/// and refuse.
async fn a_rerun_sees_the_row_that_won(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let writes = (0..20).map(|id| {
        let store = store.store.clone();
        tokio::spawn(async move {
            let write = store.write(&[], move |tx| {
                let taken =
                    tx.query_opt("SELECT id FROM note WHERE text = 'one'", &[], |row| row.get::<i64>("id"))?;
                match taken {
                    Some(_) => Err(TestError::No),
                    None => Ok(add(tx, id, "one")?),
                }
            });
            write.await
        })
    });
    let mut won = 0;
    for write in writes.collect::<Vec<_>>() {
        match write.await.unwrap() {
            Ok(()) => won += 1,
            Err(refused) => assert_eq!(refused, TestError::No),
        }
    }
    assert_eq!(won, 1);
}

async fn a_read_cannot_write(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let read = store.read(|tx| tx.execute_counted("INSERT INTO note (id, text) VALUES (1, 'one')", &[]));
    assert!(matches!(read.await, Err(Error::Statement(_))));
    assert!(store.notes().await.is_empty());
}

async fn a_read_is_one_snapshot(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let looked = mpsc::channel::<()>();
    let look_again = mpsc::channel::<()>();
    let again = std::sync::Mutex::new(look_again.1);
    let reading = tokio::spawn({
        let store = store.store.clone();
        async move {
            let count = |tx: &mut Tx<'_>| {
                tx.query_one("SELECT COUNT(*) AS n FROM note", &[], |row| row.get::<i64>("n"))
            };
            let read = store.read(move |tx| {
                let before = count(tx)?;
                looked.0.send(()).unwrap();
                again.lock().unwrap().recv().unwrap();
                Ok::<_, Error>((before, count(tx)?))
            });
            read.await
        }
    });
    tokio::task::spawn_blocking(move || looked.1.recv().unwrap()).await.unwrap();
    let written: Result<(), Error> = store.write(&[], |tx| add(tx, 1, "one")).await;
    assert_eq!(written, Ok(()));
    look_again.0.send(()).unwrap();
    assert_eq!(reading.await.unwrap(), Ok((0, 0)));
}

async fn signals_follow_the_commit_only(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let jobs = store.subscribe(Wake::Jobs);
    let also_jobs = store.subscribe(Wake::Jobs);
    let sealing = store.subscribe(Wake::Sealing);
    let refused = store.write(&[], |tx| {
        tx.wake(Wake::Jobs);
        Err::<(), _>(TestError::No)
    });
    assert_eq!(refused.await, Err(TestError::No));
    let waited = tokio::time::timeout(Duration::from_millis(20), jobs.notified()).await;
    assert!(waited.is_err(), "a refusal wakes nobody");
    let written = store.write(&[], |tx| {
        tx.wake(Wake::Jobs);
        add(tx, 1, "one")
    });
    assert_eq!(written.await, Ok::<_, Error>(()));
    jobs.notified().await;
    also_jobs.notified().await;
    let waited = tokio::time::timeout(Duration::from_millis(20), sealing.notified()).await;
    assert!(waited.is_err(), "only the subscribers of a signal get it");
}

async fn a_dropped_caller_is_still_committed(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let (began, start) = mpsc::channel();
    let (go_on, goes_on) = mpsc::channel::<()>();
    let write = tokio::spawn({
        let store = store.store.clone();
        async move {
            let run = move |tx: &mut Tx<'_>| {
                began.send(()).unwrap();
                goes_on.recv().unwrap();
                add(tx, 1, "one")
            };
            store.write::<(), Error, _>(&[], run).await
        }
    });
    tokio::task::spawn_blocking(move || start.recv()).await.unwrap().unwrap();
    write.abort();
    assert!(write.await.unwrap_err().is_cancelled());
    go_on.send(()).unwrap();
    // Closing waits for all work that was started.
    store.close();
    let again = store.reopened();
    assert_eq!(again.notes().await, ["one"]);
}

/// Checks that a request that was abandoned at its deadline while it was queued is not executed later.
async fn an_abandoned_write_is_not_begun(engine: Engine) {
    let store = Fixture::with(engine, |options| options.writers = 1).await.with_notes().await;
    let (began, start) = mpsc::channel();
    let (go_on, goes_on) = mpsc::channel::<()>();
    let first = tokio::spawn({
        let store = store.store.clone();
        let run = move |_: &mut Tx<'_>| {
            began.send(()).unwrap();
            goes_on.recv().unwrap();
            Ok(())
        };
        async move { store.write::<(), Error, _>(&[], run).await }
    });
    tokio::task::spawn_blocking(move || start.recv()).await.unwrap().unwrap();
    let mut given_up = Box::pin(store.write::<(), Error, _>(&[], |tx| add(tx, 1, "one")));
    let waited = tokio::time::timeout(Duration::ZERO, &mut given_up).await;
    assert!(waited.is_err());
    drop(given_up);
    go_on.send(()).unwrap();
    first.await.unwrap().unwrap();
    store.close();
    assert_eq!(store.reopened().notes().await.len(), 0);
}

async fn a_closed_store_finishes_and_refuses(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    store.close();
    let write: Result<(), Error> = store.write(&[], |tx| add(tx, 1, "one")).await;
    assert_eq!(write, Err(Error::Closed));
    let read: Result<(), Error> = store.read(|_| Ok(())).await;
    assert_eq!(read, Err(Error::Closed));
}

async fn values_come_back_as_they_went(engine: Engine) {
    use causeway_domain::Time;
    use causeway_domain::money::CurrencyCode;
    use causeway_store::Value;
    use uuid::Uuid;

    let store = Fixture::new(engine).await;
    let make = match engine {
        Engine::Sqlite => {
            "CREATE TABLE thing (a INTEGER, b INTEGER, c TEXT, d BLOB, e BLOB, f TEXT, g INTEGER, h TEXT) STRICT"
        }
        Engine::Postgres => {
            "CREATE TABLE thing (a BIGINT, b BOOLEAN, c TEXT, d BYTEA, e UUID, f JSONB, g BIGINT, h TEXT)"
        }
    };
    store.change(make).await;
    let uuid = Uuid::from_u128(7);
    let doc = serde_json::json!({"v": 1, "text": "ü \u{1f600} \" \\"});
    let expected = doc.clone();
    let wrote = store.write(&[], move |tx| {
        let all = params![
            i64::MIN,
            true,
            "naïve 'text' $1",
            vec![0_u8, 255],
            uuid,
            Value::doc(&doc)?,
            Time::from_millis(-1),
            "USD".parse::<CurrencyCode>().unwrap()
        ];
        tx.execute(
            "INSERT INTO thing (a, b, c, d, e, f, g, h) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            all,
        )?;
        let none: Option<i64> = None;
        let nulls = params![
            none,
            None::<bool>,
            None::<&str>,
            None::<Vec<u8>>,
            None::<Uuid>,
            Value::Null,
            None::<Time>,
            None::<CurrencyCode>
        ];
        tx.execute(
            "INSERT INTO thing (a, b, c, d, e, f, g, h) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            nulls,
        )
    });
    assert_eq!(wrote.await, Ok::<_, Error>(()));
    let read = store.read(|tx| {
        tx.query("SELECT a, b, c, d, e, f, g, h FROM thing WHERE a IS NOT NULL", &[], |row| {
            assert_eq!(row.get::<i64>("a")?, i64::MIN);
            assert!(row.get::<bool>("b")?);
            assert_eq!(row.get::<String>("c")?, "naïve 'text' $1");
            assert_eq!(row.get::<Vec<u8>>("d")?, [0, 255]);
            assert_eq!(row.get::<Uuid>("e")?, Uuid::from_u128(7));
            assert_eq!(row.get::<Time>("g")?, Time::from_millis(-1));
            assert_eq!(row.get::<Option<CurrencyCode>>("h")?.unwrap().as_str(), "USD");
            assert!(matches!(row.get::<i64>("nothing"), Err(Error::Data(_))));
            row.json::<serde_json::Value>("f")
        })
    });
    assert_eq!(read.await, Ok::<_, Error>(vec![expected]));
    let nulls = store.read(|tx| {
        tx.query_one("SELECT a, b, c, d, e, g FROM thing WHERE a IS NULL", &[], |row| {
            assert!(matches!(row.get::<i64>("a"), Err(Error::Data(_))), "NULL is not a number");
            Ok((
                row.get::<Option<i64>>("a")?,
                row.get::<Option<bool>>("b")?,
                row.get::<Option<String>>("c")?,
                row.get::<Option<Vec<u8>>>("d")?,
                row.get::<Option<Uuid>>("e")?,
                row.get::<Option<Time>>("g")?,
            ))
        })
    });
    assert_eq!(nulls.await, Ok::<_, Error>((None, None, None, None, None, None)));
}
