//! Transfers of customers under strong authentication, by the platform and by agents (agents B3).

use std::time::Duration;

use causeway_testing::http::{Request, Response};
use serde_json::{Value, json};

use super::scene::ScaScene;
use crate::harness::{Agent, journey};
use crate::payments::scene::text;

/// Longer than a payout takes.
const SETTLEMENT_WAIT: Duration = Duration::from_secs(3);

fn policy(mode: &str) -> Value {
    json!({
        "permissions": ["CREATE_TRANSFERS"],
        "defaultExecutionMode": mode,
        "spendingLimits": { "currency": "USD", "perTransactionLimit": 200_000, "dailyTransactionLimit": 9 },
    })
}

fn reason(error: &Value) -> &Value {
    &error["details"]["reason"]
}

impl ScaScene {
    async fn send(&self, request: Request, amount: i64) -> Response {
        let body = json!({
            "source": { "accountId": self.usd }, "destination": { "accountId": self.bank }, "amount": amount,
        });
        request.json(&body).send().await
    }

    pub(super) async fn transfer(&self, amount: i64) -> Response {
        self.send(self.platform.post("/transfer-out"), amount).await
    }

    async fn trust(&self, verb: &str) {
        let trust_change = self.change_trust(verb).await.expect(200);
        self.confirm_trust(verb, &trust_change["scaChallenge"], "123456").await.expect(200);
    }

    async fn payments(&self) -> Value {
        self.platform.get("/transactions?type=OUTGOING").send().await.expect(200)["totalCount"].clone()
    }
}

journey! {
    async fn a_transfer_needs_a_login_and_a_trusted_beneficiary(service) {
        let scene = ScaScene::new(service).await;
        scene.platform.freeze().await;
        scene.transfer(1_000).await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.transfer(100_001).await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        let error = scene.transfer(1_000).await.expect_error(409, "CONFLICT");
        assert_eq!(reason(&error), "SCA_AUTHORIZATION_REQUIRED");
        scene.transfer(100_001).await.expect_error(400, "INSUFFICIENT_BALANCE");
        assert_eq!((scene.usd_balance().await, scene.payments().await), (100_000, json!(0)), "no money moves, and no payment is created");

        scene.trust("trust").await;
        assert_eq!(scene.transfer(1_000).await.expect(201)["status"], "PENDING");
        scene.trust("untrust").await;
        assert_eq!(reason(&scene.transfer(1_000).await.expect_error(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");
        scene.trust("trust").await;
        scene.record_security_event("RESET_PASSWORD_COMPLETED").await.expect(200);
        scene.transfer(1_000).await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!((scene.usd_balance().await, scene.payments().await), (99_000, json!(1)));
    }
}

journey! {
    /// Checks that a destination which the rail would refuse needs the same, and that transfers of the
    /// platform itself and of other customers need none.
    async fn only_transfers_of_eea_customers_need_authorization(service) {
        let scene = ScaScene::new(service).await;
        scene.platform.freeze().await;
        let send = |from: &str, to: &str| {
            let body = json!({ "source": { "accountId": from }, "destination": { "accountId": to }, "amount": 500 });
            scene.platform.post("/transfer-out").json(&body).send()
        };
        let closed = scene.platform.dollar_account(&scene.customer, "003").await;
        send(&scene.usd, &closed).await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        assert_eq!(reason(&send(&scene.usd, &closed).await.expect_error(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");

        let own = scene.platform.own_account("USD").await;
        scene.platform.fund(&own, 500).await;
        send(&own, &scene.bank).await.expect(201);

        let other_customer = scene.platform.customer(&["USD"]).await;
        let theirs = scene.platform.account_of(&other_customer, "USD").await;
        scene.platform.fund(&theirs, 500).await;
        let bank = scene.platform.dollar_account(&other_customer, "112").await;
        send(&theirs, &bank).await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.usd_balance().await, 100_000);
    }
}

journey! {
    async fn an_agents_transfer_needs_the_same(service) {
        let scene = ScaScene::new(service).await;
        let agent = Agent::install(service, &scene.platform, &scene.customer, &policy("AUTO")).await;
        scene.platform.freeze().await;
        let transfer = || scene.send(agent.post("/agents/me/transfer-out"), 1_000);
        transfer().await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        assert_eq!(reason(&transfer().await.expect_error(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");
        let actions = agent.get("/agents/me/actions").send().await.expect(200);
        assert_eq!(actions["totalCount"], 0);

        scene.trust("trust").await;
        let action = transfer().await.expect(201);
        assert_eq!((&action["status"], &action["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING")));
        let agent_view = agent.get("/agents/me").send().await.expect(200);
        assert_eq!(agent_view["usage"]["dailyTransactionCount"], 1);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.usd_balance().await, 99_000);
    }
}

journey! {
    /// Checks that it can be approved once the customer has logged in and trusts the beneficiary, and is
    /// undecided until then.
    async fn an_approval_of_an_agents_transfer_waits_for_the_customer(service) {
        let scene = ScaScene::new(service).await;
        let agent = Agent::install(service, &scene.platform, &scene.customer, &policy("APPROVAL_REQUIRED")).await;
        scene.platform.freeze().await;
        let action = scene.send(agent.post("/agents/me/transfer-out"), 2_000).await.expect(201);
        assert_eq!(action["status"], "PENDING_APPROVAL");
        let approve = agent.path(&format!("/actions/{}/approve", text(&action["id"])));
        let approve = || scene.platform.post(&approve).send();
        approve().await.expect_error(409, "SCA_SESSION_REQUIRED");
        scene.log_in().await;
        assert_eq!(reason(&approve().await.expect_error(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");
        assert_eq!(scene.usd_balance().await, 100_000);

        scene.trust("trust").await;
        assert_eq!(approve().await.expect(200)["status"], "APPROVED");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.usd_balance().await, 98_000);
    }
}
