//! Recalls: money is released by a record or a tombstone alone (rails 7.7).

use std::time::Duration;

use causeway_domain::{Amount, CurrencyCode};
use causeway_rail_protocol::operations::Call;
use causeway_store::rails::RailStatus;
use serde_json::{Value as Json, json};

use super::adapter::{Reply, cancelled, record};
use super::scene::{READ, RailScene};
use crate::ports::{
    PayoutFailure, PayoutOrder, PayoutRail, PayoutStatus, RailError, RecallReason, RecallResponse,
    SubmitResponse,
};
use crate::rails::RailRouter;

/// Checks that the recall of an order that was never stored asks no adapter, and that the order is never sent then.
#[tokio::test]
async fn an_order_that_was_never_stored_gets_a_tombstone() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    for _ in 0..2 {
        assert_eq!(scene.recall(&order).await, Ok(RecallResponse::Released));
    }
    let refused = SubmitResponse::Refused(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.submit(&order).await, Ok(refused));
    let failed = PayoutStatus::Failed(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.status(&order).await, Ok(failed));
    assert!(scene.adapter.take_calls().is_empty());
}

/// Checks that a service that may have lost the row of a paid order releases nothing before all feeds are read, and
/// nothing that a feed names.
#[tokio::test]
async fn a_restored_service_releases_nothing_that_a_rail_may_have() {
    let mut scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    let named = scene.payout(2, 500);
    scene.fixture.clock.advance(Duration::from_secs(600));
    scene.router = RailRouter::new(scene.restart().await);
    assert_eq!(scene.recall(&order).await, Err(RailError::Unclear));
    assert!(scene.stored(&order).await.is_none());
    scene.add_item(&named, READ, Some(Amount::new(500, CurrencyCode::USD))).await;
    scene.read_feed(READ).await;
    assert_eq!(scene.recall(&order).await, Ok(RecallResponse::Released));
    assert_eq!(scene.recall(&named).await, Err(RailError::Unclear));
    assert_eq!(scene.status(&named).await, Err(RailError::Unclear));
    assert_eq!(scene.submit(&named).await, Err(RailError::Unclear));
    assert!(scene.stored(&named).await.is_none());
}

/// Checks that a payment that is younger than the process does not wait for the feeds of all rails.
#[tokio::test]
async fn a_young_payment_is_released_although_a_feed_is_not_read() {
    let mut scene = RailScene::new().await;
    scene.fixture.clock.advance(Duration::from_secs(600));
    scene.router = RailRouter::new(scene.restart().await);
    scene.fixture.clock.advance(Duration::from_secs(600));
    let order = scene.payout(1, 500);
    assert_eq!(scene.recall(&order).await, Ok(RecallResponse::Released));
}

/// Returns a scene with a payout of which a record in this state was seen.
async fn known(state: &'static str) -> (RailScene, PayoutOrder, Vec<u8>) {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.adapter.play(move |_, body| Reply::Signed(200, record(body, state, 1, READ)));
    assert!(scene.submit(&order).await.is_ok());
    let sent = scene.adapter.submits().remove(0);
    scene.adapter.take_calls();
    (scene, order, sent)
}

/// Checks that a record that frees the money releases it without a question, and no other record does.
#[tokio::test]
async fn the_last_record_alone_releases() {
    for state in ["FAILED", "CANCELLED", "RETURNED"] {
        let (scene, order, _) = known(state).await;
        assert_eq!(scene.recall(&order).await, Ok(RecallResponse::Released), "{state}");
        assert!(scene.adapter.take_calls().is_empty());
    }
    for state in ["RECEIVED", "SENT", "ACCEPTED", "SETTLED"] {
        let (scene, order, _) = known(state).await;
        scene.adapter.play(|_, _| Reply::Lost);
        assert_eq!(scene.recall(&order).await, Err(RailError::Unclear), "{state}");
        assert_eq!(scene.adapter.take_calls(), ["cancel"]);
    }
}

