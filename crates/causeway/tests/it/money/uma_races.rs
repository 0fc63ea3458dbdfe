//! Decisions about payments from UMA addresses that come at once: one outcome each (conventions 12).

use std::time::Duration;

use causeway_service::payments::approval;
use causeway_testing::receiver::Answer;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::scene::{Scene, text};
use super::uma_sending::simulated;
use crate::harness::journey;

/// How many payments are decided about.
const RACES: usize = 100;
/// So many at a time.
const ROUND: usize = 20;

journey! {
    async fn a_hundred_decisions_have_one_outcome_each(service) {
        let scene = Scene::set(service).await;
        scene.webhooks.answer_by(|seen| Answer::status(if seen.event() == "INCOMING_PAYMENT.PENDING" { 202 } else { 200 }));
        scene.platform.freeze().await;
        let wanted = json!({
            "senderUmaAddress": simulated("success.usd"), "customerId": scene.alice["id"],
            "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 1_000,
        });
        let (mut approved, mut rejected, mut timed_out) = (0, 0, 0);
        for round in 0..RACES / ROUND {
            let made = join_all((0..ROUND).map(|_| scene.platform.post("/sandbox/uma/receive").json(&wanted).send())).await;
            let made: Vec<Value> = made.iter().map(|answer| answer.expect(200)["id"].take()).collect();
            scene.platform.settled().await;
            let call = |id: &Value, verb: &str| scene.platform.post(&format!("/transactions/{}/{verb}", text(id))).json(&json!({})).send();
            let calls = join_all(made.iter().map(|id| async move {
                let all = join_all([call(id, "approve"), call(id, "reject"), call(id, "approve")]).await;
                all.iter().map(|answer| answer.status).collect::<Vec<_>>()
            }));
            // In every other round the window ends meanwhile.
            let by = Duration::from_secs(if round % 2 == 0 { 5 } else { 0 });
            let sweeping = async {
                scene.platform.advance(by).await;
                approval::end_overdue(service.app()).await.expect("overdue approvals can be ended");
            };
            let (answers, ()) = join(calls, sweeping).await;
            scene.platform.advance(Duration::from_secs(10)).await;
            for (id, statuses) in made.iter().zip(answers) {
                let accepted = statuses.iter().filter(|status| **status == 200).count();
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
    }
}
