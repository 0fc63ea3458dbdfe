//! Integration tests of the progress with rails.

use std::time::Duration;

use causeway_store::rails::{Cursor, RailStateRecord, SeenMemory, state};
use causeway_store::{Error, Tx, leases};
use serde_json::json;
use uuid::Uuid;

use super::samples::{after, insert_rail, memory, rail_id, uuid};
use crate::harness::{Engine, Fixture, on_both_engines};
use crate::rows::{read, write};

on_both_engines!(the_state_is_kept, the_top_only_rises, a_feed_has_one_follower);

const ONE: Uuid = Uuid::from_u128(1);
const TWO: Uuid = Uuid::from_u128(2);

async fn with_rail(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    write(&store, |tx| insert_rail(tx, 1)).await;
    store
}

fn empty() -> RailStateRecord {
    RailStateRecord {
        rail: rail_id(1),
        capabilities: None,
        capabilities_at: None,
        memory: None,
        cursor: 0,
        cursor_mark: None,
        skipped_to: 0,
        top_sequence: 0,
        top_mark: None,
        feed_read_at: None,
        degraded_at: None,
        suspended_for: None,
    }
}

async fn the_state(store: &Fixture) -> RailStateRecord {
    read(store, |tx| state::find(tx, rail_id(1))).await.unwrap()
}

/// Checks that each change of the state is kept, and that a rail that was removed has none.
async fn the_state_is_kept(engine: Engine) {
    let store = with_rail(engine).await;
    assert_eq!(the_state(&store).await, empty());
    write(&store, |tx| {
        let rail = rail_id(1);
        state::note_top(tx, rail, &memory(7))?;
        state::save_capabilities(tx, rail, &json!({ "mode": "TEST" }), after(1))?;
        state::save_cursor(tx, rail, &Cursor { sequence: 5, mark: Some("mark-5".to_owned()) })?;
        state::set_degraded(tx, rail, Some(after(2)))?;
        state::set_suspended(tx, rail, Some("RAIL_MEMORY_LOST"))?;
        state::set_feed_read(tx, rail, after(4))?;
        state::set_feed_read(tx, rail, after(3))
    })
    .await;
    let full = RailStateRecord {
        capabilities: Some(json!({ "mode": "TEST" })),
        capabilities_at: Some(after(1)),
        memory: Some(uuid(7, 1)),
        cursor: 5,
        cursor_mark: Some("mark-5".to_owned()),
        top_sequence: 7,
        top_mark: Some("mark-7".to_owned()),
        feed_read_at: Some(after(4)),
        degraded_at: Some(after(2)),
        suspended_for: Some("RAIL_MEMORY_LOST".to_owned()),
        ..empty()
    };
    assert_eq!(the_state(&store).await, full);
    assert_eq!(read(&store, state::all).await, std::slice::from_ref(&full));
    assert_eq!(write(&store, |tx| state::lock(tx, rail_id(1))).await, full);
    write(&store, |tx| {
        state::skip_to(tx, rail_id(1), &Cursor { sequence: 7, mark: Some("mark-7".to_owned()) })
    })
    .await;
    let cursor_mark = Some("mark-7".to_owned());
    let skipped = RailStateRecord { cursor: 7, cursor_mark, skipped_to: 7, ..full.clone() };
    assert_eq!(the_state(&store).await, skipped);
    write(&store, |tx| {
        state::forget_memory(tx, rail_id(1))?;
        state::set_degraded(tx, rail_id(1), None)
    })
    .await;
    let RailStateRecord { capabilities, capabilities_at, suspended_for, .. } = full;
    let forgotten = RailStateRecord { capabilities, capabilities_at, suspended_for, ..empty() };
    assert_eq!(the_state(&store).await, forgotten);
    let missing = store.write(&[], |tx| state::lock(tx, rail_id(9)).map(drop));
    assert_eq!(missing.await, Err(Error::Missing));
}

/// Checks that neither a lower sequence nor another memory changes the top.
async fn the_top_only_rises(engine: Engine) {
    let store = with_rail(engine).await;
    for (shown, top) in [
        (SeenMemory { mark: None, ..memory(0) }, 0),
        (memory(3), 3),
        (memory(2), 3),
        (SeenMemory { id: uuid(7, 2), ..memory(9) }, 3),
        (memory(4), 4),
    ] {
        write(&store, move |tx| state::note_top(tx, rail_id(1), &shown)).await;
        let state = the_state(&store).await;
        assert_eq!((state.memory, state.top_sequence), (Some(uuid(7, 1)), top));
        assert_eq!(state.top_mark, (top > 0).then(|| format!("mark-{top}")));
    }
}

async fn claim(store: &Fixture, holder: Uuid, lasts: Duration) -> bool {
    write(store, move |tx| state::claim(tx, rail_id(1), holder, lasts)).await
}

/// Checks that one process follows a feed until its claim is over, given back or released.
async fn a_feed_has_one_follower(engine: Engine) {
    let store = with_rail(engine).await;
    let lasts = Duration::from_secs(600);
    assert!(claim(&store, ONE, lasts).await);
    assert!(!claim(&store, TWO, lasts).await);
    assert!(claim(&store, ONE, lasts).await, "its own claim is extended");

    let give_back: fn(&mut Tx<'_>) -> Result<(), Error> = |tx| leases::give_back(tx, ONE);
    for release in [give_back, state::release_all] {
        write(&store, |tx| leases::give_back(tx, TWO)).await;
        assert!(!claim(&store, TWO, lasts).await, "the claim of another is not given back");
        write(&store, release).await;
        assert!(claim(&store, TWO, Duration::ZERO).await);
        assert!(claim(&store, ONE, lasts).await, "the other claim is over");
    }
    let removed = write(&store, |tx| state::claim(tx, rail_id(9), ONE, Duration::ZERO)).await;
    assert!(!removed);
}
