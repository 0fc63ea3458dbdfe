//! The reasons of cancels, as an adapter is told them (rails 7.7).

use std::time::Duration;

use causeway_rail_protocol::values::{CancelReason, OrderKind, OrderState};
use causeway_testing::wait;
use serde_json::json;

use super::attached::{AMOUNT, AttachedScene};
use super::liar::id_of;
use super::payer::text;
use crate::harness::Setup;
use crate::operator::acting::{act, with};

/// A day and an hour: no payment times out in it.
const MORE_THAN_A_DAY: Duration = Duration::from_hours(25);
/// More than the five days after which a payout times out.
const A_WEEK: Duration = Duration::from_hours(7 * 24);

/// Waits until the adapter is told to cancel a payout, and checks that each cancel has this reason.
async fn is_told(scene: &AttachedScene, payout: &str, reason: CancelReason) {
    let reasons = wait::until(reason.as_str(), wait::PATIENCE, || async {
        let told = scene.adapter.cancel_reasons(OrderKind::Payout, id_of(payout));
        if told.is_empty() { Err("no cancel") } else { Ok(told) }
    })
    .await;
    assert!(reasons.iter().all(|told| *told == reason), "{reasons:?}");
}

/// Pays out by ACH, whose payouts a payer can cancel (money 10.7).
async fn pay_out_by_ach(scene: &AttachedScene, account: &str) -> String {
    let body = json!({
        "source": { "accountId": scene.usd },
        "destination": { "accountId": account, "paymentRail": "ACH" },
        "amount": AMOUNT,
    });
    let payout = scene.platform.post("/transfer-out").json(&body).send().await.expect(201);
    let payout = text(&payout["id"]).to_owned();
    scene.stores(&payout, OrderState::Accepted).await;
    payout
}

/// Checks that a payer's cancel is none of a timeout, however old the payment is, and that a payment which an operator gives
/// up, or which times out, says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_cancel_has_its_reason() {
    let scene = AttachedScene::new(Setup::Sqlite).await;
    let account = scene.register("900000006").await;
    let route = json!({
        "rail": "bank", "corridor": "usd-ach", "account_type": "USD_ACCOUNT", "payment_rail": "ACH", "currency": "USD",
    });
    act(&scene.service, "rail-route set", route).await;
    scene.reload().await;
    let cancelled = pay_out_by_ach(&scene, &account).await;
    let given_up = scene.pay_out(&account, OrderState::Accepted).await;
    scene.set_ahead(MORE_THAN_A_DAY);
    scene.platform.post(&format!("/transactions/{cancelled}/cancel")).send().await.expect(200);
    is_told(&scene, &cancelled, CancelReason::UserCancellation).await;
    act(&scene.service, "payment refund", with(&scene.platform, json!({ "transaction": given_up }))).await;
    is_told(&scene, &given_up, CancelReason::Operator).await;

    let overdue = scene.pay_out(&account, OrderState::Accepted).await;
    scene.set_ahead(A_WEEK);
    is_told(&scene, &overdue, CancelReason::Timeout).await;
    for payout in [cancelled, given_up, overdue] {
        wait::until("a refund", wait::PATIENCE, || async {
            let payment = scene.payment(&payout).await;
            if payment["refund"]["status"] == "COMPLETED" { Ok(()) } else { Err(payment) }
        })
        .await;
    }
    scene.service.finish().await;
}
