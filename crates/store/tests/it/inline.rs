//! Integration tests of the inline store for simulations, which runs closures while the caller waits.

use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_store::{Database, Error, Memory, Options, Store, params, settings};
use causeway_testing::postgres::{Durability, database_with};
use serde_json::json;
use tokio::runtime::Builder;

use crate::harness::START;
use crate::macs::TestMacs;

fn options() -> Options {
    Options::new(Clock::manual(START), Ids::seeded(3), Arc::new(TestMacs::default()))
}

/// Polls a future that never has to wait.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("an inline store answers before it returns"),
    }
}

#[test]
fn the_inline_store_answers_without_a_runtime_and_keeps_its_writes() {
    let folder = tempfile::tempdir().unwrap();
    let file = Database::Sqlite { path: folder.path().join("simulation.db") };
    answers_and_closes(None);
    answers_and_closes(Some(&file));
    assert_eq!(kept(&file), 1);
}

#[test]
fn it_answers_within_a_runtime_from_postgresql() {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let database = runtime.block_on(database_with(Durability::Relaxed)).unwrap();
    let database = Database::Postgres { url: database.url.clone() };
    runtime.block_on(async { answers_and_closes(Some(&database)) });
    assert_eq!(kept(&database), 1);
}

/// Checks that an inline store answers reads and writes, and closes.
#[track_caller]
fn answers_and_closes(database: Option<&Database>) {
    let store = Store::inline(database, options()).unwrap();
    let set = |tx: &mut causeway_store::Tx<'_>| {
        settings::set(tx, settings::Scope::Deployment, "regulated", &json!(true))
    };
    assert_eq!(at_once(store.write(&[], set)), Ok::<_, Error>(()));
    let time = |tx: &mut causeway_store::Tx<'_>| tx.database_time();
    assert_eq!(at_once(store.read(time)), Ok::<_, Error>(START), "time stands still until it is moved");
    let list = |tx: &mut causeway_store::Tx<'_>| settings::list(tx, settings::Scope::Deployment);
    let found = at_once(store.read(list)).map_err(|error: Error| error).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].name.as_str(), found[0].updated_at), ("regulated", START));
    let failed =
        at_once(store.write(&[], |tx| tx.execute("INSERT INTO setting (scope) VALUES ($1)", params!["x"])));
    assert!(matches!(failed, Err(Error::Statement(_))));
    store.close();
    assert_eq!(at_once(store.read(|_| Ok(()))), Err(Error::Closed));
}

fn kept(database: &Database) -> usize {
    let again = Store::inline(Some(database), options()).unwrap();
    let found = at_once(again.read(|tx| settings::list(tx, settings::Scope::Deployment)));
    found.map_err(|error: Error| error).unwrap().len()
}

#[test]
fn a_database_in_memory_outlives_its_stores() {
    let memory = Memory::new().unwrap();
    let other = Memory::new().unwrap();
    let open = |memory: &Memory| Store::inline(Some(&memory.database()), options()).unwrap();
    let count = |store: &Store| {
        let list = |tx: &mut causeway_store::Tx<'_>| settings::list(tx, settings::Scope::Deployment);
        at_once(store.read(list)).map_err(|error: Error| error).unwrap().len()
    };
    let store = open(&memory);
    let set = |tx: &mut causeway_store::Tx<'_>| {
        settings::set(tx, settings::Scope::Deployment, "regulated", &json!(true))
    };
    assert_eq!(at_once(store.write(&[], set)), Ok::<_, Error>(()));
    store.close();
    assert_eq!((count(&open(&memory)), count(&open(&other))), (1, 0));
}
