//! Credits and inquiries (cards J18, J19).

use std::time::Duration;

use serde_json::json;

use super::scene::{Network, assert_status, pulls, settlements};
use crate::harness::journey;
use crate::operator::acting::{act, expect_error, with};
use causeway_service::operator::Kind;

journey! {
    async fn cards_j18_credits(service) {
        let network = Network::new(service).await;
        let authorization = network.ask("credit_authorization", 2_500, "CORNER CAFE").await;
        assert_status(&authorization, "AUTHORIZED");
        assert_eq!((authorization["direction"].clone(), pulls(&authorization)), (json!("CREDIT"), [0; 3]));
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let cleared = network.send_event(&authorization, "clearing", 2_500).await;
        assert_status(&cleared, "SETTLED");
        assert_eq!((pulls(&cleared), settlements(&cleared)), ([0; 3], [1, 2_500]));
        assert_eq!(network.cents().await, [52_500, 52_500]);

        assert_status(&network.ask("financial_credit_authorization", 4_000, "CORNER CAFE").await, "SETTLED");
        assert_eq!(network.cents().await, [56_500, 56_500]);

        network.scene.change(&network.card, json!({ "state": "FROZEN" })).await.expect(200);
        let advised = network.ask("credit_authorization_advice", 2_500, "CORNER CAFE").await;
        assert_status(&advised, "AUTHORIZED");
        assert_eq!(advised["direction"], "CREDIT");
        let declined = network.ask("credit_authorization", 2_500, "CORNER CAFE").await;
        assert_eq!(declined["declineReason"], "CARD_PAUSED");

        for event in ["return", "authorization_advice"] {
            network.try_event(&authorization, event, 1).await.expect_error(400, "INVALID_INPUT");
            network.try_event(&advised, event, 1).await.expect_error(400, "INVALID_INPUT");
        }
        network.try_reverse(&authorization).await.expect_error(400, "INVALID_INPUT");

        let part = network.send_event(&advised, "clearing", 1_000).await;
        assert_status(&part, "PARTIALLY_SETTLED");
        let ended = network.send_event(&advised, "clearing", 0).await;
        assert_status(&ended, "SETTLED");
        assert_eq!(ended["settledAmount"]["amount"], 1_000);
        assert_eq!(network.cents().await, [57_500, 57_500]);
        network.try_event(&advised, "clearing", 1).await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn credits_that_come_late_or_not_at_all(service) {
        let network = Network::new(service).await;
        let slow = network.ask("financial_credit_authorization", 1_000, "CORNER 005").await;
        assert_status(&slow, "SETTLED");
        network.scene.platform().advance(Duration::from_secs(10)).await;
        assert_eq!(network.cents().await, [50_000, 50_000]);
        network.scene.platform().advance(Duration::from_secs(25)).await;
        network.scene.platform().settled().await;
        assert_eq!(network.cents().await, [51_000, 51_000]);

        let failing = network.ask("financial_credit_authorization", 1_000, "CORNER 006").await;
        assert_status(&failing, "SETTLED");
        assert_status(&network.settled(&failing).await, "EXCEPTION");
        assert_eq!(network.cents().await, [51_000, 51_000]);

        for (end, reason) in [("002", "INSUFFICIENT_FUNDS"), ("003", "CARD_PAUSED")] {
            let descriptor = format!("CORNER {end}");
            let declined = network.ask("credit_authorization_advice", 1_000, &descriptor).await;
            assert_eq!(declined["declineReason"], reason);
        }
        assert_eq!(network.events().await, ["SETTLED", "SETTLED", "EXCEPTION", "EXCEPTION", "EXCEPTION"]);
    }
}

journey! {
    /// Checks that a credit that fails takes back the amounts cleared before the network ended it.
    async fn a_credit_that_fails_is_undone_when_it_ends(service) {
        let network = Network::new(service).await;
        let failing = network.ask("credit_authorization", 2_500, "CORNER 006").await;
        assert_status(&network.send_event(&failing, "clearing", 1_000).await, "PARTIALLY_SETTLED");
        network.send_event(&failing, "clearing", 0).await;
        assert_status(&network.settled(&failing).await, "EXCEPTION");
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let empty = network.ask("credit_authorization", 2_500, "CORNER 006").await;
        network.send_event(&empty, "clearing", 0).await;
        assert_status(&network.settled(&empty).await, "SETTLED");
    }
}

journey! {
    async fn cards_j19_balance_inquiry(service) {
        let network = Network::new(service).await;
        let body = json!({ "merchant": { "descriptor": "ATM 002" } });
        let ask = || network.simulate(&network.card, "balance_inquiry", &body).send();
        let authorization = ask().await.expect(202);
        assert_status(&authorization, "SETTLED");
        assert_eq!((authorization["authorizedAmount"]["amount"].clone(), authorization["settledAmount"]["amount"].clone()), (json!(0), json!(0)));
        assert_eq!((pulls(&authorization), settlements(&authorization)), ([0; 3], [0; 2]));

        network.scene.change(&network.card, json!({ "state": "FROZEN" })).await.expect(200);
        let declined = ask().await.expect(202);
        assert_status(&declined, "EXCEPTION");
        assert_eq!(declined["declineReason"], "CARD_PAUSED");

        assert_eq!(network.cents().await, [50_000, 50_000]);
        assert_eq!(network.events().await, ["SETTLED", "EXCEPTION"]);
    }
}

journey! {
    /// Checks that a frozen account receives no credits: those of its card wait in suspense and are booked on
    /// release.
    async fn credits_to_frozen_accounts_wait_in_suspense(service) {
        let network = Network::new(service).await;
        let platform = network.scene.platform();
        let authorization = network.ask("credit_authorization", 2_500, "CORNER CAFE").await;
        let bought = network.ask("financial_authorization", 1_000, "CORNER CAFE").await;
        platform.settled().await;

        let account = with(platform, json!({ "account": network.scene.wallet() }));
        act(service, "account freeze", account.clone()).await;
        assert_status(&network.send_event(&authorization, "clearing", 2_500).await, "SETTLED");
        assert_eq!(network.cents().await, [49_000, 49_000]);

        // A return undoes a debit; the freeze does not hold it back.
        assert_status(&network.send_event(&bought, "return", 1_000).await, "REFUNDED");
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let declined = network.ask("authorization", 1_000, "CORNER CAFE").await;
        assert_eq!(declined["declineReason"], "FUNDING_SOURCE_UNAVAILABLE");
        let listed = act(service, "suspense list", with(platform, json!({}))).await.json;
        assert_eq!(listed["rows"][0]["transaction"], authorization["id"], "{listed}");
        let resolve = with(platform, json!({ "transaction": authorization["id"] }));
        expect_error(service, "suspense resolve", resolve, Kind::Invalid).await;

        act(service, "account release", account).await;
        platform.settled().await;
        assert_eq!(network.cents().await, [52_500, 52_500]);
        assert_eq!(act(service, "suspense list", with(platform, json!({}))).await.json["rows"], json!([]));
    }
}
