//! Payouts over the router: stored before they are sent, repeated with the same bytes, settled by records.

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::signing::{Signature, VerifyingKey, verify_evidence};
use causeway_rail_protocol::values::OrderState;
use causeway_store::rails::{RailStatus, StoredState};
use serde_json::{Value as Json, json};

use super::adapter::{Reply, cancelled, error, not_found, record, tombstone};
use super::scene::{READ, RailScene};
use crate::ports::{PayoutFailure, PayoutStatus, RailError, SubmitResponse};
use crate::rails::RailRouter;
use crate::rails::operate::references_of;

/// Checks that the row with the bytes is there although nothing came back, and that the bytes have every member of the
/// protocol.
#[tokio::test]
async fn an_order_is_stored_before_it_is_sent() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 12_345);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    let stored = scene.stored(&order).await.unwrap();
    let references = references_of(&stored).unwrap();
    let pinned = stored.pinned.unwrap();
    assert_eq!(stored.state, StoredState::Stored);
    assert_eq!(scene.adapter.submits(), std::slice::from_ref(&pinned.body));
    let body: Json = serde_json::from_slice(&pinned.body).unwrap();
    assert_eq!(body["transactionId"], order.transaction.to_string());
    assert_eq!(body["amount"], json!({ "amount": 12_345, "currency": "USD" }));
    assert_eq!(body["account"], "main");
    assert_eq!(body["destination"]["externalAccountId"], order.destination.id.to_string());
    assert_eq!(body["destination"]["method"], json!({ "accountNumber": "12345678901" }));
    assert_eq!(body["originator"]["name"], "Ada Payer");
    let [end_to_end_id, uetr] = [references.end_to_end_id.to_string(), references.uetr.to_string()];
    let told = json!({ "endToEndId": end_to_end_id, "uetr": uetr, "short": pinned.short });
    assert_eq!(body["references"], told);
    assert_eq!(body["remittanceInformation"], "Invoice 17");
}

/// Checks that no answer is followed by a question, and that only a believed `ORDER_NOT_FOUND` by the same bytes again.
#[tokio::test]
async fn a_lost_submission_is_sent_again_with_the_same_bytes() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    scene.adapter.play(|_, _| not_found(READ));
    assert_eq!(scene.status(&order).await, Ok(PayoutStatus::Unknown));
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "RECEIVED", 1, 6)));
    assert!(matches!(scene.submit(&order).await, Ok(SubmitResponse::Queued { .. })));
    let submits = scene.adapter.submits();
    assert_eq!(submits.len(), 2);
    assert_eq!(submits[0], submits[1]);
}

/// Checks that each change of the record is kept with evidence that verifies with the public key alone.
#[tokio::test]
async fn an_order_settles_by_its_records() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    let mut sent = Vec::new();
    let mut states = [("ACCEPTED", 2), ("ACCEPTED", 3), ("SETTLED", 4), ("SETTLED", 4)].into_iter();
    scene.adapter.play(move |call, body| match call {
        Call::Submit(..) => {
            sent = body.to_vec();
            Reply::Signed(200, record(body, "SENT", 1, 6))
        }
        _ => {
            let (state, revision) = states.next().unwrap();
            Reply::Signed(200, record(&sent, state, revision, 7))
        }
    });
    assert!(matches!(scene.submit(&order).await, Ok(SubmitResponse::Accepted { .. })));
    assert!(matches!(scene.status(&order).await, Ok(PayoutStatus::Pending { .. })));
    assert!(matches!(scene.status(&order).await, Ok(PayoutStatus::Pending { .. })));
    let settled = PayoutStatus::Delivered { poll_at: None, on_chain: None, proof: None };
    assert_eq!(scene.status(&order).await, Ok(settled.clone()));
    assert_eq!(scene.status(&order).await, Ok(settled));
    let stored = scene.stored(&order).await.unwrap();
    assert_eq!(stored.state, StoredState::Known(OrderState::Settled));
    assert_eq!(stored.revision, Some(4));
    let evidence = scene.evidence(&order).await;
    assert_eq!(evidence.len(), 3, "one for each change of the state");
    let key = VerifyingKey::from_bytes(scene.adapter.public_key()).unwrap();
    for kept in evidence {
        let signature = Signature::from_bytes(kept.signature.try_into().unwrap());
        assert!(!kept.is_contradiction);
        assert_eq!(verify_evidence(&key, &kept.base, &signature, &kept.body), Ok(()));
    }
}

