//! Kills around a submit, of the service and of the adapter: what is not known is asked for, and nothing is sent again.

use std::sync::{Arc, Mutex};

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::OrderState;
use causeway_testing::rails::{Delivery, Exchange, Reply};
use causeway_testing::wait;

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, FUNDS, LiarScene};
use super::super::payer::PATIENCE;

/// The names of the operations about orders, in their order.
type OperationNames = Arc<Mutex<Vec<&'static str>>>;

/// Keeps the operations about orders from now on, and answers submits in this way.
fn listen(scene: &LiarScene, asked: &OperationNames, submits: Delivery) {
    let asked = Arc::clone(asked);
    scene.adapter.lie(move |exchange: &Exchange, reply: &mut Reply| {
        let Some(call @ (Call::Submit(..) | Call::Status(..) | Call::Cancel(..))) = exchange.call else {
            return;
        };
        asked.lock().unwrap().push(call.operation().name());
        if matches!(call, Call::Submit(..)) {
            reply.delivery = submits;
        }
    });
}

/// Checks that a service which is killed before it has the answer to a submit asks first when it runs again (W3).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w03_a_killed_service_asks_before_it_submits_again() {
    let mut scene = LiarScene::start(Engine::Sqlite).await;
    let asked = OperationNames::default();
    listen(&scene, &asked, Delivery::Silent);
    let payout = scene.payout().await;
    wait::until("the submit", PATIENCE, || async { scene.state_of(&payout).map(drop).ok_or("no submit") })
        .await;
    scene.deployment.kill();
    asked.lock().unwrap().clear();
    listen(&scene, &asked, Delivery::Signed);
    scene.deployment.start_again();
    scene.reaches(&payout, "COMPLETED").await;
    let asked = asked.lock().unwrap().clone();
    assert!(!asked.is_empty() && asked.iter().all(|name| *name == "status"), "{asked:?}");
    assert_eq!(scene.balance().await, FUNDS - AMOUNT);
    scene.finish();
}

/// Checks that an order of which the adapter cannot tell what its partner has done, because it was killed meanwhile, stays
/// where it is until a record tells: it is not sent again, not refunded, and no alert is raised (W4).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w04_an_order_in_doubt_waits_for_a_record() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let account = scene.register_at(&scene.deployment, "900000009").await;
    let asked = OperationNames::default();
    listen(&scene, &asked, Delivery::Signed);
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.stores(&payout, OrderState::InDoubt).await;
    let before = scene.adapter.requests();
    wait::until("more questions", PATIENCE, || async {
        let further = scene.adapter.requests() - before;
        if further >= 3 { Ok(()) } else { Err(further) }
    })
    .await;
    assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "PENDING");
    assert_eq!(scene.balance().await, FUNDS - AMOUNT, "nothing is refunded");
    let listed = scene.deployment.operate(&["alert", "list"]);
    let about = listed.as_array().expect("alerts").iter().find(|alert| alert["subject"] == payout.as_str());
    assert_eq!(about, None, "the payout is no case for operators yet");
    scene.move_to(&payout, OrderState::Settled);
    scene.push_news().await;
    scene.reaches(&payout, "COMPLETED").await;
    let submits = asked.lock().unwrap().iter().filter(|name| **name == "submit").count();
    assert_eq!(submits, 1);
    scene.finish();
}
