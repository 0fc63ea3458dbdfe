//! Integration tests of prefetched reads, which are sent together and return the same as individual reads.

use causeway_domain::ids::{Id, InternalAccountId};
use causeway_store::{Error, Prefetch, Tx, ledger, params};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    prefetched_reads_travel_together,
    a_read_after_a_change_sees_the_change,
    a_read_sees_the_changes_of_earlier_closures,
    prefetched_reads_change_nothing,
    a_prefetched_read_may_be_left_out,
);

/// Opens a store with one thread of each kind, so that statements are prepared once.
async fn fixture(engine: Engine) -> Fixture {
    let fixture = Fixture::with(engine, |options| {
        options.writers = 1;
        options.lanes = 1;
    });
    let store = fixture.await.with_notes().await;
    let opened = store.write(&[], |tx| {
        tx.execute("INSERT INTO note (id, text) VALUES (1, '0')", &[])?;
        ledger::open(tx, platform(1), busy(), "USD".parse().unwrap(), START)
    });
    opened.await.map_err(|error: Error| error).unwrap();
    store
}

fn busy() -> InternalAccountId {
    InternalAccountId::from_uuid(Uuid::from_u128(42))
}

fn count(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one("SELECT COUNT(*) AS notes FROM note", &[], |row| row.get("notes"))
}

/// Returns the number in the note, if it exists.
fn number(tx: &mut Tx<'_>) -> Result<Option<i64>, Error> {
    let text = tx.query_opt("SELECT text FROM note WHERE id = $1 FOR UPDATE", params![1_i64], |row| {
        row.get::<String>("text")
    })?;
    Ok(text.map(|text| text.parse().unwrap()))
}

fn add_one(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let next = number(tx)?.ok_or(Error::Missing)? + 1;
    tx.execute("UPDATE note SET text = $2 WHERE id = $1", params![1_i64, next.to_string()])?;
    Ok(next)
}

async fn prefetched_reads_travel_together(engine: Engine) {
    let store = fixture(engine).await;
    let mut before = store.counts();
    for id in 10..12_i64 {
        before = store.counts();
        let prefetch = Prefetch::default().and_reads(|tx| {
            number(tx)?;
            tx.query("SELECT COUNT(*) AS notes FROM note", &[], |_| Ok(())).map(drop)
        });
        let write = store.write(prefetch, move |tx| {
            assert!(count(tx)? > 0);
            assert_eq!(number(tx)?, Some(0));
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, format!("note {id}")])
        });
        assert_eq!(write.await, Ok::<_, Error>(()));
    }
    let after = store.counts();
    assert_eq!(after.statements - before.statements, 3);
    // Both reads in the first, the change with COMMIT in the second.
    assert_eq!(after.pipelines - before.pipelines, if engine == Engine::Postgres { 2 } else { 0 });
}

async fn a_read_after_a_change_sees_the_change(engine: Engine) {
    let store = fixture(engine).await;
    let reads = |tx: &mut Tx<'_>| {
        tx.query("SELECT COUNT(*) AS notes FROM note", &[], |_| Ok(()))?;
        number(tx).map(drop)
    };
    let write = store.write(Prefetch::default().and_reads(reads), |tx| {
        let before = number(tx)?;
        tx.execute("UPDATE note SET text = '7' WHERE id = 1", &[])?;
        tx.execute("INSERT INTO note (id, text) VALUES (2, 'x')", &[])?;
        Ok::<_, Error>((before, number(tx)?, count(tx)?))
    });
    assert_eq!(write.await, Ok((Some(0), Some(7), 2)));
}

async fn a_read_sees_the_changes_of_earlier_closures(engine: Engine) {
    let store = fixture(engine).await;
    let mut calls = Vec::new();
    for _ in 0..50 {
        let store = store.clone();
        let prefetch = Prefetch::of_accounts(&[busy()]).and_reads(|tx| number(tx).map(drop));
        calls.push(tokio::spawn(async move { store.write(prefetch, add_one).await }));
    }
    let mut rows = Vec::new();
    for call in calls {
        rows.push(call.await.unwrap().unwrap());
    }
    rows.sort_unstable();
    assert_eq!(rows, (1..=50).collect::<Vec<_>>());
}

type Change = fn(&mut Tx<'_>) -> Result<(), Error>;

async fn prefetched_reads_change_nothing(engine: Engine) {
    let store = fixture(engine).await;
    let changes: [Change; 3] = [
        |tx| tx.execute("DELETE FROM note", &[]),
        |tx| tx.execute_counted("DELETE FROM note", &[]).map(drop),
        |tx| tx.query("DELETE FROM note RETURNING id", &[], |_| Ok(())).map(drop),
    ];
    for change in changes {
        let wrote = store.write(Prefetch::default().and_reads(change), count).await;
        match engine {
            Engine::Postgres => assert!(matches!(wrote, Err(Error::Statement(_))), "{wrote:?}"),
            // SQLite has no round trips, so reads are not prefetched.
            Engine::Sqlite => assert_eq!(wrote, Ok(1)),
        }
    }
    let count_left = store.read(count).await;
    assert_eq!(count_left, Ok::<_, Error>(1));
}

async fn a_prefetched_read_may_be_left_out(engine: Engine) {
    let store = fixture(engine).await;
    let prefetch = || Prefetch::default().and_reads(|tx| number(tx).map(drop));
    let result = store.write(prefetch(), |_| Err::<(), _>(Error::Missing)).await;
    assert_eq!(result, Err(Error::Missing));
    let write = store.write(prefetch(), |tx| {
        tx.execute("INSERT INTO note (id, text) VALUES (2, 'x')", &[])?;
        count(tx)
    });
    assert_eq!(write.await, Ok::<_, Error>(2));
}
