//! Approvals by a platform that closes the connections which the service keeps open (conventions 11.4, 12).

use causeway_testing::receiver::{Answer, ReceivedRequest};
use causeway_testing::wait;
use serde_json::json;

use super::receiving::{PENDING, becomes, incoming_payment};
use crate::harness::journey;
use crate::operator::acting::{rows, with};
use crate::payments::scene::Scene;

const PAYMENTS: i64 = 5;

journey! {
    async fn a_receiver_that_drops_kept_connections_costs_no_payment_its_approval(service) {
        let scene = Scene::new(service).await;
        scene.webhooks.answer_by(|request| match (request.turn, request.event().as_str()) {
            (0, PENDING) => Answer::status(200).body("{}"),
            (0, _) => Answer::status(200),
            _ => Answer::broken(),
        });
        for _ in 0..PAYMENTS {
            let id = incoming_payment(&scene, "success.usd").await;
            becomes(&scene, &id, "COMPLETED").await;
        }

        assert_eq!(scene.balances().await.0, PAYMENTS * 5_000);
        let requests = scene.webhooks.received();
        let questions: Vec<&ReceivedRequest> = requests.iter().filter(|request| request.event() == PENDING).collect();
        assert!(questions.iter().all(|question| question.turn == 0), "each on a connection of its own: {questions:?}");
        assert_eq!(questions.len(), usize::try_from(PAYMENTS).unwrap());

        let delivered = with(&scene.platform, json!({ "status": "DELIVERED" }));
        wait::until("all are delivered", wait::PATIENCE, || async {
            let due = rows(service, "webhook list", with(&scene.platform, json!({ "status": "DUE" }))).await;
            if due == json!([]) { Ok(()) } else { Err(due.to_string()) }
        })
        .await;
        let listed = rows(service, "webhook list", delivered).await;
        let events = listed.as_array().unwrap();
        assert!(events.len() > 10 && events.iter().all(|event| event["attempts"] == 1), "{listed}");
    }
}
