//! The news of a feed: each order is asked about that has changed.

use causeway_domain::ids::TransactionId;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_store::rails::{OrderName, PinnedRail, RailOrderRecord, StoredState, orders};
use serde_json::json;
use uuid::Uuid;

use crate::rails::feed::tests::{Scene, item, last_page, mark};

/// Stores the debit that pays for a payout.
async fn add_debit(scene: &Scene, transaction: TransactionId) {
    let platform = scene.fixture.platform;
    let payout = OrderName { transaction, kind: OrderKind::Payout };
    scene
        .fixture
        .write(move |tx| {
            let order = orders::find(tx, platform, payout)?.unwrap();
            let pinned =
                order.pinned.clone().map(|pin| PinnedRail { short: "DEBIT0000001".to_owned(), ..pin });
            let id = Uuid::from_u128(5);
            let debit = RailOrderRecord { id, kind: OrderKind::Collection, pinned, ..order };
            Ok(orders::insert(tx, platform, &debit)?)
        })
        .await;
}

/// Checks that news about the debit of a payment are asked about although its payout is: the debited bank can take the money
/// back while the payout is under way.
#[tokio::test]
async fn the_debit_and_the_payout_of_a_payment_have_questions_of_their_own() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    add_debit(&scene, paid).await;
    scene.apply(&last_page(0, &[item(1, paid, "SENT")])).await;
    assert_eq!(scene.jobs(paid).await, ["ASK_PAYOUT"]);
    let mut debit = item(2, paid, "SETTLED");
    debit["order"]["kind"] = json!("COLLECTION");
    scene.apply(&last_page(1, &[debit.clone()])).await;
    let mut jobs = scene.jobs(paid).await;
    jobs.sort();
    assert_eq!(jobs, ["ASK_DEBIT", "ASK_PAYOUT"]);
    debit["sequence"] = json!(3);
    debit["mark"] = json!(mark(3));
    debit["order"]["revision"] = json!(2);
    scene.apply(&last_page(2, &[debit])).await;
    assert_eq!(scene.jobs(paid).await.len(), 2, "the waiting job comes forward");
}

/// Records that a payout has settled, by the first record of its order.
async fn settle(scene: &Scene, transaction: TransactionId) {
    let platform = scene.fixture.platform;
    let payout = OrderName { transaction, kind: OrderKind::Payout };
    scene
        .fixture
        .write(move |tx| {
            let order = orders::find(tx, platform, payout)?.unwrap();
            let state = StoredState::Known(OrderState::Settled);
            let settled = RailOrderRecord { state, revision: Some(1), ..order };
            Ok(orders::update(tx, platform, &settled)?)
        })
        .await;
}

/// Checks that an item with another state is asked about although its revision is not higher: no job asks about a settled
/// order any more, and the money may be back.
#[tokio::test]
async fn another_state_with_the_same_revision_is_asked_about() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    settle(&scene, paid).await;
    scene.apply(&last_page(0, &[item(1, paid, "SETTLED")])).await;
    assert!(scene.jobs(paid).await.is_empty(), "it is known");
    let mut returned = item(2, paid, "RETURNED");
    returned["order"]["returnedAmount"] = json!({ "amount": 25_000, "currency": "USD" });
    scene.apply(&last_page(1, &[returned])).await;
    assert_eq!(scene.jobs(paid).await, ["ASK_PAYOUT"]);
}
