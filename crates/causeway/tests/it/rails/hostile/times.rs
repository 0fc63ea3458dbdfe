//! Clocks that are wrong, orders without an end, and feeds that stop.

use std::time::Duration;

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{ErrorCode, OrderKind, OrderState};
use causeway_testing::rails::{Delivery, Exchange, Reply};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::super::attached::AttachedScene;
use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, LiarScene, RAIL, id_of};
use crate::harness::Setup;
use crate::payments::scene::text;

/// A lie about the time in an answer.
type TimeLie = fn(&mut Reply);

/// Times that neither side accepts: of the answer, and of the request as the adapter reads it.
const TIME_LIES: [TimeLie; 2] = [
    |reply| reply.delivery = Delivery::Stale,
    |reply| {
        reply.refuse(ErrorCode::Stale);
        reply.body["error"]["details"] = json!({ "now": "2099-01-01T00:00:00Z" });
    },
];

/// Checks that clocks which differ are no outcome of a payment, and that one alert says by how much (W13).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w13_clocks_that_differ_are_alerted() {
    for lie in TIME_LIES {
        let scene = LiarScene::start(Engine::Sqlite).await;
        let account = scene.register_at(&scene.deployment, "900000010").await;
        let mut payouts = Vec::new();
        for _ in 0..5 {
            payouts.push(scene.pay_out(&account, AMOUNT).await);
        }
        for payout in &payouts {
            scene.stores(payout, OrderState::Received).await;
        }
        scene.adapter.lie(move |_: &Exchange, reply: &mut Reply| lie(reply));
        let alerts = scene.alerted("RAIL_NOT_AUTHENTICATED").await;
        assert_eq!((alerts.len(), &alerts[0]["subject"]), (1, &json!(RAIL)), "{alerts:?}");
        let told = text(&alerts[0]["detail"]["what"]);
        let (_, difference) = told.split_once("clock is ahead by ").unwrap_or_else(|| panic!("{told}"));
        let seconds: i64 = difference.trim_end_matches(" s").parse().unwrap();
        assert!(seconds.abs() >= 3_590, "{told}");
        for payout in &payouts {
            assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "PENDING");
            scene.move_to(payout, OrderState::Settled);
        }
        scene.adapter.be_honest();
        for payout in &payouts {
            scene.reaches(payout, "COMPLETED").await;
        }
        scene.finish();
    }
}

/// Checks that an order which stays in `ACCEPTED`, or of which nothing is known, is cancelled after days: it is refunded if
/// the adapter releases it, and stays with an alert if it does not (W14).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w14_an_order_without_an_end_is_cancelled() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let released = scene.pay_out(&scene.register("900000006").await, OrderState::Accepted).await;
    let kept = scene.pay_out(&scene.register("900000009").await, OrderState::InDoubt).await;
    scene.set_ahead(Duration::from_hours(6 * 24));
    let alerts = wait::until("both alerts", wait::PATIENCE, || async {
        let stuck = scene.alerts("PAYOUT_STUCK").await;
        if stuck.len() >= 2 { Ok(stuck) } else { Err(stuck.len()) }
    })
    .await;
    for payout in [&released, &kept] {
        let about = alerts.iter().filter(|alert| alert["subject"] == payout.as_str()).count();
        assert_eq!(about, 1, "{alerts:?}");
    }
    let refunded = wait::until("the refund", wait::PATIENCE, || async {
        let payment = scene.payment(&released).await;
        if payment["refund"]["status"] == "COMPLETED" { Ok(payment) } else { Err(payment) }
    })
    .await;
    assert_eq!((&refunded["status"], &refunded["refund"]["reason"]), (&json!("FAILED"), &json!("TIMEOUT")));
    assert_eq!(scene.payment(&kept).await["status"], "PENDING");
    assert_eq!(scene.adapter.state_of(OrderKind::Payout, id_of(&kept)), Some(OrderState::InDoubt));
    scene.service.finish().await;
}

/// Checks that a feed which does not show the changes of records is alerted after half an hour, and that status counts
/// meanwhile (W15).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w15_a_feed_that_stops_is_alerted() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let payout = scene.pay_out(&scene.register("900000010").await, OrderState::Received).await;
    scene.adapter.lie(|exchange: &Exchange, reply: &mut Reply| {
        if matches!(exchange.call, Some(Call::Status(..))) && reply.status == 200 {
            reply.body["state"] = json!("ACCEPTED");
            reply.body["revision"] = json!(2);
        }
    });
    scene.stores(&payout, OrderState::Accepted).await;
    assert_eq!(scene.alerts("RAIL_").await, [Value::Null; 0], "not yet");
    scene.set_ahead(Duration::from_mins(31));
    scene.follow().await;
    let alerts = scene.alerts("RAIL_").await;
    let [alert] = &alerts[..] else { panic!("{alerts:?}") };
    assert_eq!(alert["kind"], "RAIL_FEED_STALE");
    assert_eq!((&alert["detail"]["orders"], &alert["detail"]["is_read"]), (&json!([payout]), &json!(true)));

    // The second change has a revision that was not told before.
    for _ in 0..2 {
        scene.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
    }
    scene.adapter.be_honest();
    scene.follow().await;
    scene.reaches(&payout, "COMPLETED").await;
    scene.follow().await;
    assert_eq!(scene.alerts("RAIL_").await, [Value::Null; 0], "the feed shows the changes");
    scene.service.finish().await;
}
