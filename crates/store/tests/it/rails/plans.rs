//! Integration tests of the query plans of rails.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::money::CurrencyCode;
use causeway_store::rails::{
    cash, contradictions, evidence, items, keys, nonces, orders, routes, state, sums,
};
use causeway_store::{Error, jobs};

use super::samples::{name, rail_id, uuid};
use crate::harness::{Engine, Fixture, START, platform};
use crate::plans::{Listener, plan};

const OF_PAYMENT: &str = "rail_order_of_payment (platform_id=? AND transaction_id=?";
const OF_RAIL: &str = "(rail_id=? AND transaction_id=? AND kind=?)";
/// Parts of the plan of each statement.
const EXPECTED: [&[&str]; 26] = [
    &[OF_PAYMENT],
    &[OF_PAYMENT],
    &[OF_RAIL],
    &[OF_RAIL],
    &[
        "rail_order_by_day (rail_id=? AND created_at>?)",
        "rail_order_open (rail_id=?)",
        "rail_order_by_change (rail_id=? AND updated_at>?)",
    ],
    &["rail_order_open (rail_id=?)"],
    &["rail_evidence_of_order (platform_id=? AND order_id=?)"],
    &["(rail_id=? AND memory_id=? AND sequence=?)"],
    &["(rail_id=? AND memory_id=? AND sequence>? AND sequence<?)"],
    &["rail_item_subject (transaction_id=? AND order_kind=? AND rail_id=?)"],
    &["rail_item_subject (transaction_id=? AND order_kind=?)"],
    &["rail_item_subject (transaction_id=? AND order_kind=? AND rail_id=?)"],
    &["rail_item_subject (transaction_id=? AND order_kind=? AND rail_id=?)"],
    &["rail_order_of_rail (rail_id=? AND transaction_id=? AND kind=?)"],
    &[
        "rail_order_by_change (rail_id=? AND updated_at>? AND updated_at<?)",
        "rail_item_subject (transaction_id=? AND order_kind=? AND rail_id=?)",
    ],
    &["(rail_id=? AND memory_id=? AND sequence>? AND sequence<?)"],
    &["rail_item_age (read_at<?)"],
    &["rail_nonce_age (seen_at<?)"],
    &["rail_contradiction", "(rail_id=?"],
    &["rail_contradiction", "(rail_id=?"],
    &["rail_key_of_rail (rail_id=?)"],
    &["rail_route_of_rail (rail_id=?)"],
    &["(rail_id=?)"],
    &["job_next_of_resource (platform_id=? AND resource=?)"],
    &["sqlite_autoindex_cash_movement_1 (platform_id=?)"],
    &["cash_movement_of_payment (platform_id=? AND transaction_id=?)"],
];

/// Checks that no statement about an order or a feed reads rows of others. SQLite plans without statistics, so a small
/// database shows the plan for a large one.
#[tokio::test]
async fn orders_and_items_are_found_by_their_indexes() {
    let listener = Arc::new(Listener::default());
    let store = Fixture::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    listener.take();
    let look = store.write(&[], |tx| {
        let rail = rail_id(1);
        orders::find(tx, platform(1), name(1))?;
        orders::of_payment(tx, platform(1), name(1).transaction)?;
        orders::find_of_rail(tx, rail, name(1))?;
        orders::platform_of(tx, rail, name(1))?;
        sums::sums(tx, rail, CurrencyCode::USD, START)?;
        sums::open_of(tx, rail, 9)?;
        evidence::of_order(tx, platform(1), uuid(9, 1))?;
        items::find(tx, rail, 1)?;
        items::range(tx, rail, 1, 9)?;
        items::has_subject(tx, rail, name(1))?;
        items::names_order(tx, name(1))?;
        items::of_subject(tx, rail, name(1))?;
        items::in_present_memory(tx, rail, name(1))?;
        items::unknown(tx, rail, 9)?;
        items::behind(tx, rail, START, 9)?;
        items::has_gap(tx, rail)?;
        items::prune(tx, Duration::ZERO, 9)?;
        nonces::prune(tx, Duration::ZERO, 9)?;
        contradictions::count(tx, rail, START)?;
        contradictions::forget(tx, rail)?;
        keys::of_rail(tx, rail)?;
        routes::of_rail(tx, rail)?;
        state::find(tx, rail)?;
        jobs::hasten(tx, platform(1), "Transaction:x", START)?;
        cash::authenticate_anew(tx, platform(1), Some(uuid(11, 1)), 9)?;
        cash::of_payment(tx, platform(1), name(1).transaction).map(drop)
    });
    assert_eq!(look.await, Ok::<_, Error>(()));
    let heard = listener.take();
    assert_eq!(heard.len(), EXPECTED.len());
    for ((sql, values), indexes) in heard.iter().zip(EXPECTED) {
        let plan = plan(&store, Engine::Sqlite, sql, values).await;
        for index in indexes {
            assert!(plan.contains(index), "not by {index}: {sql}\n{plan}");
        }
    }
}
