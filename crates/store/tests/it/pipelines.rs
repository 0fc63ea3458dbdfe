//! Integration tests of PostgreSQL pipelines, which send many statements together and receive their answers
//! together.

use std::time::Duration;

use causeway_store::{Error, params};

use crate::harness::{Engine, Fixture};

/// Opens a store on PostgreSQL with one connection for writes and one for reads.
async fn fixture() -> Fixture {
    let fixture = Fixture::with(Engine::Postgres, |options| {
        options.readers = 1;
        options.writers = 1;
    });
    fixture.await.with_notes().await
}

/// Sends sixteen megabytes each way, more than sockets buffer. A client that sends all of it before it reads
/// the first answer would deadlock with a server that waits for its answers to be read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipeline_larger_than_all_buffers_arrives() {
    let store = fixture().await;
    let text = "x".repeat(64 * 1024);
    let write = store.write(&[], move |tx| {
        let echo = "INSERT INTO note (id, text) VALUES ($1, md5($2)) RETURNING $2 AS echo";
        (0..256).try_for_each(|id: i64| tx.execute(echo, params![id, format!("{id}{text}")]))
    });
    let written: Result<(), Error> = tokio::time::timeout(Duration::from_secs(60), write).await.unwrap();
    assert_eq!(written, Ok(()));
    assert_eq!(store.notes().await.len(), 256);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipeline_refused_in_the_middle_writes_nothing() {
    let store = fixture().await;
    let write = store.write(&[], |tx| {
        for id in [1, 2, 1, 3] {
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, "one"])?;
        }
        Ok::<_, Error>(())
    });
    assert!(matches!(write.await, Err(Error::Duplicate { .. })));
    assert!(store.notes().await.is_empty());
    let write =
        store.write(&[], |tx| tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![1, "one"]));
    assert_eq!(write.await, Ok::<_, Error>(()), "the connection lives");
    assert_eq!(store.notes().await, ["one"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_keeps_a_bounded_number_of_prepared_statements() {
    let store = fixture().await;
    let mut prepared = 0;
    for number in 0..1100 {
        let read = store.read(move |tx| {
            let sql = format!("SELECT COUNT(*) + {number} AS n FROM pg_prepared_statements");
            tx.query_one(&sql, &[], |row| row.get::<i64>("n"))
        });
        prepared = read.await.map_err(|error: Error| error).unwrap() - number;
    }
    assert!((1..=1000).contains(&prepared), "{prepared}");
}

/// Invalidates prepared statements, as after a migration unknown to this process or a `DISCARD ALL` of a
/// pooler.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statements_that_were_prepared_for_nothing_are_prepared_again() {
    let store = fixture().await;
    let add = |id: i64| {
        store.write(&[], move |tx| {
            tx.query("SELECT id FROM note WHERE id = $1", params![id], |row| row.get::<i64>("id"))?;
            tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, format!("note {id}")])
        })
    };
    assert_eq!(add(1).await, Ok::<_, Error>(()));
    store.change("DEALLOCATE ALL").await;
    assert_eq!(add(2).await, Ok::<_, Error>(()));
    assert_eq!(store.notes().await, ["note 1", "note 2"]);
    store.change("ALTER TABLE note ALTER id TYPE INTEGER, ALTER text TYPE VARCHAR(20)").await;
    assert_eq!(store.notes().await, ["note 1", "note 2"]);
    assert_eq!(add(3).await, Ok::<_, Error>(()));
    assert_eq!(store.notes().await.len(), 3);
}
