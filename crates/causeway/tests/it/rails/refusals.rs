//! Commands about rails that are refused, because an order could be paid twice, or forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_service::operator::Kind;
use causeway_testing::rails::{Exchange, FakeAdapter, Reply};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::attached::AttachedScene;
use super::deployment::Engine;
use super::liar::{LiarScene, RAIL, id_of};
use super::payer::{PATIENCE, text};
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, expect_error, try_dry_run, with};

/// Number of an account whose payouts do what the test says.
const STEERED: &str = "900000010";

fn bank() -> Value {
    json!({ "rail": "bank" })
}

/// Checks that an action is refused for this reason, as its dry run is.
async fn is_refused(service: &Service, action: &str, arguments: Value, reason: &str) {
    let error = expect_error(service, action, arguments.clone(), Kind::Refused).await;
    assert!(error.message.contains(reason), "{action}: {error}");
    let dry = try_dry_run(service, action, arguments).await.expect_err("a refusal");
    assert_eq!(dry, error, "{action}");
}

/// Brings the order of a payout to its end.
async fn settle(scene: &AttachedScene, payout: &str) {
    scene.adapter.move_order(OrderKind::Payout, id_of(payout), OrderState::Settled);
    scene.follow().await;
    scene.reaches(payout, "COMPLETED").await;
}

/// Checks that an order is not submitted again if the adapter knows it, if its rail is paused, and if it has ended. Nothing
/// that is stored about it is forgotten then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_the_adapter_knows_is_not_submitted_again() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let service = &scene.service;
    let account = scene.register(STEERED).await;
    let payout = scene.pay_out(&account, OrderState::Received).await;
    let submits = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&submits);
    scene.adapter.lie(move |exchange: &Exchange, _: &mut Reply| {
        if matches!(exchange.call, Some(Call::Submit(..))) {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    });
    let of = || with(&scene.platform, json!({ "transaction": payout }));
    let again = "rail-order resubmit";
    is_refused(service, again, of(), "does not say that it has no such order").await;
    let shown = act(service, "rail-order show", of()).await.json;
    assert_eq!((&shown[0]["state"], &shown[0]["revision"]), (&json!("RECEIVED"), &json!(1)), "{shown}");

    act(service, "rail pause", bank()).await;
    is_refused(service, again, of(), "is not enabled").await;
    act(service, "rail resume", bank()).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Failed);
    scene.follow().await;
    scene.reaches(&payout, "FAILED").await;
    is_refused(service, again, of(), "has ended").await;
    assert_eq!(submits.load(Ordering::Relaxed), 0);
    scene.service.finish().await;
}

/// Checks that a rail with an open order is not removed: the adapter may have paid it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rail_with_open_orders_is_not_removed() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let service = &scene.service;
    let account = scene.register(STEERED).await;
    let payout = scene.pay_out(&account, OrderState::Received).await;
    is_refused(service, "rail remove", bank(), &format!("open orders, such as that of {payout}")).await;
    assert_eq!(scene.rail().await["status"], "ENABLED");
    settle(&scene, &payout).await;
    act(service, "rail remove", bank()).await;
    assert_eq!(act(service, "rail list", json!({})).await.json, json!([]));
    scene.service.finish().await;
}

/// Checks that a rail whose adapter has lost its memory is resumed only by a command that accepts the loss.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loss_of_memory_is_accepted_by_name() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register(STEERED).await;
    let copy = scene.adapter.copy();
    scene.pay_out(&account, OrderState::Received).await;
    scene.adapter.restore(copy);
    wait::until("the suspension", wait::PATIENCE, || async {
        scene.follow().await;
        let status = scene.rail().await["status"].clone();
        if status == "SUSPENDED" { Ok(()) } else { Err(status) }
    })
    .await;
    is_refused(&scene.service, "rail resume", bank(), "--accept-memory").await;
    assert_eq!(scene.rail().await["status"], "SUSPENDED");
    let accepted = json!({ "rail": "bank", "accept_memory": true });
    assert_eq!(act(&scene.service, "rail resume", accepted).await.json["status"], "ENABLED");
    scene.service.finish().await;
}

/// Checks that an adapter which serves tests only is not enabled outside of development mode.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_adapter_for_tests_gets_no_payments() {
    let service = Service::start(Setup::Sqlite).await;
    let adapter = FakeAdapter::start().await;
    let new = json!({
        "name": "bank", "url": adapter.url(), "adapter_key": adapter.key(), "allow": "127.0.0.0/8",
    });
    let added = act(&service, "rail add", new).await.json;
    let key = text(&added["service_key"]).parse().expect("a public key");
    adapter.attach(text(&added["rail"]).parse().expect("the id of a rail"), key);
    is_refused(&service, "rail resume", bank(), "serves tests only").await;
    let shown = act(&service, "rail show", bank()).await.json;
    assert_eq!((&shown["status"], &shown["mode"]), (&json!("PAUSED"), &json!("TEST")));
    service.finish().await;
}

/// Checks that pushes are taken from the range of addresses that an operator has named, and from no other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pushes_are_taken_from_the_range_that_is_named() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let origin = scene.deployment.origin();
    let path = format!("/rails/v1/{RAIL}/changes");
    for (range, expected) in [("10.1.0.0/16", 401), ("127.0.0.0/8", 200), ("10.1.0.0/16", 401), ("any", 200)]
    {
        scene.deployment.change(&["rail", "set", RAIL, "--push-from", range]);
        let body = scene.adapter.push_body(&scene.adapter.items());
        wait::until(range, PATIENCE, || async {
            let answered = scene.adapter.push(&origin, &path, &body).await;
            if answered == expected { Ok(()) } else { Err(answered) }
        })
        .await;
    }
    scene.finish();
}
