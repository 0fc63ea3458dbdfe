//! Two operations on one payment at the same time: one outcome.

use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::scene::Scene;
use crate::harness::{Service, journey};
use crate::operator::acting::try_action;

/// Runs an operator's action on a payment; returns `true` if it was not refused.
async fn happens(service: &Service, scene: &Scene, action: &str, quote: &Value) -> bool {
    let arguments = json!({ "transaction": quote["transactionId"], "platform": scene.platform.id });
    try_action(service, action, arguments).await.is_ok()
}

async fn happen(service: &Service, scene: &Scene, actions: &[&str], quote: &Value) -> usize {
    let all = join_all(actions.iter().map(|action| happens(service, scene, action, quote))).await;
    all.into_iter().filter(|happened| *happened).count()
}

journey! {
    async fn a_quote_expires_or_is_executed(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 5_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        for round in 0..4 {
            let quote = scene.quote(&euro, 1_000).await;
            scene.platform.advance(Duration::from_millis(299_999)).await;
            scene.events().await;
            let before = scene.balances().await.0;
            let (executed, ()) =
                join(scene.execute(&quote).send(), scene.platform.advance(Duration::from_secs(1))).await;
            let (status, types) = match executed.status {
                200 => ("COMPLETED", vec!["OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"]),
                _ => ("EXPIRED", vec!["OUTGOING_PAYMENT.EXPIRED"]),
            };
            if executed.status != 200 {
                executed.expect_error(409, "QUOTE_EXPIRED");
            }

            scene.platform.advance(Duration::from_secs(1)).await;
            assert_eq!(scene.payment(&quote).await["status"], status, "round {round}");
            assert_eq!(scene.events().await.about(&quote["transactionId"]), types, "round {round}");
            let taken = if status == "COMPLETED" { 1_000 } else { 0 };
            assert_eq!(scene.balances().await.0, before - taken, "round {round}");
        }
    }
}

journey! {
    async fn a_payout_has_one_outcome(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        for _ in 0..4 {
            let quote = scene.quote(&euro, 1_000).await;
            scene.execute(&quote).send().await.expect(200);
            let first = ["payment settle", "payment fail", "payment refund", "payment settle"];
            assert_eq!(happen(service, &scene, &first, &quote).await, 1);

            // A payment that has arrived is returned once, and a refunded one is not.
            let arrived = scene.payment(&quote).await["status"] == "COMPLETED";
            let second = ["payment return", "payment return", "payment refund"];
            assert_eq!(happen(service, &scene, &second, &quote).await, usize::from(arrived));

            scene.platform.advance(Duration::from_secs(2)).await;
            let payment = scene.payment(&quote).await;
            assert_eq!((&payment["status"], &payment["refund"]["status"]), (&json!("FAILED"), &json!("COMPLETED")));
            assert_eq!(scene.balances().await, (1_000, 1_000));
        }
    }
}
