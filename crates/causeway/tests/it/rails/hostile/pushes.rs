//! Pushes: of strangers, for other rails, and very many.

use causeway_rail_protocol::values::OrderState;
use causeway_testing::rails::Delivery;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, LiarScene, RAIL, attach};

/// Number of pushes in a flood, at least.
const PUSHES: usize = 10_000;
/// Number of prechecks at once that are answered without an end.
const ENDLESS: usize = 16;
/// Distance of the large pushes among those that lie.
const LARGE_EVERY: usize = 50;
/// Bytes in a large push that say nothing.
const LARGE: usize = 1_000_000;
/// Resident memory that a server may ever have, in KiB.
const MEMORY: u64 = 200 * 1024;

/// Checks that a push is taken under its own rail alone, and that an unknown rail and a wrong signature answer alike.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_push_for_another_rail_is_401() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let other = attach(&scene.deployment, "other").await;
    let origin = scene.deployment.origin();
    let body = scene.adapter.push_body(&scene.adapter.items());
    let path = |rail: &str| format!("/rails/v1/{rail}/changes");
    assert_eq!(scene.adapter.push(&origin, &path(RAIL), &body).await, 200);
    assert_eq!(scene.adapter.push(&origin, &path("other"), &body).await, 401);
    assert_eq!(scene.adapter.push(&origin, &path("unknown"), &body).await, 401);
    assert_eq!(other.push(&origin, &path(RAIL), &body).await, 401);
    scene.finish();
}

/// Has the adapter give answers without an end: about an open payout, to the feed, and to many prechecks at once.
async fn answer_without_end(scene: &LiarScene) {
    let open = scene.register_at(&scene.deployment, "900000010").await;
    let payout = scene.pay_out(&open, AMOUNT).await;
    scene.stores(&payout, OrderState::Received).await;
    scene.adapter.lie(|_, reply| reply.delivery = Delivery::Endless);
    // A push of the last item alone leaves a gap, for which the feed is read.
    for state in [OrderState::Accepted, OrderState::Settled] {
        scene.move_to(&payout, state);
    }
    scene.push_news().await;
    let requests = (0..ENDLESS)
        .map(|number| scene.payout_request(&scene.good, AMOUNT, &format!("endless-{number}")).send());
    for refused in join_all(requests).await {
        assert!(refused.status >= 500, "{refused:?}");
    }
    scene.rail_is("DEGRADED").await;
    scene.adapter.be_honest();
    scene.reaches(&payout, "COMPLETED").await;
    scene.rail_is("ENABLED").await;
}

/// Returns a copy of a push whose items have another revision. Some copies are almost as large as a push may be.
fn lie(push: &Value, number: usize) -> Value {
    let mut lie = push.clone();
    for item in lie["items"].as_array_mut().expect("items") {
        item["order"]["revision"] = json!(1_000 + number);
    }
    if number.is_multiple_of(LARGE_EVERY) {
        lie["padding"] = json!("x".repeat(LARGE));
    }
    lie
}

/// Pushes stored items, lies about them, and messages of a stranger, in turn.
async fn flood(scene: &LiarScene) {
    let origin = scene.deployment.origin();
    let path = format!("/rails/v1/{RAIL}/changes");
    let honest = scene.adapter.push_body(&scene.adapter.items());
    let unsigned = json!({ "items": [] });
    let stranger = attach(&scene.deployment, "stranger").await;
    for number in 0..=PUSHES / 3 {
        for push in [&honest, &lie(&honest, number)] {
            let answered = scene.adapter.push(&origin, &path, push).await;
            assert!(matches!(answered, 200 | 429 | 503), "push {number}: {answered}");
        }
        let refused = stranger.push(&origin, &path, &unsigned).await;
        assert!(matches!(refused, 401 | 429 | 503), "push {number}: {refused}");
    }
}

/// Checks that the server has never had more memory than it may.
#[track_caller]
fn memory_is_bounded(scene: &LiarScene, after: &str) {
    let peak = scene.deployment.peak_memory();
    assert!(peak < MEMORY, "{peak} KiB after {after}");
}

/// Checks that answers without an end and a flood of pushes, honest ones and lies, take no memory, that all lies about an
/// order have one alert, and that payments go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_pushes_take_no_memory() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    answer_without_end(&scene).await;
    memory_is_bounded(&scene, "answers without an end");
    flood(&scene).await;
    memory_is_bounded(&scene, "the flood");
    let alerts = scene.deployment.alerts("RAIL_CONTRADICTION");
    for order in scene.adapter.records() {
        let order = order.transaction_id.to_string();
        let about = alerts.iter().filter(|alert| alert["subject"] == order.as_str()).count();
        assert_eq!(about, 1, "{order}: {alerts:?}");
    }
    // An adapter that has contradicted itself so often takes no orders before an operator says so.
    scene.rail_is("PAUSED").await;
    scene.deployment.change(&["rail", "resume", RAIL]);
    let payout = scene.payout().await;
    scene.reaches(&payout, "COMPLETED").await;
    scene.finish();
}
