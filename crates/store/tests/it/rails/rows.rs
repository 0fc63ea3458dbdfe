//! Integration tests of rails, their keys, accounts, bindings and routes.

use causeway_store::rails::{
    self, RailKeyRecord, RailRecord, RailStatus, accounts, bindings, items, keys, routes, state,
};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use super::samples::{
    account, after, binding, insert_rail, item, key, know_memory, name, rail, rail_id, route, unguard,
};
use crate::harness::{Engine, Fixture, on_both_engines};
use crate::rows::{read, write};

on_both_engines!(
    rows_come_back_as_they_went,
    each_change_has_a_version_of_its_own,
    a_removed_rail_leaves_its_keys_and_items,
    terms_are_guarded,
);

/// Checks that each row is read as it was written, in the lists and by itself.
async fn rows_come_back_as_they_went(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| (1..=2).try_for_each(|number| insert_rail(tx, number))).await;
    read(&store, |tx| {
        assert_eq!(rails::all(tx)?, [rail(1), rail(2)]);
        assert_eq!(rails::find_named(tx, "rail-2")?, Some(rail(2)));
        assert_eq!(rails::find_named(tx, "rail-3")?, None);
        assert_eq!(keys::all(tx)?, [key(1), key(2)]);
        assert_eq!(keys::of_rail(tx, rail_id(2))?, [key(2)]);
        assert_eq!(keys::find(tx, key(1).id)?, Some(key(1)));
        assert_eq!(accounts::all(tx)?, [account(1), account(2)]);
        assert_eq!(accounts::find_named(tx, "account-2")?, Some(account(2)));
        assert_eq!(accounts::find(tx, account(1).id)?, Some(account(1)));
        assert_eq!(bindings::all(tx)?, [binding(1), binding(2)]);
        assert_eq!(bindings::of_rail(tx, rail_id(1))?, [binding(1)]);
        assert_eq!(routes::all(tx)?, [route(1), route(2)]);
        assert_eq!(routes::of_rail(tx, rail_id(2))?, [route(2)]);
        Ok(())
    })
    .await;

    let changed = RailRecord { status: RailStatus::Enabled, changed_at: after(9), ..rail(1) };
    let update = changed.clone();
    write(&store, move |tx| rails::update(tx, &update)).await;
    assert_eq!(write(&store, |tx| rails::lock(tx, rail_id(1))).await, Some(changed));

    for at in [after(1), after(2)] {
        write(&store, move |tx| keys::revoke(tx, key(1).id, at)).await;
    }
    let revoked = RailKeyRecord { revoked_at: Some(after(1)), ..key(1) };
    assert_eq!(read(&store, |tx| keys::of_rail(tx, rail_id(1))).await, [revoked], "the first time counts");
}

type Change = fn(&mut Tx<'_>) -> Result<(), Error>;

/// Checks that every change which a process caches has a version that was never issued before.
async fn each_change_has_a_version_of_its_own(engine: Engine) {
    let store = Fixture::new(engine).await;
    assert_eq!(read(&store, rails::version).await, None);
    let changes: [Change; 13] = [
        |tx| rails::insert(tx, &rail(1)),
        |tx| rails::update(tx, &rail(1)),
        |tx| keys::insert(tx, &key(1)),
        |tx| keys::revoke(tx, key(1).id, after(1)),
        |tx| accounts::insert(tx, &account(1)),
        |tx| bindings::insert(tx, &binding(1)),
        |tx| routes::insert(tx, &route(1)),
        |tx| state::save_capabilities(tx, rail_id(1), &serde_json::json!({}), after(1)),
        |tx| state::set_degraded(tx, rail_id(1), Some(after(1))),
        |tx| state::set_suspended(tx, rail_id(1), Some("RAIL_MEMORY_LOST")),
        |tx| routes::remove(tx, route(1).id).map(|is_gone| assert!(is_gone)),
        |tx| bindings::remove(tx, binding(1).id).map(|is_gone| assert!(is_gone)),
        |tx| rails::remove(tx, rail_id(1)),
    ];
    let mut versions: Vec<Uuid> = Vec::new();
    for (place, change) in changes.into_iter().enumerate() {
        write(&store, change).await;
        let version = read(&store, rails::version).await.unwrap();
        assert!(!versions.contains(&version), "change {place}");
        versions.push(version);
    }
    write(&store, |tx| state::set_feed_read(tx, rail_id(1), after(1))).await;
    assert_eq!(read(&store, rails::version).await, versions.last().copied(), "progress is not cached");
}

/// Checks that evidence can be verified, and orders are known to be named, after a rail is removed.
async fn a_removed_rail_leaves_its_keys_and_items(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| {
        (1..=2).try_for_each(|number| insert_rail(tx, number))?;
        know_memory(tx, 1)?;
        items::append(tx, &[item(1, Some(name(1)))])
    })
    .await;
    let now = store.clock.now();
    write(&store, |tx| rails::remove(tx, rail_id(1))).await;
    read(&store, move |tx| {
        assert_eq!(rails::all(tx)?, [rail(2)]);
        assert_eq!(bindings::all(tx)?, [binding(2)]);
        assert_eq!(routes::all(tx)?, [route(2)]);
        assert_eq!(state::find(tx, rail_id(1))?, None);
        let revoked = RailKeyRecord { revoked_at: Some(now), ..key(1) };
        assert_eq!(keys::all(tx)?, [revoked, key(2)]);
        assert!(items::names_order(tx, name(1))?);
        Ok(())
    })
    .await;
}

/// Checks that the database refuses changes of the columns that decide where money goes.
async fn terms_are_guarded(engine: Engine) {
    let store = Fixture::new(engine).await;
    write(&store, |tx| insert_rail(tx, 1)).await;
    for sql in [
        "UPDATE rail_key SET public_key = public_key",
        "UPDATE rail_account SET currency = 'EUR'",
        "UPDATE rail_binding SET account_id = binding_id",
        "UPDATE rail_route SET corridor = 'other'",
        "UPDATE rail_order SET amount = 1",
        "UPDATE rail_evidence SET body = body",
        "UPDATE cash_movement SET amount = 1",
    ] {
        let change = move |tx: &mut Tx<'_>| tx.execute_counted(sql, &[]).map(drop);
        let refused: Result<(), Error> = store.write(&[], change).await;
        // SQLite guards rows, and PostgreSQL statements: those of a table without rows change nothing on SQLite.
        let is_empty =
            ["rail_order", "rail_evidence", "cash_movement"].iter().any(|table| sql.contains(table));
        assert_eq!(refused.is_ok(), engine == Engine::Sqlite && is_empty, "{sql}: {refused:?}");
    }
    let unguarded = store.write(&[], move |tx| {
        unguard(tx, engine)?;
        tx.execute_counted("UPDATE rail_route SET corridor = 'other'", &[])
    });
    assert_eq!(unguarded.await, Ok::<_, Error>(1));
}
