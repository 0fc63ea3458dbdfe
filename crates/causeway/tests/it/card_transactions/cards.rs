//! Open transactions of a card that is frozen or closed (cards J22, J23).

use serde_json::json;

use super::scene::{Network, assert_status};
use crate::harness::journey;

journey! {
    async fn cards_j22_freeze(service) {
        let network = Network::new(service).await;
        let open = network.authorize(1_000).await;
        network.scene.change(&network.card, json!({ "state": "FROZEN" })).await.expect(200);
        network.scene.change(&network.card, json!({ "state": "FROZEN" })).await.expect_error(409, "INVALID_STATE_TRANSITION");

        let declined = network.ask("authorization", 1_000, "CORNER CAFE").await;
        assert_eq!(declined["declineReason"], "CARD_PAUSED");

        assert_status(&network.send_event(&open, "clearing", 1_000).await, "SETTLED");
        network.scene.change(&network.card, json!({ "state": "ACTIVE" })).await.expect(200);
        assert_status(&network.ask("authorization", 1_000, "CORNER CAFE").await, "AUTHORIZED");
    }
}

journey! {
    async fn cards_j23_close(service) {
        let network = Network::new(service).await;
        let open = network.authorize(1_000).await;
        let other = network.authorize(1_000).await;

        let closed = network.scene.change(&network.card, json!({ "state": "CLOSED" })).await.expect(200);
        assert_eq!(closed["stateReason"], "CLOSED_BY_PLATFORM");

        let path = format!("/auth/delegated-keys?accountId={}", network.scene.holder.wallet);
        let keys = network.scene.platform().get(&path).send().await.expect(200);
        assert_eq!(keys["data"][0]["status"], "REVOKED");

        let declined = network.ask("authorization", 1_000, "CORNER CAFE").await;
        assert_eq!(declined["declineReason"], "CARD_CLOSED");

        assert_status(&network.send_event(&open, "clearing", 1_000).await, "SETTLED");
        assert_status(&network.send_event(&open, "return", 1_000).await, "REFUNDED");
        assert_eq!(network.cents().await, [49_000, 50_000]);

        // The revoked key cannot sign for the amount above the hold.
        assert_status(&network.send_event(&other, "clearing", 1_200).await, "EXCEPTION");
        assert_eq!(network.cents().await, [49_000, 49_000]);
        assert_status(&network.settled(&open).await, "REFUNDED");
    }
}
