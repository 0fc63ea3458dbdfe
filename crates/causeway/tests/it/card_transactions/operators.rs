//! What operators do about card transactions (cards 8.6).

use causeway_service::operator::Kind;
use serde_json::json;

use super::scene::{Network, is, pulls};
use crate::harness::journey;
use crate::operator::acting::{act, refused, with};

journey! {
    async fn a_shortfall_is_collected_once(service) {
        let network = Network::with_cents(service, 1_250).await;
        let platform = network.scene.platform();
        let made = network.authorize(1_250).await;
        let named = with(platform, json!({ "transaction": made["id"] }));
        refused(service, "card-transaction collect", named.clone(), Kind::Refused).await;
        is(&network.on(&made, "clearing", 1_500).await, "EXCEPTION");
        refused(service, "card-transaction collect", named.clone(), Kind::Refused).await;
        platform.fund(&network.scene.holder.wallet, 5_000_000).await;
        let collected = act(service, "card-transaction collect", named.clone()).await.json;
        assert_eq!(collected["status"], "SETTLED");
        let shown = network.settled(&made).await;
        is(&shown, "SETTLED");
        assert_eq!(pulls(&shown), [3, 1_500, 0]);
        assert_eq!(network.cents().await, [250, 250]);
        assert_eq!(network.told().await, ["AUTHORIZED", "EXCEPTION", "SETTLED"]);
        refused(service, "card-transaction collect", named, Kind::Refused).await;
    }
}
