//! Answers of the provider that are lost, and the repetitions that find them (stablecoins 7.1).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Scene, fresh_key};
use crate::harness::journey;

journey! {
    async fn a_lost_answer_is_found_by_the_same_key(service) {
        let scene = Scene::new(service).await;
        let key = fresh_key();
        let path = scene.at("/mints");
        let send = |body: Value| scene.platform.post(&path).idempotency_key(&key).json(&body).send();

        service.rail.lose_answers(1);
        send(scene.wire_mint()).await.expect_error(503, "SERVICE_UNAVAILABLE");
        let listed = scene.list("").await;
        assert_eq!(json!([listed["totalCount"], listed["data"][0]["status"]]), json!([1, "CREATED"]));

        let mut other = scene.wire_mint();
        other["amount"] = json!("2000000");
        send(other).await.expect_error(409, "CONFLICT");
        let found = send(scene.wire_mint()).await.expect(201);
        assert_eq!(json!([found["id"], found["status"]]), json!([listed["data"][0]["id"], "PENDING_FUNDING"]));
        assert_eq!(send(scene.wire_mint()).await.expect(201), found);
        assert_eq!(scene.list("").await["totalCount"], 1);
    }
}

journey! {
    async fn a_lost_answer_is_found_by_the_job(service) {
        let scene = Scene::new(service).await;
        let key = fresh_key();
        let path = scene.at("/burns");
        let body = scene.burn_from("PROVIDER_INTERNAL_BALANCE", &scene.bank, "WIRE");
        let send = || scene.platform.post(&path).idempotency_key(&key).json(&body).send();

        service.rail.lose_answers(1);
        send().await.expect_error(503, "SERVICE_UNAVAILABLE");

        scene.platform.advance(Duration::from_secs(31)).await;
        let found = send().await.expect(201);
        scene.platform.advance(Duration::from_secs(60)).await;
        assert_eq!(scene.outcome(&found).await, json!(["COMPLETED", null]));
        assert_eq!(scene.list("").await["totalCount"], 1);
    }
}
