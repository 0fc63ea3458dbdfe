//! Pushes: of strangers, for other rails, and very many.

use serde_json::json;

use super::super::deployment::Engine;
use super::super::liar::{LiarScene, RAIL, attach};

/// Number of pushes in a flood.
const PUSHES: usize = 10_000;
/// Resident memory that a server may have after the flood, in KiB.
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

/// Checks that a flood of pushes takes no memory, and that payments go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_pushes_take_no_memory() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let origin = scene.deployment.origin();
    let body = scene.adapter.push_body(&scene.adapter.items());
    let unsigned = json!({ "items": [] });
    let stranger = attach(&scene.deployment, "stranger").await;
    for number in 0..PUSHES / 2 {
        let answered = scene.adapter.push(&origin, &format!("/rails/v1/{RAIL}/changes"), &body).await;
        assert!(matches!(answered, 200 | 429 | 503), "push {number}: {answered}");
        let refused = stranger.push(&origin, &format!("/rails/v1/{RAIL}/changes"), &unsigned).await;
        assert!(matches!(refused, 401 | 429 | 503), "push {number}: {refused}");
    }
    let resident = scene.deployment.resident_memory();
    assert!(resident < MEMORY, "{resident} KiB");
    let payout = scene.payout().await;
    scene.reaches(&payout, "COMPLETED").await;
    scene.finish();
}
