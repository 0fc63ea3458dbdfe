//! Shortfalls of card transactions that operators collect (cards 8.6).

use causeway_service::operator::Kind;
use serde_json::json;

use super::scene::{Network, assert_status, pulls};
use crate::harness::journey;
use crate::operator::acting::{act, refused, with};

journey! {
    async fn a_shortfall_is_collected_once(service) {
        let network = Network::with_cents(service, 1_250).await;
        let platform = network.scene.platform();
        let made = network.authorize(1_250).await;
        let named = with(platform, json!({ "transaction": made["id"] }));
        refused(service, "card-transaction collect", named.clone(), Kind::Refused).await;

        assert_status(&network.on(&made, "clearing", 1_500).await, "EXCEPTION");
        refused(service, "card-transaction collect", named.clone(), Kind::Refused).await;

        platform.fund(&network.scene.holder.wallet, 5_000_000).await;
        let collected = act(service, "card-transaction collect", named.clone()).await.json;
        assert_eq!(collected["status"], "SETTLED");

        let shown = network.settled(&made).await;
        assert_status(&shown, "SETTLED");
        assert_eq!(pulls(&shown), [3, 1_500, 0]);
        assert_eq!(network.cents().await, [250, 250]);
        assert_eq!(network.events().await, ["AUTHORIZED", "EXCEPTION", "SETTLED"]);

        refused(service, "card-transaction collect", named, Kind::Refused).await;
    }
}

journey! {
    /// Checks that collecting does not reopen a transaction that the network has ended, although its hold
    /// window would be open for days.
    async fn collecting_opens_nothing_again(service) {
        let network = Network::with_cents(service, 5_000).await;
        let platform = network.scene.platform();
        let made = network.authorize(5_000).await;
        network.on(&made, "clearing", 2_000).await;
        assert_status(&network.on(&made, "clearing", 0).await, "SETTLED");
        assert_status(&network.on(&made, "return", 2_000).await, "REFUNDED");
        assert_status(&network.ask("financial_authorization", 5_000, "ELSEWHERE").await, "SETTLED");
        assert_status(&network.try_reverse(&made).await.expect(202), "EXCEPTION");

        platform.fund(&network.scene.holder.wallet, 50_000_000).await;
        let collected = act(service, "card-transaction collect", with(platform, json!({ "transaction": made["id"] })));
        assert_eq!(collected.await.json["status"], "SETTLED");

        network.try_on(&made, "clearing", 1).await.refused(400, "INVALID_INPUT");
        network.try_on(&made, "authorization_advice", 9_000).await.refused(400, "INVALID_INPUT");
        assert_eq!(network.settled(&made).await["settledAmount"]["amount"], 2_000);
        assert_eq!(network.cents().await, [3_000, 3_000]);
    }
}
