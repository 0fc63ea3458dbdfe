//! Alerts about rails: each has a next step, and the program's own parser reads every command that an alert prints.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{ErrorCode, MinorUnits, Money, OrderKind, OrderState};
use causeway_testing::rails::{Delivery, Exchange, Reply};
use causeway_testing::wait;
use serde_json::json;

use super::attached::{AMOUNT, AttachedScene};
use super::liar::{id_of, unknown_payment};
use super::payer::text;
use crate::harness::Setup;
use crate::operator::acting::act;
use crate::operator::printed::parse_all;

/// Reasons of failures that are alerted.
const REASONS: [&str; 3] = ["COMPLIANCE_REJECTED", "INSUFFICIENT_LIQUIDITY", "A_NEW_REASON"];

/// Returns the kinds of the open alerts about rails, after the commands of each were parsed.
async fn kinds(scene: &AttachedScene) -> BTreeSet<String> {
    let alerts = scene.alerts("RAIL_").await;
    for alert in &alerts {
        let commands = parse_all(&alert["detail"]["commands"]);
        assert!(!commands.is_empty(), "an alert without a next step: {alert}");
    }
    alerts.iter().map(|alert| text(&alert["kind"]).to_owned()).collect()
}

/// Follows the feed until there are so many alerts of a kind.
async fn alerted(scene: &AttachedScene, kind: AlertKind, count: usize) {
    wait::until(kind.as_str(), wait::PATIENCE, || async {
        scene.follow().await;
        let found = scene.alerts(kind.as_str()).await;
        if found.len() == count { Ok(()) } else { Err(json!(found)) }
    })
    .await;
}

/// Has each order that fails do so for the next of the reasons, which stays its reason.
fn fail_for_each_reason(scene: &AttachedScene) {
    let given: Mutex<BTreeMap<String, usize>> = Mutex::default();
    scene.adapter.lie(move |_: &Exchange, reply: &mut Reply| {
        if reply.body["state"] == "FAILED" {
            let mut given = given.lock().unwrap();
            let next = given.len();
            let number = *given.entry(text(&reply.body["transactionId"]).to_owned()).or_insert(next);
            reply.body["reason"] = json!(REASONS[number % REASONS.len()]);
        }
    });
}

/// Sets one limit of the rail in US dollars; the others are removed.
async fn set_limit(scene: &AttachedScene, limit: &str) {
    let limits = json!({ "rail": "bank", "currency": "USD", limit: AMOUNT - 1 });
    act(&scene.service, "rail-limit set", limits).await;
    scene.reload().await;
}

/// Raises the alerts about payments: refused requests, failures, held refunds, limits, contradictions, which pause the rail,
/// and then an order without a route.
async fn about_payments() -> BTreeSet<String> {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let steered = scene.register("900000010").await;
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Submit(..))) {
            reply.refuse(ErrorCode::InvalidOrder);
        }
    });
    scene.payout_request(&steered).send().await.expect(201);
    alerted(&scene, AlertKind::RailOrderRefused, 1).await;

    fail_for_each_reason(&scene);
    let failing = scene.register("900000003").await;
    for _ in REASONS {
        scene.pay_out(&failing, OrderState::Failed).await;
    }
    let mut settled = Vec::new();
    for _ in 0..3 {
        let payout = scene.pay_out(&steered, OrderState::Received).await;
        scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
        scene.follow().await;
        scene.reaches(&payout, "COMPLETED").await;
        settled.push(payout);
    }
    set_limit(&scene, "return_hold").await;
    let held = scene.pay_out(&steered, OrderState::Received).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&held), OrderState::Returned);
    alerted(&scene, AlertKind::RailRefundHeld, 1).await;

    set_limit(&scene, "maximum_order").await;
    scene.payout_request(&steered).send().await.expect(201);
    alerted(&scene, AlertKind::RailLimitReached, 1).await;
    for payout in &settled {
        scene.adapter.move_order(OrderKind::Payout, id_of(payout), OrderState::Accepted);
    }
    alerted(&scene, AlertKind::RailContradiction, settled.len()).await;
    assert_eq!(scene.rail().await["status"], "PAUSED");
    // Orders that wait are tried again after a change of the limits.
    set_limit(&scene, "maximum_order").await;
    alerted(&scene, AlertKind::RailNoRoute, 1).await;
    let found = kinds(&scene).await;
    scene.service.finish().await;
    found
}

/// Raises the alerts about memory that the adapter has lost.
async fn about_lost_memory() -> BTreeSet<String> {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let steered = scene.register("900000010").await;
    let copy = scene.adapter.copy();
    scene.pay_out(&steered, OrderState::Received).await;
    scene.adapter.restore(copy);
    alerted(&scene, AlertKind::RailMemoryLost, 1).await;
    let found = kinds(&scene).await;
    scene.service.finish().await;
    found
}

/// Raises the alerts about what the adapter has, and the service does not.
async fn about_unknown_orders() -> BTreeSet<String> {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let amount = Money { amount: MinorUnits::new(4_321).unwrap(), currency: "USD".parse().unwrap() };
    scene.adapter.invent(OrderKind::Payout, unknown_payment(), amount);
    alerted(&scene, AlertKind::RailUnknownOrder, 1).await;
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if exchange.call == Some(Call::Capabilities) {
            reply.body["accounts"][0]["decimals"] = json!(3);
        }
    });
    alerted(&scene, AlertKind::RailCapabilitiesInvalid, 1).await;
    let found = kinds(&scene).await;
    scene.service.finish().await;
    found
}

/// Raises the alert about items that the adapter no longer keeps.
async fn about_skipped_items() -> BTreeSet<String> {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Changes { .. })) {
            let memory = reply.body["memory"].take();
            reply.refuse(ErrorCode::CursorTooOld);
            reply.body["memory"] = memory;
        }
    });
    alerted(&scene, AlertKind::RailFeedSkipped, 1).await;
    let found = kinds(&scene).await;
    scene.service.finish().await;
    found
}

/// Raises the alerts about an adapter whose answers do not arrive in this way.
async fn about_silence(delivery: Delivery, kind: AlertKind) -> BTreeSet<String> {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    scene.adapter.lie(move |_: &Exchange, reply: &mut Reply| reply.delivery = delivery);
    alerted(&scene, kind, 1).await;
    scene.set_ahead(Duration::from_mins(31));
    alerted(&scene, AlertKind::RailFeedStale, 1).await;
    let found = kinds(&scene).await;
    scene.service.finish().await;
    found
}

/// Checks the commands of all kinds of alerts about rails, each raised by its cause.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_alert_prints_commands_that_can_be_given() {
    let mut found = about_payments().await;
    found.extend(about_lost_memory().await);
    found.extend(about_unknown_orders().await);
    found.extend(about_skipped_items().await);
    found.extend(about_silence(Delivery::Cut, AlertKind::RailDegraded).await);
    found.extend(about_silence(Delivery::OtherKey, AlertKind::RailNotAuthenticated).await);
    let all = AlertKind::ALL.iter().map(|kind| kind.as_str().to_owned());
    let of_rails: BTreeSet<String> = all.filter(|kind| kind.starts_with("RAIL_")).collect();
    assert_eq!(found, of_rails);
}
