//! Concurrent decisions about payments from UMA addresses: one outcome each (conventions 12).

use std::time::Duration;

use causeway_service::payments::incoming::approval;
use causeway_testing::receiver::Answer;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::receiving::{PENDING, decides};
use super::sending::simulated;
use crate::harness::{Service, journey};
use crate::payments::scene::{Scene, text};

/// Number of payments to decide about.
const RACES: usize = 100;
/// Payments per round.
const ROUND: usize = 20;

/// Creates a scene whose platform defers its decisions, with a frozen clock.
async fn set_up(service: &Service) -> Scene {
    let scene = Scene::new(service).await;
    decides(&scene.webhooks, Answer::status(202));
    scene.platform.freeze().await;
    scene
}

/// Receives payments that wait for a decision.
async fn pending_payments(scene: &Scene) -> Vec<Value> {
    let body = json!({
        "senderUmaAddress": simulated("success.usd"), "customerId": scene.alice["id"],
        "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 1_000,
    });
    let ask = || scene.platform.post("/sandbox/uma/receive").json(&body).send();
    let answers = join_all((0..ROUND).map(|_| ask())).await;
    let payments = answers.iter().map(|answer| answer.expect(200)["id"].take()).collect();
    scene.platform.settled().await;
    payments
}

/// Approves, rejects and approves each of them, all at once, and returns the statuses of the answers.
async fn decide(scene: &Scene, payments: &[Value]) -> Vec<Vec<u16>> {
    let call = |id: &Value, verb: &str| {
        scene.platform.post(&format!("/transactions/{}/{verb}", text(id))).json(&json!({})).send()
    };
    let calls = payments.iter().map(|id| async move {
        let all = join_all([call(id, "approve"), call(id, "reject"), call(id, "approve")]).await;
        all.iter().map(|answer| answer.status).collect()
    });
    join_all(calls).await
}

fn accepted(statuses: &[u16]) -> usize {
    statuses.iter().filter(|status| **status == 200).count()
}

journey! {
    async fn a_hundred_decisions_have_one_outcome_each(service) {
        let scene = set_up(service).await;
        let mut approved = 0;
        let mut rejected = 0;
        let mut timed_out = 0;
        for round in 0..RACES / ROUND {
            let payments = pending_payments(&scene).await;
            // In every other round the approval window ends meanwhile.
            let by = Duration::from_secs(if round % 2 == 0 { 5 } else { 0 });
            let sweeping = async {
                scene.platform.advance(by).await;
                approval::expire_overdue(service.app()).await.expect("overdue approvals can be ended");
            };
            let (answers, ()) = join(decide(&scene, &payments), sweeping).await;
            scene.platform.advance(Duration::from_secs(10)).await;
            for (id, statuses) in payments.iter().zip(answers) {
                let accepted = accepted(&statuses);
                assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
                let payment = scene.transaction(id).await;
                match (text(&payment["status"]), &payment["failureReason"]) {
                    ("COMPLETED", Value::Null) => {
                        assert_eq!((accepted, statuses[1]), (1, 409));
                        approved += 1;
                    }
                    ("REJECTED", Value::Null) => {
                        assert_eq!((accepted, statuses[1]), (1, 200));
                        rejected += 1;
                    }
                    ("FAILED", reason) => {
                        assert_eq!((accepted, reason), (0, &json!("PAYMENT_APPROVAL_TIMED_OUT")));
                        timed_out += 1;
                    }
                    other => panic!("{other:?}: {payment}"),
                }
            }
        }

        assert_eq!(approved + rejected + timed_out, RACES);
        let credited = 1_000 * i64::try_from(approved).expect("a small number");
        assert_eq!(scene.balances().await, (credited, credited), "{rejected} rejected, {timed_out} timed out");
        let events = scene.webhooks.received();
        let ends = events.iter().filter(|one| ["INCOMING_PAYMENT.COMPLETED", "INCOMING_PAYMENT.FAILED"].contains(&one.event().as_str()));
        assert_eq!(ends.count(), RACES, "each has one end");
        let questions = events.iter().filter(|one| one.event() == PENDING);
        assert_eq!(questions.count(), RACES, "each was asked about once");
    }
}
