//! Returns and their reversals (cards J20, J21).

use serde_json::json;

use super::scene::{Network, assert_status, refunds};
use crate::harness::journey;

journey! {
    async fn cards_j20_partial_returns(service) {
        let network = Network::new(service).await;
        let open = network.authorize(1_000).await;
        let error = network.try_event(&open, "return", 1).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "INVALID_TRANSACTION_STATE");
        network.send_event(&open, "clearing", 0).await;
        network.try_event(&open, "return", 1).await.expect_error(400, "INVALID_INPUT");
        network.scene.platform().settled().await;

        let authorization = network.ask("financial_authorization", 1_500, "CORNER CAFE").await;
        let returned = network.send_event(&authorization, "return", 500).await;
        assert_status(&returned, "REFUNDED");
        assert_eq!(returned["refundedAmount"]["amount"], 500);
        network.try_event(&authorization, "return", 1_001).await.expect_error(400, "INVALID_AMOUNT");

        let returned = network.send_event(&authorization, "return", 1_000).await;
        assert_status(&returned, "REFUNDED");
        assert_eq!(refunds(&returned), [2, 1_500]);
        network.try_event(&authorization, "return", 1).await.expect_error(400, "INVALID_AMOUNT");
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let reversed = network.try_reverse(&authorization).await.expect(202);
        assert_status(&reversed, "REFUNDED");
        assert_eq!(refunds(&reversed), [1, 500]);

        let reversed = network.try_reverse(&authorization).await.expect(202);
        assert_status(&reversed, "SETTLED");
        assert_eq!((refunds(&reversed), reversed["refundedAmount"]["amount"].clone()), ([0, 0], json!(0)));
        assert_eq!(network.cents().await, [48_500, 48_500]);

        let events = network.events().await;
        assert_eq!(events[3..], ["REFUNDED", "REFUNDED", "REFUNDED", "SETTLED"]);
    }
}

journey! {
    /// Checks that the return of a partial clearing keeps the hold.
    async fn a_return_before_the_last_clearing_leaves_the_hold(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(5_000).await;
        network.send_event(&authorization, "clearing", 2_000).await;
        let returned = network.send_event(&authorization, "return", 2_000).await;
        assert_status(&returned, "PARTIALLY_SETTLED");
        assert_eq!(network.cents().await, [47_000, 50_000]);

        assert_status(&network.send_event(&authorization, "clearing", 0).await, "REFUNDED");
        assert_eq!(network.cents().await, [50_000, 50_000]);
    }
}

journey! {
    async fn cards_j21_uncovered_return_reversal(service) {
        let network = Network::new(service).await;
        let authorization = network.ask("financial_authorization", 30_000, "CORNER CAFE").await;
        assert_status(&network.send_event(&authorization, "return", 30_000).await, "REFUNDED");
        assert_status(&network.ask("financial_authorization", 40_000, "ELSEWHERE").await, "SETTLED");

        let reversed = network.try_reverse(&authorization).await.expect(202);
        assert_status(&reversed, "EXCEPTION");
        assert_eq!(refunds(&reversed), [0, 0]);
        assert_eq!(network.cents().await, [10_000, 10_000]);
        assert_eq!(network.events().await.last().unwrap(), "EXCEPTION");
    }
}
