//! Limits of a rail: orders above them wait, and so do claims that free money (rails 15.5).

use std::time::Duration;

use causeway_domain::CurrencyCode;
use causeway_domain::alerts::AlertKind;
use causeway_store::rails::{RailLimits, RailOrderRecord, orders};
use causeway_store::{Tx, alerts};
use serde_json::{Value as Json, json};

use super::adapter::{Reply, record};
use super::scene::{READ, RailScene};
use crate::ports::{PayoutFailure, PayoutOrder, PayoutStatus, RailError, RecallResponse, SubmitResponse};
use crate::rails::operate::{self, NewLimits};

/// Lets the adapter say this state of every order that it gets.
fn say(scene: &RailScene, state: &'static str) {
    scene.adapter.play(move |_, body| Reply::Signed(200, record(body, state, 1, READ)));
}

/// Checks that an order above a limit waits without a row, with one alert.
async fn waits(scene: &RailScene, order: &PayoutOrder) {
    scene.adapter.take_calls();
    for _ in 0..2 {
        assert_eq!(scene.submit(order).await, Err(RailError::Unclear));
    }
    assert!(scene.stored(order).await.is_none() && scene.adapter.take_calls().is_empty());
    assert_eq!(scene.count(AlertKind::RailLimitReached).await, 1);
}

#[tokio::test]
async fn an_order_above_the_maximum_waits() {
    let limits = RailLimits { maximum_order: Some(1_000), ..RailLimits::default() };
    let scene = RailScene::with_limits(limits).await;
    say(&scene, "SENT");
    assert!(scene.submit(&scene.payout(1, 1_000)).await.is_ok());
    waits(&scene, &scene.payout(2, 1_001)).await;
}

/// Returns the next step for an order that waits for a limit.
async fn next_step(scene: &RailScene, order: &PayoutOrder) -> Json {
    assert_eq!(scene.submit(order).await, Err(RailError::Unclear));
    let subject = order.transaction.to_string();
    let find = move |tx: &mut Tx<'_>| Ok(alerts::find_open(tx, AlertKind::RailLimitReached, &subject)?);
    scene.fixture.write(find).await.unwrap().detail["commands"].take()
}

/// Checks that the next step sets all limits that the rail has now, as those that are left out would be removed.
#[tokio::test]
async fn the_next_step_keeps_the_other_limits() {
    let limits = RailLimits { maximum_order: Some(1_000), return_hold: Some(7), ..RailLimits::default() };
    let scene = RailScene::with_limits(limits).await;
    let order = scene.payout(1, 1_001);
    let set = "causeway rail-limit set test --currency USD --maximum-order 1000";
    assert_eq!(next_step(&scene, &order).await, json!([format!("{set} --return-hold 7 --reason TEXT")]));
    let limits = Some(RailLimits { daily_refunds: Some(9), ..limits });
    let change = move |tx: &mut Tx<'_>| {
        let rail = operate::lock_named(tx, "test")?;
        operate::set_limits(tx, rail, &NewLimits { currency: CurrencyCode::USD, limits }).map(drop)
    };
    scene.fixture.write(change).await;
    let now = format!("{set} --daily-refunds 9 --return-hold 7 --reason TEXT");
    assert_eq!(next_step(&scene, &order).await, json!([now]));
}

#[tokio::test]
async fn orders_above_the_sum_of_a_day_wait() {
    let limits = RailLimits { daily_out: Some(1_000), ..RailLimits::default() };
    let scene = RailScene::with_limits(limits).await;
    say(&scene, "SETTLED");
    assert!(scene.submit(&scene.payout(1, 600)).await.is_ok());
    assert!(scene.submit(&scene.payout(2, 400)).await.is_ok());
    let order = scene.payout(3, 1);
    waits(&scene, &order).await;
    scene.fixture.clock.advance(Duration::from_secs(24 * 60 * 60 + 1));
    assert!(scene.submit(&order).await.is_ok());
    assert_eq!(scene.count(AlertKind::RailLimitReached).await, 0);
}

#[tokio::test]
async fn orders_above_the_open_sum_wait_until_others_have_ended() {
    let limits = RailLimits { open_out: Some(1_000), ..RailLimits::default() };
    let scene = RailScene::with_limits(limits).await;
    say(&scene, "SENT");
    let first = scene.payout(1, 1_000);
    assert!(scene.submit(&first).await.is_ok());
    let sent = scene.adapter.submits().remove(0);
    let order = scene.payout(2, 1);
    waits(&scene, &order).await;
    scene.adapter.play(move |_, body| {
        if body.is_empty() {
            Reply::Signed(200, record(&sent, "SETTLED", 2, READ))
        } else {
            Reply::Signed(200, record(body, "SENT", 1, READ))
        }
    });
    assert!(scene.status(&first).await.is_ok());
    assert!(scene.submit(&order).await.is_ok());
}

/// Releases a held order, as an operator does.
async fn release(scene: &RailScene, held: RailOrderRecord) {
    let platform = scene.platform();
    scene
        .fixture
        .write(move |tx| {
            let released_at = Some(tx.wall());
            Ok(orders::update(tx, platform, &RailOrderRecord { released_at, ..held.clone() })?)
        })
        .await;
}

/// Checks that a return above the limit frees nothing before an operator has released it.
#[tokio::test]
async fn a_large_return_waits_for_an_operator() {
    let limits = RailLimits { return_hold: Some(1_000), ..RailLimits::default() };
    let scene = RailScene::with_limits(limits).await;
    say(&scene, "RETURNED");
    let small = scene.payout(1, 1_000);
    assert!(matches!(scene.submit(&small).await, Ok(SubmitResponse::Accepted { .. })));
    let large = scene.payout(2, 1_001);
    assert_eq!(scene.submit(&large).await, Err(RailError::Unclear));
    assert_eq!(scene.status(&large).await, Err(RailError::Unclear));
    assert_eq!(scene.recall(&large).await, Err(RailError::Unclear));
    assert_eq!(scene.count(AlertKind::RailRefundHeld).await, 1);
    let held = scene.stored(&large).await.unwrap();
    release(&scene, held).await;
    assert_eq!(scene.status(&large).await, Ok(PayoutStatus::Returned { short: None }));
    assert_eq!(scene.recall(&large).await, Ok(RecallResponse::Released));
}

/// Checks that failures beyond the sum of a day wait, so that a liar gets no more than that.
#[tokio::test]
async fn failures_above_the_sum_of_a_day_wait_for_an_operator() {
    let limits = RailLimits { daily_refunds: Some(1_000), ..RailLimits::default() };
    let scene = RailScene::with_limits(limits).await;
    say(&scene, "FAILED");
    let refused = SubmitResponse::Refused(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.submit(&scene.payout(1, 1_000)).await, Ok(refused));
    let order = scene.payout(2, 1);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.recall(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.count(AlertKind::RailRefundHeld).await, 1);
}
