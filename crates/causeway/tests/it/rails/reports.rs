//! What adapters tell beside states: changed capabilities, and times of settlement.

use causeway_domain::Time;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_testing::rails::{Exchange, Reply};
use causeway_testing::wait;
use serde_json::json;

use super::attached::AttachedScene;
use super::deployment::Engine;
use super::liar::{LiarScene, RAIL, id_of};
use super::payer::PATIENCE;
use crate::harness::Setup;

/// Checks that an item about capabilities has the service ask for them, which it does only every ten minutes by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_item_about_capabilities_has_them_asked_again() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let adapter = || scene.deployment.operate(&["rail", "show", RAIL])["adapter"].clone();
    assert_eq!(adapter(), "Adapter of the tests 1");
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if exchange.call == Some(Call::Capabilities) {
            reply.body["adapter"]["version"] = json!("2");
        }
    });
    scene.adapter.announce_capabilities();
    scene.push_news().await;
    wait::until("the new capabilities", PATIENCE, || async {
        let shown = adapter();
        if shown == "Adapter of the tests 2" { Ok(()) } else { Err(shown) }
    })
    .await;
    scene.finish();
}

/// Checks that the platform sees the time of settlement that the adapter expects in place of the service's estimate, and
/// the next one once the order has moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_expected_settlement_is_that_of_the_adapter() {
    const FIRST: &str = "2031-05-05T12:00:00Z";
    const NEXT: &str = "2031-05-06T12:00:00Z";
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register("900000010").await;
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Submit(..) | Call::Status(..))) && reply.status == 200 {
            let expected = if reply.body["state"] == "RECEIVED" { FIRST } else { NEXT };
            reply.body["expectedSettlementAt"] = json!(expected);
        }
    });
    let payout = scene.pay_out(&account, OrderState::Received).await;
    is_expected(&scene, &payout, FIRST).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Accepted);
    scene.follow().await;
    is_expected(&scene, &payout, NEXT).await;
    scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
    scene.follow().await;
    scene.reaches(&payout, "COMPLETED").await;
    scene.service.finish().await;
}

/// Waits until the platform is told that a payout settles at this time.
async fn is_expected(scene: &AttachedScene, payout: &str, at: &str) {
    let expected: Time = at.parse().unwrap();
    wait::until(at, wait::PATIENCE, || async {
        let told = scene.payment(payout).await["expectedSettlementAt"].clone();
        let time: Option<Time> = told.as_str().and_then(|told| told.parse().ok());
        if time == Some(expected) { Ok(()) } else { Err(told) }
    })
    .await;
}
