//! Integration tests of the cost of operations, counted in statements, commits and round trips, which do not
//! vary.

use causeway_store::{Counts, Error, Tx, params};

use crate::harness::{Engine, Fixture, on_both_engines};

on_both_engines!(
    a_write_costs_two_pipelines_and_one_commit,
    changes_that_read_nothing_cost_one_pipeline,
    a_refusal_commits_nothing,
    a_read_costs_its_queries,
    a_single_query_costs_one_pipeline,
    a_closure_of_a_single_query_may_do_no_more
);

/// Computes the difference between two readings.
fn between(before: Counts, after: Counts) -> (u64, u64, u64) {
    (after.statements - before.statements, after.commits - before.commits, after.pipelines - before.pipelines)
}

fn on_postgres(engine: Engine, pipelines: u64) -> u64 {
    if engine == Engine::Postgres { pipelines } else { 0 }
}

/// Opens a store with one thread of each kind. The first use of a statement on a connection prepares it in a
/// pipeline of its own, so each test runs its closure once before it counts.
async fn fixture(engine: Engine) -> Fixture {
    let fixture = Fixture::with(engine, |options| {
        options.readers = 1;
        options.writers = 1;
    });
    fixture.await.with_notes().await
}

async fn a_write_costs_two_pipelines_and_one_commit(engine: Engine) {
    let store = fixture(engine).await;
    let mut before = store.counts();
    for id in 0..2 {
        before = store.counts();
        let write = store.write(&[], move |tx| {
            tx.query("SELECT id FROM note ORDER BY id FOR UPDATE", &[], |row| row.get::<i64>("id"))?;
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, format!("note {id}")])?;
            tx.execute("UPDATE note SET text = $2 WHERE id = $1", params![id, format!("text {id}")])
        });
        assert_eq!(write.await, Ok::<_, Error>(()));
    }
    // BEGIN with the query; both changes with COMMIT.
    assert_eq!(between(before, store.counts()), (3, 1, on_postgres(engine, 2)));
}

async fn changes_that_read_nothing_cost_one_pipeline(engine: Engine) {
    let store = fixture(engine).await;
    let mut before = store.counts();
    for id in 0..2 {
        before = store.counts();
        let write = store.write(&[], move |tx| {
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, format!("note {id}")])?;
            tx.execute("UPDATE note SET text = $2 WHERE id = $1", params![id, format!("text {id}")])
        });
        assert_eq!(write.await, Ok::<_, Error>(()));
    }
    // BEGIN, both changes and COMMIT in one pipeline.
    assert_eq!(between(before, store.counts()), (2, 1, on_postgres(engine, 1)));
}

async fn a_refusal_commits_nothing(engine: Engine) {
    let store = fixture(engine).await;
    let mut before = store.counts();
    for _ in 0..2 {
        before = store.counts();
        let write = store.write(&[], |tx| {
            tx.query("SELECT id FROM note ORDER BY id FOR UPDATE", &[], |row| row.get::<i64>("id"))?;
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![1, "one"])?;
            Err::<(), _>(Error::Missing)
        });
        assert_eq!(write.await, Err(Error::Missing));
    }
    // BEGIN with the query, ROLLBACK; the insertion is never sent.
    assert_eq!(between(before, store.counts()), (2, 0, on_postgres(engine, 2)));
}

async fn a_read_costs_its_queries(engine: Engine) {
    let store = fixture(engine).await;
    let mut before = store.counts();
    for _ in 0..2 {
        store.notes().await;
        before = store.counts();
    }
    let read = store.read(|tx| {
        tx.query("SELECT text FROM note ORDER BY id", &[], |row| row.get::<String>("text"))?;
        tx.query("SELECT text FROM note ORDER BY id", &[], |row| row.get::<String>("text"))
    });
    assert_eq!(read.await.map(|notes| notes.len()), Ok::<_, Error>(0));
    let (statements, commits, pipelines) = between(before, store.counts());
    assert_eq!((statements, commits), (2, 0));
    // Each query; the ends of this transaction and of the previous one follow at an unspecified time.
    assert!((on_postgres(engine, 2)..=on_postgres(engine, 4)).contains(&pipelines), "{pipelines}");
}

async fn a_single_query_costs_one_pipeline(engine: Engine) {
    let store = fixture(engine).await;
    let find = || store.find(|tx| tx.query("SELECT text FROM note", &[], |row| row.get::<String>("text")));
    assert_eq!(find().await, Ok::<_, Error>(vec![]));
    let before = store.counts();
    assert_eq!(find().await, Ok::<_, Error>(vec![]));
    assert_eq!(between(before, store.counts()), (1, 0, on_postgres(engine, 1)));
}

type Change = fn(&mut Tx<'_>, &str) -> Result<(), Error>;

async fn a_closure_of_a_single_query_may_do_no_more(engine: Engine) {
    let store = fixture(engine).await;
    let look = |tx: &mut Tx<'_>| tx.query("SELECT text FROM note", &[], |_| Ok(()));
    let twice = store.find(move |tx| look(tx).and_then(|_| look(tx))).await;
    assert!(matches!(twice, Err(Error::Statement(_))), "{twice:?}");
    let insert = "INSERT INTO note (id, text) VALUES (1, 'one')";
    let changes: [Change; 3] = [
        |tx, sql| tx.execute(sql, &[]),
        |tx, sql| tx.execute_counted(sql, &[]).map(drop),
        |tx, sql| tx.query(&format!("{sql} RETURNING id"), &[], |_| Ok(())).map(drop),
    ];
    for change in changes {
        let changed = store.find(move |tx| change(tx, insert)).await;
        assert!(matches!(changed, Err(Error::Statement(_))), "{changed:?}");
    }
    assert!(store.notes().await.is_empty());
}