/// Checks that a request that the adapter refuses is cancelled, and that only the released order fails.
#[tokio::test]
async fn a_refused_request_is_cancelled_and_fails() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.read_feed(6).await;
    scene.adapter.play(|call, _| match call {
        Call::Submit(..) => Reply::Signed(422, error("INVALID_ORDER", None)),
        _ => Reply::Signed(200, cancelled("RELEASED", Some(tombstone(call, 6)), 6)),
    });
    let refused = SubmitResponse::Refused(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.submit(&order).await, Ok(refused));
    assert_eq!(scene.adapter.take_calls(), ["submit", "cancel"]);
    assert_eq!(scene.count(AlertKind::RailOrderRefused).await, 1);
    let failed = PayoutStatus::Failed(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.status(&order).await, Ok(failed));
    assert!(scene.adapter.take_calls().is_empty(), "the record is the end of the order");
}

/// Checks that a refused request whose cancel has no answer is cancelled again, and never submitted again, although the
/// adapter says that it has no such order.
#[tokio::test]
async fn a_refused_request_is_not_submitted_again() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.read_feed(6).await;
    scene.adapter.play(|call, _| match call {
        Call::Submit(..) => Reply::Signed(422, error("INVALID_ORDER", None)),
        Call::Status(..) => not_found(6),
        _ => Reply::Lost,
    });
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.adapter.take_calls(), ["submit", "cancel"]);
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.adapter.take_calls(), ["cancel", "cancel"]);
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Refused);
    scene.adapter.play(|call, _| Reply::Signed(200, cancelled("RELEASED", Some(tombstone(call, 6)), 6)));
    let failed = PayoutStatus::Failed(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.status(&order).await, Ok(failed));
    assert_eq!(scene.adapter.take_calls(), ["cancel"]);
}

/// Checks that a record which a cancel tells counts more than the refusal: the payout goes on.
#[tokio::test]
async fn a_record_counts_more_than_a_refusal() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    let mut sent = Vec::new();
    scene.adapter.play(move |call, body| match call {
        Call::Submit(..) => {
            sent = body.to_vec();
            Reply::Signed(422, error("INVALID_ORDER", None))
        }
        Call::Cancel(..) => Reply::Signed(200, cancelled("PENDING", Some(record(&sent, "SENT", 1, 6)), 6)),
        _ => Reply::Signed(200, record(&sent, "SETTLED", 2, 7)),
    });
    assert!(matches!(scene.submit(&order).await, Ok(SubmitResponse::Accepted { .. })));
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Known(OrderState::Sent));
    assert!(matches!(scene.status(&order).await, Ok(PayoutStatus::Delivered { .. })));
    assert_eq!(scene.adapter.take_calls(), ["submit", "cancel", "status"]);
}

/// Checks that another order under the id leads to a question, never to an outcome.
#[tokio::test]
async fn a_conflict_is_followed_by_a_question() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.adapter.play(|call, _| match call {
        Call::Submit(..) => Reply::Signed(409, error("ORDER_CONFLICT", None)),
        _ => Reply::Lost,
    });
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.adapter.take_calls(), ["submit", "status"]);
    assert_eq!(scene.count(AlertKind::RailOrderRefused).await, 1);
}

/// Checks that a restored service whose payer has another name now changes nothing: the adapter has the order with other
/// bytes, and the payment stays (rails 7.2).
#[tokio::test]
async fn an_order_with_other_bytes_at_the_adapter_stays_in_doubt() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    let mut before = String::new();
    scene.adapter.play(move |call, body| match call {
        Call::Submit(..) => {
            before = String::from_utf8(body.to_vec()).unwrap().replace("Ada Payer", "Ada Former");
            Reply::Signed(409, error("ORDER_CONFLICT", None))
        }
        _ => Reply::Signed(200, record(before.as_bytes(), "SETTLED", 3, READ)),
    });
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.adapter.take_calls(), ["submit", "status"]);
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Stored);
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 1);
}

/// Checks that an order waits without a row while no enabled rail takes it, and is stored afterwards.
#[tokio::test]
async fn an_order_waits_for_a_rail() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.set_status(RailStatus::Paused).await;
    for _ in 0..2 {
        assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
        assert_eq!(scene.status(&order).await, Ok(PayoutStatus::Unknown));
    }
    assert!(scene.stored(&order).await.is_none() && scene.adapter.take_calls().is_empty());
    let detail = scene.detail(AlertKind::RailNoRoute).await;
    assert_eq!((&detail["account_type"], &detail["payment_rail"]), (&json!("USD_ACCOUNT"), &json!("ACH")));
    assert_eq!((&detail["amount"], &detail["currency"]), (&json!(500), &json!("USD")));
    assert_eq!(detail["commands"], json!([test_of(&scene), "causeway rail resume test --reason TEXT"]));
    scene.set_status(RailStatus::Enabled).await;
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "RECEIVED", 1, 6)));
    assert!(matches!(scene.submit(&order).await, Ok(SubmitResponse::Queued { .. })));
    assert_eq!(scene.count(AlertKind::RailNoRoute).await, 0);
}

