//! Values that this version does not know: they decide nothing, and each has one alert (rails 4).

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::OrderState;
use causeway_testing::rails::{Exchange, Reply};
use serde_json::{Value, json};

use super::super::attached::{AMOUNT, AttachedScene, FUNDS};
use crate::harness::Setup;

/// Adds an unknown value to each place of an answer that can have one.
fn add_unknown_values(exchange: &Exchange, reply: &mut Reply) {
    match exchange.call {
        Some(Call::Capabilities) => {
            reply.body["services"] = json!(["PAYOUT", "COLLECTION", "NEW_SERVICE"]);
            reply.body["statements"] = json!({ "carries": ["endToEndId", "newReference"] });
        }
        Some(Call::Submit(..) | Call::Status(..)) if reply.status == 200 => {
            reply.body["onChain"] = json!({ "network": "NEW_CHAIN", "hash": "0xab" });
            let at = "2026-11-21T12:00:00Z";
            reply.body["payeeVerification"] = json!({ "outcome": "NEW_OUTCOME", "name": null, "at": at });
        }
        _ => {}
    }
}

/// Returns the subjects of the open alerts about unknown values, sorted.
async fn reported(scene: &AttachedScene) -> Vec<String> {
    let alerts = scene.alerts("RAIL_UNKNOWN_VALUE").await;
    let subject = |alert: &Value| alert["subject"].as_str().expect("a subject").to_owned();
    let mut subjects: Vec<String> = alerts.iter().map(subject).collect();
    subjects.sort();
    subjects
}

/// Checks that unknown values of capabilities, records and prechecks are reported once, although they are told twice, and
/// that a payout completes with them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_unknown_value_has_one_alert() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    scene.adapter.lie(add_unknown_values);
    let account = scene.register("900000000").await;
    for number in 1..=2 {
        scene.follow().await;
        let payout = scene.pay_out(&account, OrderState::Settled).await;
        scene.reaches(&payout, "COMPLETED").await;
        assert_eq!(scene.balance().await, FUNDS - number * AMOUNT);
    }
    scene.adapter.lie(|exchange, reply| {
        if matches!(exchange.call, Some(Call::Precheck(_))) {
            reply.body["available"] = json!(false);
            reply.body["reason"] = json!("NEW_REASON");
        }
    });
    for _ in 0..2 {
        scene.payout_request(&account).send().await.expect_error(500, "SVC_SWITCH_ERROR");
    }
    let expected = [
        "bank onChain.network NEW_CHAIN",
        "bank payeeVerification.outcome NEW_OUTCOME",
        "bank reason NEW_REASON",
        "bank service NEW_SERVICE",
        "bank statements.carries newReference",
    ];
    assert_eq!(reported(&scene).await, expected);
    scene.service.finish().await;
}
