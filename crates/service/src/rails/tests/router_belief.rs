//! Claims that an adapter has no order, and adapters that have lost their memory (rails 5.3).

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::{Amount, CurrencyCode};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::OrderState;
use causeway_store::Tx;
use causeway_store::rails::{self as rows, RailStatus, StoredState, state};
use uuid::Uuid;

use super::adapter::{Reply, cancelled, error, memory, memory_of, not_found, record, tombstone};
use super::scene::{READ, RailScene};
use crate::ports::{PayoutOrder, PayoutStatus, RailError, RecallResponse};
use crate::rails::operate;

/// Returns a scene with a payout whose submission had no answer.
async fn lost_submission() -> (RailScene, PayoutOrder) {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    (scene, order)
}

/// Checks that a 404 that is not signed as the answer to this request, or does not show the known memory, is none.
#[tokio::test(start_paused = true)]
async fn other_answers_without_the_order_are_not_believed() {
    let body = error("ORDER_NOT_FOUND", Some(memory(READ)));
    let other = error("ORDER_NOT_FOUND", Some(memory_of(Uuid::from_u128(78), READ)));
    for reply in [
        Reply::Unsigned(404, body.clone()),
        Reply::Foreign(404, body.clone()),
        Reply::Misplaced(404, body.clone()),
        Reply::Signed(404, error("UNKNOWN_OPERATION", Some(memory(READ)))),
        Reply::Signed(404, error("ORDER_NOT_FOUND", None)),
        Reply::Signed(503, error("UNAVAILABLE", Some(memory(READ)))),
        Reply::Signed(404, other),
        // The feed was not read so far.
        not_found(READ + 1),
    ] {
        let (scene, order) = lost_submission().await;
        let played = reply.clone();
        scene.adapter.play(move |_, _| played.clone());
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear), "{reply:?}");
        assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Stored);
    }
}

/// Checks that a claim waits for the feed for a moment.
#[tokio::test]
async fn a_claim_is_believed_once_the_feed_is_read() {
    let (scene, order) = lost_submission().await;
    scene.adapter.play(|_, _| not_found(READ + 1));
    let (status, ()) = tokio::join!(scene.status(&order), scene.read_feed(READ + 1));
    assert_eq!(status, Ok(PayoutStatus::Unknown));
}

/// Checks that an order of which a record was seen is never forgotten, and that the claim has one alert.
#[tokio::test]
async fn an_order_with_a_record_is_never_forgotten() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "SENT", 1, READ)));
    assert!(scene.submit(&order).await.is_ok());
    scene.adapter.play(|_, _| not_found(READ));
    for _ in 0..3 {
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    }
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 1);
    let lies = scene.evidence(&order).await.into_iter().filter(|kept| kept.is_contradiction).count();
    assert_eq!(lies, 1, "the same claim told again");
}

/// Has an operator accept the memory that the adapter has now.
async fn accept_memory(scene: &RailScene) {
    scene.set_status(RailStatus::Suspended).await;
    let app = Arc::clone(&scene.fixture.app);
    let rail = scene.rail;
    let accept = move |tx: &mut Tx<'_>| {
        operate::distrust_orders(tx, "test")?;
        let record = rows::lock(tx, rail)?.unwrap();
        operate::resume(tx, &app, record, true).map(drop)
    };
    scene.fixture.write(accept).await;
}

/// Checks that an order of which only a memory has shown a record whose loss an operator has accepted stays in doubt: it is
/// no contradiction, and nothing is released or sent again. A record of the present memory is contradicted as ever.
#[tokio::test]
async fn an_order_of_an_accepted_loss_stays_in_doubt() {
    let scene = RailScene::new().await;
    let orders: Vec<PayoutOrder> = (1..=4).map(|number| scene.payout(number, 500)).collect();
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "SENT", 1, READ)));
    for order in &orders {
        assert!(scene.submit(order).await.is_ok());
    }
    accept_memory(&scene).await;
    scene.adapter.take_calls();
    for order in &orders {
        scene.adapter.play(|_, _| not_found(READ));
        assert_eq!(scene.status(order).await, Err(RailError::Unclear));
        assert_eq!(scene.submit(order).await, Err(RailError::Unclear));
        scene
            .adapter
            .play(|call, _| Reply::Signed(200, cancelled("RELEASED", Some(tombstone(call, READ)), READ)));
        assert_eq!(scene.recall(order).await, Err(RailError::Unclear));
        assert_eq!(scene.stored(order).await.unwrap().state, StoredState::Known(OrderState::Sent));
        assert_eq!(scene.adapter.take_calls(), ["status", "status", "cancel"], "only questions");
    }
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 0);
    assert_eq!(scene.rail_status().await, RailStatus::Enabled);

    scene.add_item(&orders[0], READ, Some(Amount::new(500, CurrencyCode::USD))).await;
    scene.adapter.play(|_, _| not_found(READ));
    assert_eq!(scene.status(&orders[0]).await, Err(RailError::Unclear));
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 1);
}

/// Checks that a claim which waits for the feed is held against the order as it is then: an operator has accepted the
/// present memory meanwhile, and the adapter may have forgotten that it has paid.
#[tokio::test]
async fn a_claim_from_before_an_accepted_loss_is_not_believed() {
    let (scene, order) = lost_submission().await;
    scene
        .adapter
        .play(|call, _| Reply::Signed(200, cancelled("RELEASED", Some(tombstone(call, READ + 1)), READ + 1)));
    let accept = async {
        accept_memory(&scene).await;
        scene.read_feed(READ + 1).await;
    };
    let (recall, ()) = tokio::join!(scene.recall(&order), accept);
    assert_eq!(recall, Err(RailError::Unclear));
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Stored);
}

