//! Mints and burns that never reached their provider, or seem not to have (stablecoins 7.1).

use std::time::Duration;

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use super::scene::{Scene, fresh_key, text};
use crate::harness::{Service, journey};
use crate::operator::acting::{act, expect_error, still_open, trail, with};

fn named(scene: &Scene, operation: &Value) -> Value {
    with(&scene.platform, json!({ "operation": operation["id"] }))
}

/// Mints under a key, loses the provider's answer, and returns the unconfirmed mint.
async fn unconfirmed(service: &Service, scene: &Scene, key: &str) -> Value {
    service.rail.lose_answers(1);
    let mint =
        scene.platform.post(&scene.at("/mints")).idempotency_key(key).json(&scene.ach_mint(&scene.bank));
    mint.send().await.expect_error(503, "SERVICE_UNAVAILABLE");
    let listed = scene.list("").await;
    assert_eq!(listed["data"][0]["status"], "CREATED");
    listed["data"][0].clone()
}

journey! {
    async fn a_mint_that_never_reached_its_provider_is_given_up(service) {
        let scene = Scene::new(service).await;
        let key = fresh_key();
        let mint = unconfirmed(service, &scene, &key).await;
        let before = trail(service).await.len();
        let given_up = act(service, "stablecoin-operation give-up", named(&scene, &mint)).await.json;
        assert_eq!((&given_up["status"], &given_up["failure"]), (&json!("FAILED"), &json!("PROVIDER_TRANSFER_FAILED")));
        assert_eq!(trail(service).await.len(), before + 1);
        assert_eq!(scene.outcome(&mint).await, json!(["FAILED", "PROVIDER_TRANSFER_FAILED"]));
        assert!(scene.operation(&mint).await["updatedAt"].is_string());

        // Its key still belongs to it, and no other mint is made.
        let again = scene.platform.post(&scene.at("/mints")).idempotency_key(&key).json(&scene.ach_mint(&scene.bank));
        let again = again.send().await.expect(201);
        assert_eq!((&again["id"], &again["status"]), (&mint["id"], &json!("FAILED")));
        assert_eq!(scene.list("").await["totalCount"], 1);

        // Only an unconfirmed operation can be given up, and only once.
        expect_error(service, "stablecoin-operation give-up", named(&scene, &mint), Kind::Refused).await;
        let done = scene.mint(&scene.ach_mint(&scene.bank)).await.expect(201);
        expect_error(service, "stablecoin-operation give-up", named(&scene, &done), Kind::Refused).await;
        let unknown = with(&scene.platform, json!({ "operation": "StablecoinOperation:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        expect_error(service, "stablecoin-operation give-up", unknown, Kind::NotFound).await;

        // This provider had received it after all: an alert tells an operator, and the final status remains.
        assert_eq!(still_open(service).await, json!([]));
        scene.platform.advance(Duration::from_mins(2)).await;
        let alerts = still_open(service).await;
        assert_eq!((&alerts[0]["kind"], &alerts[0]["subject"]), (&json!("STABLECOIN_CONTRADICTION"), &mint["id"]));
        assert_eq!(scene.outcome(&mint).await[0], "FAILED");
        let output = act(service, "stablecoin-operation show", named(&scene, &mint)).await.json;
        assert_eq!((&output["status"], &output["provider_transfer"]), (&json!("FAILED"), &json!(null)));
        assert_eq!(text(&output["amount"]), "1000000");
    }
}

journey! {
    /// Loses the provider's answers for more than an hour: the mint is reported until it ends.
    async fn a_mint_that_stays_unconfirmed_is_reported(service) {
        let scene = Scene::new(service).await;
        let mint = unconfirmed(service, &scene, &fresh_key()).await;
        service.rail.be_unreachable(true);
        scene.platform.advance(Duration::from_hours(2)).await;
        let alerts = still_open(service).await;
        let found = (&alerts[0]["kind"], &alerts[0]["subject"]);
        assert_eq!(found, (&json!("STABLECOIN_OPERATION_UNRESOLVED"), &mint["id"]));
        assert_eq!(scene.operation(&mint).await["status"], "CREATED");

        service.rail.be_unreachable(false);
        scene.platform.advance(Duration::from_hours(24)).await;
        assert_eq!(scene.outcome(&mint).await, json!(["COMPLETED", null]));
        assert_eq!(still_open(service).await, json!([]));
    }
}

journey! {
    async fn the_quote_of_a_given_up_operation_fails(service) {
        let scene = Scene::new(service).await;
        let mut body = scene.ach_mint(&scene.bank);
        body["operationType"] = json!("MINT");
        let quote = scene.quote(&body).await.expect(201);
        let path = scene.at(&format!("/quotes/{}", text(&quote["id"])));

        service.rail.lose_answers(1);
        let execute = scene.platform.post(&format!("{path}/execute")).idempotency_key(&fresh_key());
        execute.send().await.expect_error(503, "SERVICE_UNAVAILABLE");
        let operation = scene.list("").await["data"][0].clone();
        act(service, "stablecoin-operation give-up", named(&scene, &operation)).await;
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "FAILED");
    }
}
