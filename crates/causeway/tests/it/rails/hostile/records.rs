//! Records that cannot be true: the payment stays as it is, and one alert names the contradiction.

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_testing::rails::{Exchange, Reply};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, FUNDS, LiarScene, RAIL, id_of};
use super::super::payer::PATIENCE;

/// A lie about the record of an order, told by each status.
type RecordLie = fn(&mut Value);

/// Lies that contradict the submit or an earlier record (W6, W7, W10).
const LIES: [(&str, RecordLie); 5] = [
    ("another amount", |record| record["amount"]["amount"] = json!(1)),
    ("another digest", |record| {
        record["orderDigest"] = json!("sha-256=:RkWcC9oirsEGUR/nY1OdCmzBE5Bm2cxYdrWmOpkJPHw=:");
    }),
    ("another order", |record| {
        record["transactionId"] = json!("Transaction:0198f3c2-0000-7000-8000-0000000000aa")
    }),
    ("the same revision with another content", |record| {
        record["revision"] = json!(1);
        record["partnerText"] = json!("another text");
    }),
    ("more comes back than was paid", |record| {
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

/// Checks that each lie leaves the payment where it is, has one alert, and that the payment goes on afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w07_contradictions_change_nothing() {
    for (what, change) in LIES {
        let scene = LiarScene::start(Engine::Sqlite).await;
        lie(&scene, change);
        let payout = scene.payout().await;
        let alerts = scene.alerted("RAIL_CONTRADICTION").await;
        assert_eq!(alerts.len(), 1, "{what}: {alerts:?}");
        assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "PROCESSING", "{what}");
        assert_eq!(scene.balance().await, FUNDS - AMOUNT, "{what}: nothing is refunded");
        scene.adapter.be_honest();
        if scene.deployment.rail_status(RAIL) == "PAUSED" {
            scene.deployment.change(&["rail", "resume", RAIL]);
        }
        scene.reaches(&payout, "COMPLETED").await;
        scene.finish();
    }
}

/// Checks that a lower revision is ignored (W5).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w05_a_lower_revision_is_ignored() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000006").await;
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Accepted);
    lie(&scene, |record| {
        record["state"] = json!("FAILED");
        record["reason"] = json!("ACCOUNT_INVALID");
        record["revision"] = json!(1);
    });
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Accepted);
    let before = scene.adapter.requests();
    wait::until("more questions", PATIENCE, || async {
        let asked = scene.adapter.requests() - before;
        if asked >= 3 { Ok(()) } else { Err(asked) }
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
    assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "FAILED");
    assert_eq!(scene.balance().await, FUNDS);
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
