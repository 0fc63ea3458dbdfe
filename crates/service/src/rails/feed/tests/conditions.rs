//! Tests of conditions of a rail that coincide.

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use serde_json::{Value, json};

use super::{Scene, item, last_page, transaction};
use crate::rails::feed::outcome::PageOutcome;
use crate::rails::feed::watch::{WatchDepth, watch};

/// Returns a page without items of an adapter that has another memory.
fn page_of_another_memory(after: u8) -> Value {
    let mut page = last_page(after, &[]);
    page["memory"]["id"] = json!("00000000-0000-4000-8000-000000000002");
    page
}

/// Checks that an alert about unknown orders goes on to name them once items are missing too.
#[tokio::test]
async fn missing_items_leave_the_unknown_orders_in_the_alert() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let unknown = transaction(9);
    let told = [item(1, paid, "SENT"), item(2, paid, "SENT"), item(3, unknown, "SETTLED")];
    assert_eq!(scene.apply(&last_page(0, &told)).await, PageOutcome::AtEnd);
    scene.fixture.write(|tx| Ok(tx.execute("DELETE FROM rail_item WHERE sequence = 2", &[])?)).await;
    watch(&scene.fixture.app, &scene.rail(), WatchDepth::Items).await.unwrap();
    let alert = scene.alert(AlertKind::RailUnknownOrder, "bank").await.unwrap();
    assert!(alert.detail["what"].is_string(), "{}", alert.detail);
    assert_eq!(alert.detail["orders"][0]["transaction"], unknown.to_string(), "{}", alert.detail);
    assert_eq!(alert.detail["orders"][0]["amount"]["amount"], 25_000);
}

/// Checks that a rail which was suspended for an unknown order counts as one that has lost memory as soon as it has.
#[tokio::test]
async fn lost_memory_comes_before_an_unknown_order() {
    let scene = Scene::new().await;
    scene.apply(&last_page(0, &[item(1, transaction(9), "SETTLED")])).await;
    assert_eq!(scene.state().await.suspended_for.as_deref(), Some("RAIL_UNKNOWN_ORDER"));
    assert_eq!(scene.apply(&page_of_another_memory(1)).await, PageOutcome::Lost);
    assert_eq!(scene.state().await.suspended_for.as_deref(), Some("RAIL_MEMORY_LOST"));
    watch(&scene.fixture.app, &scene.rail(), WatchDepth::Items).await.unwrap();
    assert_eq!(scene.state().await.suspended_for.as_deref(), Some("RAIL_MEMORY_LOST"));
}

/// Checks that a feed which is not applied for lost memory is not alerted as stale too, and that it is without the loss.
#[tokio::test]
async fn lost_memory_is_alerted_once() {
    for has_lost in [true, false] {
        let scene = Scene::new().await;
        let paid = scene.order(1).await;
        scene.apply(&last_page(0, &[item(1, paid, "SENT")])).await;
        if has_lost {
            assert_eq!(scene.apply(&page_of_another_memory(1)).await, PageOutcome::Lost);
        }
        scene.fixture.clock.advance(Duration::from_mins(31));
        watch(&scene.fixture.app, &scene.rail(), WatchDepth::Progress).await.unwrap();
        assert_eq!(scene.alert(AlertKind::RailMemoryLost, "bank").await.is_some(), has_lost);
        assert_eq!(scene.alert(AlertKind::RailFeedStale, "bank").await.is_some(), !has_lost);
    }
}
