//! Records that cannot be true: the payment stays as it is, and one alert names the contradiction.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_testing::rails::{Delivery, Exchange, Reply};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, FUNDS, LiarScene, RAIL, id_of};
use super::super::payer::PATIENCE;

/// A lie about the record of an order, told by each status.
type RecordLie = fn(&mut Value);

/// Lies that contradict the submit or an earlier record, each with the case of rails 13.
const LIES: [(&str, &str, RecordLie); 5] = [
    ("W7", "another amount", |record| record["amount"]["amount"] = json!(1)),
    ("W7", "another digest", |record| {
        record["orderDigest"] = json!("sha-256=:RkWcC9oirsEGUR/nY1OdCmzBE5Bm2cxYdrWmOpkJPHw=:");
    }),
    ("W7", "another order", |record| {
        record["transactionId"] = json!("Transaction:0198f3c2-0000-7000-8000-0000000000aa")
    }),
    ("W6", "the same revision with another content", |record| {
        record["revision"] = json!(1);
        record["partnerText"] = json!("another text");
    }),
    ("W10", "more comes back than was paid", |record| {
        record["revision"] = json!(9);
        record["state"] = json!("RETURNED");
        record["returnedAmount"] = json!({ "amount": 10 * AMOUNT, "currency": "USD" });
    }),
];

/// Changes each record that a status tells.
fn lie(scene: &LiarScene, change: impl Fn(&mut Value) + Send + Sync + 'static) {
    scene.adapter.lie(move |exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Status(..))) && reply.status == 200 {
            change(&mut reply.body);
        }
    });
}

/// Checks that each lie leaves the payment where it is, has one alert that names it, and that the payment goes on
/// afterwards (W6, W7, W10).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w07_contradictions_change_nothing() {
    for (incident, what, change) in LIES {
        let scene = LiarScene::start(Engine::Sqlite).await;
        lie(&scene, change);
        let payout = scene.payout().await;
        let alerts = scene.alerted("RAIL_CONTRADICTION").await;
        assert_eq!(alerts.len(), 1, "{what}: {alerts:?}");
        let named = (&alerts[0]["subject"], &alerts[0]["detail"]["contradictions"][0]["incident"]);
        assert_eq!(named, (&json!(payout), &json!(incident)), "{what}: {alerts:?}");
        assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "PENDING", "{what}");
        assert_eq!(scene.balance().await, FUNDS - AMOUNT, "{what}: nothing is refunded");
        scene.adapter.be_honest();
        if scene.deployment.rail_status(RAIL) == "PAUSED" {
            scene.deployment.change(&["rail", "resume", RAIL]);
        }
        scene.reaches(&payout, "COMPLETED").await;
        scene.finish();
    }
}

/// Checks that a lower revision is ignored, and counted (W5).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w05_a_lower_revision_is_ignored() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000006").await;
    let payout = scene.pay_out(&account, AMOUNT).await;
    wait::until("a second record", PATIENCE, || async {
        let state = scene.state_of(&payout);
        if state == Some(OrderState::Accepted) { Ok(()) } else { Err(format!("{state:?}")) }
    })
    .await;
    scene.stores(&payout, OrderState::Accepted).await;
    lie(&scene, |record| {
        record["state"] = json!("FAILED");
        record["reason"] = json!("ACCOUNT_INVALID");
        record["revision"] = json!(1);
    });
    scene.move_to(&payout, OrderState::Accepted);
    scene.push_news().await;
    wait::until("a record with a lower revision", PATIENCE, || async {
        let metrics = scene.deployment.metrics();
        let counted = format!("causeway_rail_outdated_total{{rail=\"{RAIL}\"}}");
        if metrics.contains(&counted) { Ok(()) } else { Err(metrics) }
    })
    .await;
    assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "PROCESSING");
    assert_eq!(scene.balance().await, FUNDS - AMOUNT, "nothing is refunded");
    scene.finish();
}

/// Checks that a payout which was refunded and is then told to have settled stays refunded, with one alert (W8).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w08_a_settlement_after_the_refund_is_a_contradiction() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000003").await;
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.is_refunded(&payout).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
    let alerts = scene.alerted("RAIL_CONTRADICTION").await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    assert_eq!(alerts[0]["detail"]["contradictions"][0]["incident"], "W8", "{alerts:?}");
    assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "FAILED");
    assert_eq!(scene.balance().await, FUNDS);
    scene.finish();
}

/// Checks that a contradiction of an order that has ended is noticed although the adapter was silent when it was asked, and
/// the service was killed then: the feed does not tell of it again (W8).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w08_a_contradiction_outlasts_silence_and_a_kill() {
    let mut scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000003").await;
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.is_refunded(&payout).await;
    let order = id_of(&payout);
    let unanswered = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&unanswered);
    scene.adapter.lie(move |exchange: &Exchange, reply: &mut Reply| {
        if exchange.call == Some(Call::Status(OrderKind::Payout, order)) {
            reply.delivery = Delivery::Cut;
            counted.fetch_add(1, Ordering::AcqRel);
        }
    });
    scene.move_to(&payout, OrderState::Settled);
    let end = json!(scene.adapter.items().len());
    wait::until("a question behind the end of the feed", PATIENCE, || async {
        let cursor = scene.deployment.operate(&["rail", "show", RAIL])["feed"]["cursor"].clone();
        let asked = unanswered.load(Ordering::Acquire);
        if cursor == end && asked > 0 { Ok(()) } else { Err(format!("{cursor}, {asked} questions")) }
    })
    .await;
    scene.deployment.kill();
    scene.adapter.be_honest();
    scene.deployment.start_again();
    let alerts = scene.alerted("RAIL_CONTRADICTION").await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    assert_eq!(alerts[0]["detail"]["contradictions"][0]["incident"], "W8", "{alerts:?}");
    assert_eq!(scene.balance().await, FUNDS);
    scene.finish();
}

/// Checks that a return with less than was paid is no contradiction: the payer is refunded whole, and the difference is the
/// service's (W10).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w10_a_return_with_less_is_refunded_whole() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000005").await;
    lie(&scene, |record| {
        if record["state"] == "RETURNED" {
            record["returnedAmount"]["amount"] = json!(AMOUNT - 1_500);
        }
    });
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.is_refunded(&payout).await;
    assert_eq!(scene.balance().await, FUNDS);
    let shown = scene.deployment.operate(&["payment", "show", &payout]);
    assert!(shown.to_string().contains("RETURN_SHORT"), "{shown}");
    assert_eq!(scene.deployment.alerts("RAIL_CONTRADICTION").len(), 0);
    scene.finish();
}

/// Checks that open orders end after the adapter has withdrawn its corridors (W12).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w12_withdrawn_capabilities_end_no_order() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000006").await;
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.adapter.lie(|exchange, reply| {
        if matches!(exchange.call, Some(Call::Capabilities)) {
            reply.body["payouts"] = json!([]);
        }
    });
    scene.deployment.change(&["rail", "pause", RAIL]);
    scene.deployment.change(&["rail", "resume", RAIL]);
    let refused = scene.payout_request(&scene.good, AMOUNT, "withdrawn").send().await;
    assert_eq!(refused.status, 501, "{refused:?}");
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
    scene.reaches(&payout, "COMPLETED").await;
    scene.finish();
}
