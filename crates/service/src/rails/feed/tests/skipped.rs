//! Tests of feeds whose next items the adapter no longer keeps.

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::values::{Mark, Memory, MemoryId};
use causeway_store::Tx;
use causeway_store::rails::{RailStatus, items};
use serde_json::json;

use super::{MEMORY, Scene, item, last_page};
use crate::rails::feed::continuity::position;
use crate::rails::feed::outcome::PageOutcome;
use crate::rails::feed::restart::restart_feed;
use crate::rails::feed::watch::{WatchDepth, watch};
use crate::rails::operate;

/// Goes on behind this item, as if the adapter had answered that the next ones are gone.
async fn skip_to(scene: &Scene, newest: u8) -> PageOutcome {
    let known = scene.state().await;
    let memory = Memory {
        id: MemoryId(MEMORY.parse().unwrap()),
        sequence: position(newest.into()).unwrap(),
        mark: Some(Mark::from_bytes([newest; 16])),
    };
    restart_feed(&scene.fixture.app, &scene.rail(), &known, memory).await.unwrap()
}

/// Returns the status of the rail after all its items were looked at.
async fn watched(scene: &Scene) -> RailStatus {
    watch(&scene.fixture.app, &scene.rail(), WatchDepth::Items).await.unwrap();
    scene.status().await
}

/// Checks that the feed goes on at its end, that skipped items do not suspend the rail, also not before the next one, and
/// that the alert stays once the feed is read. An item that is missing later is noticed.
#[tokio::test]
async fn a_feed_whose_next_items_are_gone_goes_on_at_its_end() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let other = scene.order(2).await;
    scene.apply(&last_page(0, &[item(1, paid, "SENT")])).await;
    assert!(scene.jobs(other).await.is_empty());
    assert_eq!(skip_to(&scene, 9).await, PageOutcome::AtEnd);
    assert_eq!(scene.jobs(other).await, ["ASK_PAYOUT"], "every open order is asked for");
    assert_eq!(scene.state().await.cursor, 9);
    assert_eq!(watched(&scene).await, RailStatus::Paused);
    assert_eq!(scene.apply(&last_page(9, &[item(10, paid, "SETTLED")])).await, PageOutcome::AtEnd);
    assert_eq!(watched(&scene).await, RailStatus::Paused);
    let alert = scene.alert(AlertKind::RailFeedSkipped, "bank").await.unwrap();
    assert_eq!((&alert.detail["after"], &alert.detail["through"]), (&json!(1), &json!(9)));

    scene.fixture.write(|tx| Ok(tx.execute("DELETE FROM rail_item WHERE sequence = 10", &[])?)).await;
    assert_eq!(watched(&scene).await, RailStatus::Suspended);
}

/// Checks that the memory of an adapter that no longer keeps its first items can be accepted, once.
#[tokio::test]
async fn an_accepted_memory_without_its_first_items_has_no_gap() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    scene.apply(&last_page(0, &[item(1, paid, "SENT")])).await;
    let app = Arc::clone(&scene.fixture.app);
    let accept = move |tx: &mut Tx<'_>| {
        let rail = operate::lock_named(tx, "bank")?;
        operate::resume(tx, &app, rail, true).map(drop)
    };
    scene.fixture.write(accept).await;
    assert_eq!(skip_to(&scene, 9).await, PageOutcome::AtEnd);
    assert_eq!(watched(&scene).await, RailStatus::Enabled);
    let id = scene.rail().record.id;
    assert!(!scene.fixture.write(move |tx| Ok(items::has_gap(tx, id)?)).await, "rail resume needs no option");
}