/// Checks the outcomes of a cancel, also on a paused rail.
#[tokio::test]
async fn a_cancel_has_the_outcome_of_its_record() {
    let outcome = |outcome: &'static str, state: &'static str| async move {
        let (scene, order, sent) = known("SENT").await;
        scene.set_status(RailStatus::Paused).await;
        scene.rails.reload().await.unwrap();
        scene.adapter.play(move |_, _| {
            let told: Json = record(&sent, state, 2, READ);
            Reply::Signed(200, cancelled(outcome, Some(told), READ))
        });
        scene.recall(&order).await
    };
    assert_eq!(outcome("RELEASED", "CANCELLED").await, Ok(RecallResponse::Released));
    assert_eq!(outcome("RELEASED", "FAILED").await, Ok(RecallResponse::Released));
    assert_eq!(outcome("KEPT", "SETTLED").await, Ok(RecallResponse::Arrived));
    assert!(matches!(outcome("PENDING", "ACCEPTED").await, Ok(RecallResponse::Pending { .. })));
    for (lie, state) in [("RELEASED", "SETTLED"), ("RELEASED", "SENT"), ("KEPT", "CANCELLED")] {
        assert_eq!(outcome(lie, state).await, Err(RailError::Unclear), "{lie} {state}");
    }
}

/// Checks that an order of which a part came back is not released: the payment learns what is missing, and books it.
#[tokio::test]
async fn a_short_return_is_no_release() {
    let (scene, order, sent) = known("SENT").await;
    scene.adapter.play(move |_, _| {
        let mut told = record(&sent, "RETURNED", 2, READ);
        told["returnedAmount"]["amount"] = 480.into();
        Reply::Signed(200, cancelled("RELEASED", Some(told), READ))
    });
    for _ in 0..2 {
        assert_eq!(scene.recall(&order).await, Ok(RecallResponse::Arrived));
    }
    assert_eq!(scene.adapter.take_calls(), ["cancel"]);
    let short = Some(Amount::new(20, CurrencyCode::USD));
    assert_eq!(scene.status(&order).await, Ok(PayoutStatus::Returned { short }));
}

/// Checks that the adapter is told the reason of a recall.
#[tokio::test]
async fn the_adapter_is_told_the_reason() {
    for (reason, told) in [
        (RecallReason::Cancelled, "USER_CANCELLATION"),
        (RecallReason::Overdue, "TIMEOUT"),
        (RecallReason::GivenUp, "OPERATOR"),
    ] {
        let (scene, order, _) = known("SENT").await;
        scene.adapter.play(move |_, body| {
            assert_eq!(serde_json::from_slice::<Json>(body).unwrap(), json!({ "reason": told }));
            Reply::Lost
        });
        let recalled = PayoutRail::recall(&scene.router, &order, reason).await;
        assert_eq!(recalled, Err(RailError::Unclear));
        assert_eq!(scene.adapter.take_calls(), ["cancel"]);
    }
}

/// Checks that a cancel is possible by the corridor's rule and the last record, without a question.
#[tokio::test]
async fn the_chance_to_cancel_follows_from_the_record() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    assert_eq!(PayoutRail::can_cancel(&scene.router, &order).await, Ok(true));
    for (state, can) in [("SENT", true), ("SETTLED", false), ("FAILED", false)] {
        let (scene, order, _) = known(state).await;
        assert_eq!(PayoutRail::can_cancel(&scene.router, &order).await, Ok(can), "{state}");
        assert!(scene.adapter.take_calls().is_empty());
    }
}

/// Checks that a settled order whose cancel arrives too late is not released.
#[tokio::test]
async fn a_cancel_without_an_answer_is_no_outcome() {
    let (scene, order, sent) = known("SENT").await;
    scene.adapter.play(move |call, _| match call {
        Call::Cancel(..) => Reply::Lost,
        _ => Reply::Signed(200, record(&sent, "SETTLED", 2, READ)),
    });
    assert_eq!(scene.recall(&order).await, Err(RailError::Unclear));
    assert!(matches!(scene.status(&order).await, Ok(PayoutStatus::Delivered { .. })));
}
