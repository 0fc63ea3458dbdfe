//! Limits bound what a liar can get: orders above them are not sent, and what it claims to have failed or come back is not
//! refunded before an operator has looked.

use causeway_rail_protocol::values::OrderState;
use serde_json::json;

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, FUNDS, LiarScene, RAIL};

/// Sets one limit of the rail in US dollars; the others are removed.
#[track_caller]
fn set_limit(scene: &LiarScene, option: &str, amount: i64) {
    let amount = amount.to_string();
    scene.deployment.change(&["rail-limit", "set", RAIL, "--currency", "USD", option, &amount]);
}

/// Waits until a new payout waits for a limit with this name, and returns it. The adapter has not got it.
async fn waits(scene: &LiarScene, limit: &str) -> String {
    let submitted = scene.adapter.submitted();
    let payout = scene.payout().await;
    let alerts = scene.alerted("RAIL_LIMIT_REACHED").await;
    assert_eq!(alerts.len(), 1, "{limit}: {alerts:?}");
    let named = (&alerts[0]["subject"], &alerts[0]["detail"]["limit"]);
    assert_eq!(named, (&json!(payout), &json!(limit)), "{alerts:?}");
    assert_eq!(scene.adapter.submitted(), submitted, "{limit}");
    payout
}

/// Checks the limits on orders: each is a bound, and an order that waits is sent once it fits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_bound_what_a_liar_is_sent() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    set_limit(&scene, "--maximum-order", AMOUNT - 1);
    let large = waits(&scene, "maximum order").await;
    set_limit(&scene, "--maximum-order", AMOUNT);
    scene.reaches(&large, "COMPLETED").await;

    // One payout has left today.
    set_limit(&scene, "--daily-out", 2 * AMOUNT - 1);
    let second = waits(&scene, "sum of a day").await;
    set_limit(&scene, "--daily-out", 2 * AMOUNT);
    scene.reaches(&second, "COMPLETED").await;

    // An order in a state that moves no money is open, whatever the adapter has done.
    let account = scene.register_at(&scene.deployment, "900000010").await;
    set_limit(&scene, "--open-out", 2 * AMOUNT - 1);
    let open = scene.pay_out(&account, AMOUNT).await;
    scene.stores(&open, OrderState::Received).await;
    let third = waits(&scene, "sum of the orders without an end").await;
    scene.move_to(&open, OrderState::Settled);
    scene.push_news().await;
    scene.reaches(&open, "COMPLETED").await;
    set_limit(&scene, "--open-out", 2 * AMOUNT);
    scene.reaches(&third, "COMPLETED").await;
    assert_eq!(scene.deployment.alerts("RAIL_LIMIT_REACHED").len(), 0, "what has left waits no more");
    scene.finish();
}

/// Checks that the money of a payout is held with this state of its order, and is refunded by an operator's release.
async fn is_held(scene: &LiarScene, payout: &str, state: OrderState) {
    let before = scene.balance().await;
    let alerts = scene.alerted("RAIL_REFUND_HELD").await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    let named = (&alerts[0]["subject"], &alerts[0]["detail"]["state"]);
    assert_eq!(named, (&json!(payout), &json!(state.as_str())), "{alerts:?}");
    assert_eq!(scene.get(&format!("/transactions/{payout}")).await["refund"], json!(null));
    scene.deployment.change(&["rail-order", "release", payout, "--yes"]);
    scene.is_refunded(payout).await;
    assert_eq!(scene.balance().await, before + AMOUNT);
    assert_eq!(scene.deployment.alerts("RAIL_REFUND_HELD").len(), 0);
}

/// Checks the limits on what is refunded by the word of the adapter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_bound_what_a_liar_has_refunded() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    set_limit(&scene, "--daily-refunds", 2 * AMOUNT - 1);
    let account = scene.register_at(&scene.deployment, "900000003").await;
    let first = scene.pay_out(&account, AMOUNT).await;
    scene.is_refunded(&first).await;
    let second = scene.pay_out(&account, AMOUNT).await;
    is_held(&scene, &second, OrderState::Failed).await;

    set_limit(&scene, "--return-hold", AMOUNT - 1);
    let account = scene.register_at(&scene.deployment, "900000010").await;
    let third = scene.pay_out(&account, AMOUNT).await;
    scene.stores(&third, OrderState::Received).await;
    scene.move_to(&third, OrderState::Returned);
    scene.push_news().await;
    is_held(&scene, &third, OrderState::Returned).await;
    assert_eq!(scene.balance().await, FUNDS);
    scene.finish();
}
