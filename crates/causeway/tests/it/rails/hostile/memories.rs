//! Memories that go back, are exchanged, have holes, or name orders that the service does not have.

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{MinorUnits, Money, OrderKind};
use causeway_testing::rails::{Exchange, Reply};
use causeway_testing::wait;
use serde_json::json;

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, FUNDS, LiarScene, RAIL, unknown_payment};
use super::super::payer::PATIENCE;

/// Checks that the rail takes no order any more, which then waits and is not paid.
async fn takes_no_order(scene: &LiarScene) {
    let submitted = scene.adapter.submitted();
    let refused = scene.payout_request(&scene.good, AMOUNT, "suspended").send().await;
    assert_eq!(refused.status, 501, "{refused:?}");
    assert_eq!(scene.adapter.submitted(), submitted);
}

/// Checks that an order in the feed that the service does not know suspends the rail, and is listed with its amount (W9).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w09_an_unknown_order_suspends() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let unknown = unknown_payment();
    let amount = Money { amount: MinorUnits::new(4321).unwrap(), currency: "USD".parse().unwrap() };
    scene.adapter.invent(OrderKind::Payout, unknown, amount);
    scene.rail_is("SUSPENDED").await;
    let alerts = scene.alerted("RAIL_UNKNOWN_ORDER").await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    takes_no_order(&scene).await;
    let compared = scene.deployment.operate(&["rail", "compare", RAIL]);
    let listed = &compared["unknown"][0];
    assert_eq!(listed["transaction"], unknown.to_string(), "{compared}");
    assert!(listed["amount"].to_string().contains("43"), "the amount is listed: {compared}");
    scene.deployment.change(&["rail", "resume", RAIL]);
    let payout = scene.payout().await;
    scene.reaches(&payout, "COMPLETED").await;
    scene.finish();
}

/// Checks that an adapter with another memory id, as a second instance without a common store has one, suspends (W16).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w16_another_memory_suspends() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    scene.adapter.empty();
    scene.rail_is("SUSPENDED").await;
    assert_eq!(scene.alerted("RAIL_MEMORY_LOST").await.len(), 1);
    takes_no_order(&scene).await;
    scene.deployment.change(&["rail", "resume", RAIL, "--accept-memory"]);
    let payout = scene.payout().await;
    scene.reaches(&payout, "COMPLETED").await;
    scene.finish();
}

/// Checks that a memory that goes back suspends the rail, also once it has grown past its old end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_memory_that_goes_back_suspends() {
    for grows in [false, true] {
        let scene = LiarScene::start(Engine::Sqlite).await;
        let copy = scene.adapter.copy();
        let payout = scene.payout().await;
        scene.reaches(&payout, "COMPLETED").await;
        let end = scene.adapter.items().len();
        scene.adapter.restore(copy);
        if grows {
            let amount = Money { amount: MinorUnits::new(1).unwrap(), currency: "USD".parse().unwrap() };
            while scene.adapter.items().len() <= end {
                scene.adapter.invent(OrderKind::Payout, unknown_payment(), amount.clone());
            }
        }
        scene.rail_is("SUSPENDED").await;
        assert_eq!(scene.alerted("RAIL_MEMORY_LOST").await.len(), 1, "grows: {grows}");
        assert_eq!(scene.balance().await, FUNDS - AMOUNT, "the paid payout stays paid");
        takes_no_order(&scene).await;
        scene.finish();
    }
}

/// Checks that a feed with a hole is read no further, and is read on once the hole is closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hole_in_the_feed_waits() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let cursor = || scene.deployment.operate(&["rail", "show", RAIL])["feed"]["cursor"].clone();
    let begin = cursor();
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Changes { .. }))
            && let Some(items) = reply.body["items"].as_array_mut()
            && !items.is_empty()
        {
            items.remove(0);
        }
    });
    let payout = scene.payout().await;
    scene.reaches(&payout, "COMPLETED").await;
    assert_eq!(cursor(), begin, "a page with a hole moves no cursor");
    scene.adapter.be_honest();
    let end = json!(scene.adapter.items().len());
    wait::until("the end of the feed", PATIENCE, || async {
        let found = cursor();
        if found == end { Ok(()) } else { Err(found.to_string()) }
    })
    .await;
    scene.finish();
}
