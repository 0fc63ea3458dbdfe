//! The store of simulations: SQLite in the caller's thread.

use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_store::{Error, Memory, Options, Store, params, settings};
use serde_json::json;

use crate::harness::START;
use crate::macs::TestMacs;

fn options() -> Options {
    Options::new(Clock::manual(START), Ids::seeded(3), Arc::new(TestMacs::default()))
}

/// Drives a future that never waits for anything else.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("an inline store answers before it returns"),
    }
}

#[test]
fn it_answers_without_a_runtime_and_keeps_what_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("simulation.db");
    for place in [None, Some(path.as_path())] {
        let store = Store::inline(place, options()).unwrap();
        let set = |tx: &mut causeway_store::Tx<'_>| {
            settings::set(tx, settings::Scope::Deployment, "regulated", &json!(true))
        };
        assert_eq!(at_once(store.write(&[], set)), Ok::<_, Error>(()));
        let list = |tx: &mut causeway_store::Tx<'_>| settings::list(tx, settings::Scope::Deployment);
        let found = at_once(store.read(list)).map_err(|error: Error| error).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].updated_at), ("regulated", START));
        let failed = at_once(
            store.write(&[], |tx| tx.execute("INSERT INTO setting (scope) VALUES ($1)", params!["x"])),
        );
        assert!(matches!(failed, Err(Error::Statement(_))));
        store.close();
        assert_eq!(at_once(store.read(|_| Ok(()))), Err(Error::Closed));
    }
    let again = Store::inline(Some(&path), options()).unwrap();
    let found = at_once(again.read(|tx| settings::list(tx, settings::Scope::Deployment)));
    assert_eq!(found.map_err(|error: Error| error).unwrap().len(), 1);
}

#[test]
fn a_database_in_memory_outlives_its_stores() {
    let (memory, other) = (Memory::new().unwrap(), Memory::new().unwrap());
    let open = |memory: &Memory| Store::inline(Some(memory.path()), options()).unwrap();
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