/// Checks that an item of the feed counts as a record that was seen: nothing is sent again.
#[tokio::test]
async fn an_order_in_the_feed_is_not_sent_again() {
    let (scene, order) = lost_submission().await;
    scene.add_item(&order, READ, Some(Amount::new(500, CurrencyCode::USD))).await;
    scene.adapter.play(|_, _| not_found(READ));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    scene.adapter.take_calls();
    assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.adapter.take_calls(), ["status"], "only a question");
}

/// Checks that an adapter's tombstone for an order that was submitted counts only like a believed `ORDER_NOT_FOUND`.
#[tokio::test(start_paused = true)]
async fn a_tombstone_of_a_submitted_order_needs_the_feed() {
    let (scene, order) = lost_submission().await;
    scene
        .adapter
        .play(|call, _| Reply::Signed(200, cancelled("RELEASED", Some(tombstone(call, READ + 1)), READ + 1)));
    assert_eq!(scene.recall(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Stored);
    scene.add_item(&order, READ + 1, None).await;
    scene.read_feed(READ + 1).await;
    assert_eq!(scene.recall(&order).await, Ok(RecallResponse::Released));
}

/// Checks that a tombstone contradicts a record that was seen in an answer or in the feed: nothing is released.
#[tokio::test]
async fn a_tombstone_after_a_record_is_a_contradiction() {
    for is_in_answer in [true, false] {
        let scene = RailScene::new().await;
        let order = scene.payout(1, 500);
        if is_in_answer {
            scene.adapter.play(|_, body| Reply::Signed(200, record(body, "SENT", 1, READ)));
            assert!(scene.submit(&order).await.is_ok());
        } else {
            assert_eq!(scene.submit(&order).await, Err(RailError::Unclear));
            scene.add_item(&order, READ, Some(Amount::new(500, CurrencyCode::USD))).await;
        }
        scene.adapter.play(|call, _| {
            let mut told = tombstone(call, READ);
            told["revision"] = 9.into();
            Reply::Signed(200, cancelled("RELEASED", Some(told), READ))
        });
        assert_eq!(scene.recall(&order).await, Err(RailError::Unclear));
        assert_eq!(scene.count(AlertKind::RailContradiction).await, 1, "{is_in_answer}");
        assert_ne!(
            scene.stored(&order).await.unwrap().state,
            StoredState::Known(OrderState::Cancelled),
            "{is_in_answer}"
        );
    }
}

/// Checks that an adapter with a shorter feed than before is suspended, and that its records free no money then.
#[tokio::test]
async fn lost_memory_suspends_the_rail_and_frees_nothing() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    let mut sent = Vec::new();
    scene.adapter.play(move |call, body| match call {
        Call::Submit(..) => {
            sent = body.to_vec();
            Reply::Signed(200, record(body, "SENT", 1, 9))
        }
        _ => Reply::Signed(200, record(&sent, "FAILED", 2, 8)),
    });
    assert!(scene.submit(&order).await.is_ok());
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.rail_status().await, RailStatus::Suspended);
    assert_eq!(scene.count(AlertKind::RailMemoryLost).await, 1);
    let sent = scene.adapter.submits().remove(0);
    scene.adapter.play(move |_, _| Reply::Signed(200, record(&sent, "FAILED", 2, 12)));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear), "its feed has grown again");
    scene.adapter.play(|_, _| not_found(13));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 0, "the loss has its own alert");
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Known(OrderState::Sent));
}

/// Checks that an adapter that loses its memory frees no money either if its rail is suspended for an unknown order already.
#[tokio::test]
async fn lost_memory_outweighs_an_unknown_order() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "SENT", 1, 9)));
    assert!(scene.submit(&order).await.is_ok());
    scene.set_status(RailStatus::Suspended).await;
    let rail = scene.rail;
    let unknown = AlertKind::RailUnknownOrder.as_str();
    scene.fixture.write(move |tx| Ok(state::set_suspended(tx, rail, Some(unknown))?)).await;
    for sequence in [8, 12] {
        let sent = scene.adapter.submits().remove(0);
        scene.adapter.play(move |_, _| Reply::Signed(200, record(&sent, "FAILED", 2, sequence)));
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear), "{sequence}");
    }
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Known(OrderState::Sent));
    let known = scene.fixture.write(move |tx| Ok(state::find(tx, rail)?.unwrap())).await;
    assert_eq!(known.suspended_for.as_deref(), Some(AlertKind::RailMemoryLost.as_str()));
}

/// Checks that a known sequence with another mark is noticed, also if its item was never read.
#[tokio::test(start_paused = true)]
async fn another_mark_of_a_known_sequence_suspends_the_rail() {
    let (scene, order) = lost_submission().await;
    scene.adapter.play(|_, _| not_found(9));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    let mut told = error("ORDER_NOT_FOUND", Some(memory(9)));
    told["memory"]["mark"] = super::adapter::mark(200).into();
    scene.adapter.play(move |_, _| Reply::Signed(404, told.clone()));
    assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
    assert_eq!(scene.rail_status().await, RailStatus::Suspended);
}