/// Returns the command that tests the routes of a payout of the scene.
fn test_of(scene: &RailScene) -> String {
    format!(
        "causeway rail-route test --platform {} --account-type USD_ACCOUNT --payment-rail ACH --currency USD --amount \
         500 --direction payout",
        scene.platform()
    )
}

/// Checks that the alert about an order without any route has the command that sets one.
#[tokio::test]
async fn an_order_without_a_route_names_the_one_to_set() {
    let scene = RailScene::new().await;
    scene.remove_routes().await;
    assert_eq!(scene.submit(&scene.payout(1, 500)).await, Err(RailError::Unclear));
    let set = "causeway rail-route set test ach --account-type USD_ACCOUNT --payment-rail ACH --currency USD \
               --direction payout";
    let detail = scene.detail(AlertKind::RailNoRoute).await;
    assert_eq!(detail["commands"], json!([test_of(&scene), set]));
}

/// Checks that an order which the protocol cannot express is alerted with the command that shows its payment.
#[tokio::test]
async fn an_order_that_cannot_be_written_is_alerted() {
    let scene = RailScene::new().await;
    let mut order = scene.payout(1, 500);
    order.remittance_information = Some("x".repeat(1_025));
    let refused = SubmitResponse::Refused(PayoutFailure::ExecutionFailed);
    assert_eq!(scene.submit(&order).await, Ok(refused));
    let detail = scene.detail(AlertKind::RailOrderRefused).await;
    assert_eq!(detail["commands"], json!([format!("causeway payment show {}", order.transaction)]));
}

/// Checks that a stored order stays with its rail, and is not sent while the rail is paused.
#[tokio::test]
async fn a_stored_order_is_not_sent_to_a_paused_rail() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    scene.set_status(RailStatus::Paused).await;
    scene.adapter.take_calls();
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert!(scene.adapter.take_calls().is_empty());
    scene.adapter.play(|_, _| not_found(READ));
    assert_eq!(scene.status(&order).await, Ok(PayoutStatus::Unknown), "questions go on");
}

/// Checks that a new process sends nothing before the feed was read since it started.
#[tokio::test]
async fn a_new_process_reads_the_feed_before_it_sends() {
    let mut scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.fixture.clock.advance(Duration::from_secs(60));
    let restarted = scene.restart().await;
    scene.router = RailRouter::new(restarted);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear), "another rail may have the order");
    assert!(scene.stored(&order).await.is_none() && scene.adapter.take_calls().is_empty());
    scene.read_feed(READ).await;
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "RECEIVED", 1, 6)));
    assert!(matches!(scene.submit(&order).await, Ok(SubmitResponse::Queued { .. })));
}

/// Checks that five exchanges without an answer degrade the rail, and that nothing is stored for it then.
#[tokio::test]
async fn a_silent_rail_is_degraded_and_gets_no_new_orders() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    for _ in 0..4 {
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    }
    assert_eq!(scene.count(AlertKind::RailDegraded).await, 1);
    scene.adapter.take_calls();
    let other = scene.payout(2, 500);
    assert_eq!(scene.submit(&other).await, Err(RailError::Unclear));
    assert!(scene.stored(&other).await.is_none() && scene.adapter.take_calls().is_empty());
    scene.adapter.play(|_, _| not_found(READ));
    for _ in 0..3 {
        scene.fixture.clock.advance(Duration::from_secs(10));
        assert_eq!(scene.status(&order).await, Ok(PayoutStatus::Unknown));
    }
    assert_eq!(scene.count(AlertKind::RailDegraded).await, 0);
}

/// Checks that a pause that the adapter asks for is kept.
#[tokio::test]
async fn a_pause_that_the_adapter_asks_for_is_kept() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.adapter.play(|_, _| Reply::Later(503, error("UNAVAILABLE", None), "30"));
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    scene.adapter.take_calls();
    scene.fixture.clock.advance(Duration::from_secs(29));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    assert!(scene.adapter.take_calls().is_empty());
    scene.fixture.clock.advance(Duration::from_secs(1));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.adapter.take_calls(), ["status"]);
}
