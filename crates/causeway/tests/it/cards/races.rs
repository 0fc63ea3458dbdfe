//! Concurrent requests: a card changes its state once, and a platform's id of a card is used once.

use futures_util::future::join_all;
use serde_json::json;

use super::scene::Scene;
use crate::harness::journey;

/// Freezes a card 16 times at once. Returns the number of successful requests.
async fn rush(scene: &Scene) -> usize {
    let card = scene.card().await;
    let freeze = || scene.change(&card, json!({ "state": "FROZEN" }));
    let responses = join_all((0..16).map(|_| freeze())).await;
    for lost in responses.iter().filter(|response| response.status != 200) {
        lost.expect_error(409, "INVALID_STATE_TRANSITION");
    }
    responses.iter().filter(|response| response.status == 200).count()
}

journey! {
    async fn a_card_makes_each_move_once(service) {
        let scene = Scene::new(service).await;
        assert_eq!(rush(&scene).await, 1);
    }
}

journey! {
    async fn a_name_is_given_to_one_card(service) {
        let scene = Scene::new(service).await;
        let body = scene.named("777");
        let responses = join_all((0..8).map(|_| scene.issue(&body).send())).await;
        assert_eq!(responses.iter().filter(|response| response.status == 201).count(), 1);
        for lost in responses.iter().filter(|response| response.status != 201) {
            lost.expect_error(409, "CONFLICT");
        }
        scene.platform().settled().await;
    }
}
