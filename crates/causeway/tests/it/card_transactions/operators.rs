//! Shortfalls of card transactions that operators collect (cards 8.6).

use causeway_service::operator::Kind;
use serde_json::json;

use super::scene::{Network, assert_status, pulls};
use crate::harness::journey;
use crate::operator::acting::{act, expect_error, with};

journey! {
    async fn a_shortfall_is_collected_once(service) {
        let network = Network::with_cents(service, 1_250).await;
        let platform = network.scene.platform();
        let authorization = network.authorize(1_250).await;
        let arguments = with(platform, json!({ "transaction": authorization["id"] }));
        expect_error(service, "card-transaction collect", arguments.clone(), Kind::Refused).await;

        assert_status(&network.send_event(&authorization, "clearing", 1_500).await, "EXCEPTION");
        expect_error(service, "card-transaction collect", arguments.clone(), Kind::Refused).await;

        platform.fund(&network.scene.holder.wallet, 5_000_000).await;
        let collected = act(service, "card-transaction collect", arguments.clone()).await.json;
        assert_eq!(collected["status"], "SETTLED");

        let transaction = network.settled(&authorization).await;
        assert_status(&transaction, "SETTLED");
        assert_eq!(pulls(&transaction), [3, 1_500, 0]);
        assert_eq!(network.cents().await, [250, 250]);
        assert_eq!(network.events().await, ["AUTHORIZED", "EXCEPTION", "SETTLED"]);

        expect_error(service, "card-transaction collect", arguments, Kind::Refused).await;
    }
}

journey! {
    /// Checks that collecting does not reopen a transaction that the network has ended, although its hold
    /// window would be open for days.
    async fn collecting_opens_nothing_again(service) {
        let network = Network::with_cents(service, 5_000).await;
        let platform = network.scene.platform();
        let authorization = network.authorize(5_000).await;
        network.send_event(&authorization, "clearing", 2_000).await;
        assert_status(&network.send_event(&authorization, "clearing", 0).await, "SETTLED");
        assert_status(&network.send_event(&authorization, "return", 2_000).await, "REFUNDED");
        assert_status(&network.ask("financial_authorization", 5_000, "ELSEWHERE").await, "SETTLED");
        assert_status(&network.try_reverse(&authorization).await.expect(202), "EXCEPTION");

        platform.fund(&network.scene.holder.wallet, 50_000_000).await;
        let collected = act(service, "card-transaction collect", with(platform, json!({ "transaction": authorization["id"] })));
        assert_eq!(collected.await.json["status"], "SETTLED");

        network.try_event(&authorization, "clearing", 1).await.expect_error(400, "INVALID_INPUT");
        network.try_event(&authorization, "authorization_advice", 9_000).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(network.settled(&authorization).await["settledAmount"]["amount"], 2_000);
        assert_eq!(network.cents().await, [3_000, 3_000]);
    }
}
