//! Signed lies: they change nothing, each has one alert, and the third pauses the rail (rails 13).

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{OrderKind, OrderState};
use causeway_store::rails::{OrderName, RailStatus, StoredState};
use causeway_store::{Tx, alerts};
use serde_json::{Value as Json, json};

use super::adapter::{Reply, record};
use super::scene::{READ, RailScene};
use crate::ports::{PayoutOrder, PayoutStatus, RailError};
use crate::rails::operate;
use crate::rails::order::ask;

/// Returns a scene with a payout that the adapter says to be accepted, at revision 2.
async fn accepted(number: u128) -> (RailScene, PayoutOrder, Vec<u8>) {
    let scene = RailScene::new().await;
    let order = scene.payout(number, 500);
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "ACCEPTED", 2, READ)));
    assert!(scene.submit(&order).await.is_ok());
    let sent = scene.adapter.submits().remove(0);
    (scene, order, sent)
}

/// Checks that a record with another amount, digest, content or an illegal move changes nothing.
#[tokio::test]
async fn a_record_that_cannot_be_true_changes_nothing() {
    let lies: [fn(&mut Json); 5] = [
        |told| told["amount"] = json!({ "amount": 499, "currency": "USD" }),
        |told| told["orderDigest"] = json!("sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"),
        |told| told["transactionId"] = json!("Transaction:00000000-0000-0000-0000-000000000063"),
        // The revision that was told before, with another content.
        |told| {
            told["revision"] = json!(2);
            told["state"] = json!("SETTLED");
        },
        |told| told["state"] = json!("SENT"),
    ];
    for (number, lie) in lies.into_iter().enumerate() {
        let (scene, order, sent) = accepted(1).await;
        let mut sequence = READ;
        scene.adapter.play(move |_, _| {
            sequence += 1;
            let mut told = record(&sent, "SETTLED", 3, sequence);
            lie(&mut told);
            Reply::Signed(200, told)
        });
        for _ in 0..4 {
            assert_eq!(scene.status(&order).await, Err(RailError::Unclear), "{number}");
        }
        let stored = scene.stored(&order).await.unwrap();
        assert_eq!((stored.state, stored.revision), (StoredState::Known(OrderState::Accepted), Some(2)));
        assert_eq!(scene.count(AlertKind::RailContradiction).await, 1, "{number}");
        let lies = scene.evidence(&order).await.into_iter().filter(|kept| kept.is_contradiction).count();
        assert_eq!(lies, 1, "{number}: the same lie, told four times");
        assert_eq!(scene.rail_status().await, RailStatus::Enabled);
    }
}

/// Checks that an older record that arrives late is ignored.
#[tokio::test]
async fn a_lower_revision_is_ignored() {
    let (scene, order, sent) = accepted(1).await;
    scene.adapter.play(move |_, _| Reply::Signed(200, record(&sent, "SENT", 1, READ)));
    assert!(matches!(scene.status(&order).await, Ok(PayoutStatus::Pending { .. })));
    assert_eq!(scene.stored(&order).await.unwrap().revision, Some(2));
    assert!(scene.alerts().await.is_empty());
}

/// Checks that the third different lie within a day pauses the rail with an alert, that questions go on, and that lies are
/// counted anew once the rail is resumed.
#[tokio::test]
async fn the_third_contradiction_pauses_the_rail() {
    let (scene, order, sent) = accepted(1).await;
    let mut revision = 2;
    scene.adapter.play(move |call, _| {
        revision += 1;
        assert!(matches!(call, Call::Status(..)));
        Reply::Signed(200, record(&sent, "RECEIVED", revision, READ))
    });
    for expected in [RailStatus::Enabled, RailStatus::Enabled, RailStatus::Paused, RailStatus::Paused] {
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
        assert_eq!(scene.rail_status().await, expected);
    }
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 1);
    let paused = scene.fixture.write(|tx| Ok(alerts::find_open(tx, AlertKind::RailPaused, "test")?)).await;
    let detail = paused.unwrap().detail;
    assert_eq!(detail["commands"][1], "causeway rail resume test --reason TEXT", "{detail}");

    let app = Arc::clone(&scene.fixture.app);
    let resume = move |tx: &mut Tx<'_>| {
        let rail = operate::lock_named(tx, "test")?;
        operate::resume(tx, &app, rail, false).map(drop)
    };
    scene.fixture.write(resume).await;
    assert_eq!(scene.count(AlertKind::RailPaused).await, 0);
    for expected in [RailStatus::Enabled, RailStatus::Enabled, RailStatus::Paused] {
        assert_eq!(scene.status(&order).await, Err(RailError::Unclear));
        assert_eq!(scene.rail_status().await, expected);
    }
}

/// Checks that an order that settles after its money was released stays released, with an alert (W8).
#[tokio::test]
async fn an_order_that_failed_does_not_settle() {
    let scene = RailScene::new().await;
    let order = scene.payout(1, 500);
    scene.adapter.play(|_, body| Reply::Signed(200, record(body, "FAILED", 1, READ)));
    assert!(scene.submit(&order).await.is_ok());
    let sent = scene.adapter.submits().remove(0);
    scene.adapter.play(move |_, _| Reply::Signed(200, record(&sent, "SETTLED", 2, READ)));
    let name = OrderName { transaction: order.transaction, kind: OrderKind::Payout };
    let report = ask::status(&scene.rails, scene.platform(), name).await;
    assert!(report.unwrap().is_over());
    assert_eq!(scene.count(AlertKind::RailContradiction).await, 1);
    assert_eq!(scene.stored(&order).await.unwrap().state, StoredState::Known(OrderState::Failed));
}
