//! Transfers of customers under strong authentication, by the platform and by agents (agents B3).

use std::time::Duration;

use causeway_testing::http::{Request, Response};
use serde_json::{Value, json};

use super::scene::Erika;
use crate::harness::{Agent, journey};
use crate::payments::scene::text;

/// Longer than a payout takes.
const WHILE: Duration = Duration::from_secs(3);

fn policy(mode: &str) -> Value {
    json!({
        "permissions": ["CREATE_TRANSFERS"],
        "defaultExecutionMode": mode,
        "spendingLimits": { "currency": "USD", "perTransactionLimit": 200_000, "dailyTransactionLimit": 9 },
    })
}

fn reason(refused: &Value) -> &Value {
    &refused["details"]["reason"]
}

impl Erika {
    async fn send(&self, request: Request, amount: i64) -> Response {
        let wanted = json!({
            "source": { "accountId": self.usd }, "destination": { "accountId": self.bank }, "amount": amount,
        });
        request.json(&wanted).send().await
    }

    pub(super) async fn transfer(&self, amount: i64) -> Response {
        self.send(self.platform.post("/transfer-out"), amount).await
    }

    async fn trust(&self, verb: &str) {
        let begun = self.change_trust(verb).await.expect(200);
        self.confirm_trust(verb, &begun["scaChallenge"], "123456").await.expect(200);
    }

    async fn payments(&self) -> Value {
        self.platform.get("/transactions?type=OUTGOING").send().await.expect(200)["totalCount"].clone()
    }
}

journey! {
    async fn a_transfer_needs_a_login_and_a_trusted_beneficiary(service) {
        let set = Erika::set(service).await;
        set.platform.freeze().await;
        set.transfer(1_000).await.refused(409, "SCA_SESSION_REQUIRED");
        set.transfer(100_001).await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        let refused = set.transfer(1_000).await.refused(409, "CONFLICT");
        assert_eq!(reason(&refused), "SCA_AUTHORIZATION_REQUIRED");
        set.transfer(100_001).await.refused(400, "INSUFFICIENT_BALANCE");
        assert_eq!((set.left().await, set.payments().await), (100_000, json!(0)), "nothing moves, nothing is written");

        set.trust("trust").await;
        assert_eq!(set.transfer(1_000).await.expect(201)["status"], "PENDING");
        set.trust("untrust").await;
        assert_eq!(reason(&set.transfer(1_000).await.refused(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");
        set.trust("trust").await;
        set.record("RESET_PASSWORD_COMPLETED").await.expect(200);
        set.transfer(1_000).await.refused(409, "SCA_SESSION_REQUIRED");
        set.platform.advance(WHILE).await;
        assert_eq!((set.left().await, set.payments().await), (99_000, json!(1)));
    }
}

journey! {
    /// Checks that a destination which the rail would refuse needs the same, and that transfers of the
    /// platform itself and of other customers need none.
    async fn only_transfers_of_eea_customers_need_authorization(service) {
        let set = Erika::set(service).await;
        set.platform.freeze().await;
        let send = |from: &str, to: &str| {
            let wanted = json!({ "source": { "accountId": from }, "destination": { "accountId": to }, "amount": 500 });
            set.platform.post("/transfer-out").json(&wanted).send()
        };
        let closed = set.platform.dollar_account(&set.shown, "003").await;
        send(&set.usd, &closed).await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        assert_eq!(reason(&send(&set.usd, &closed).await.refused(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");

        let own = set.platform.own_account("USD").await;
        set.platform.fund(&own, 500).await;
        send(&own, &set.bank).await.expect(201);

        let elsewhere = set.platform.customer(&["USD"]).await;
        let theirs = set.platform.account_of(&elsewhere, "USD").await;
        set.platform.fund(&theirs, 500).await;
        let bank = set.platform.dollar_account(&elsewhere, "112").await;
        send(&theirs, &bank).await.expect(201);
        set.platform.advance(WHILE).await;
        assert_eq!(set.left().await, 100_000);
    }
}

journey! {
    async fn an_agents_transfer_needs_the_same(service) {
        let set = Erika::set(service).await;
        let agent = Agent::install(service, &set.platform, &set.shown, &policy("AUTO")).await;
        set.platform.freeze().await;
        let transfer = || set.send(agent.post("/agents/me/transfer-out"), 1_000);
        transfer().await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        assert_eq!(reason(&transfer().await.refused(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");
        let actions = agent.get("/agents/me/actions").send().await.expect(200);
        assert_eq!(actions["totalCount"], 0);

        set.trust("trust").await;
        let action = transfer().await.expect(201);
        assert_eq!((&action["status"], &action["transaction"]["status"]), (&json!("APPROVED"), &json!("PENDING")));
        let shown = agent.get("/agents/me").send().await.expect(200);
        assert_eq!(shown["usage"]["dailyTransactionCount"], 1);
        set.platform.advance(WHILE).await;
        assert_eq!(set.left().await, 99_000);
    }
}

journey! {
    /// Checks that it can be approved once the customer has logged in and trusts the beneficiary, and is
    /// undecided until then.
    async fn an_approval_of_an_agents_transfer_waits_for_the_customer(service) {
        let set = Erika::set(service).await;
        let agent = Agent::install(service, &set.platform, &set.shown, &policy("APPROVAL_REQUIRED")).await;
        set.platform.freeze().await;
        let action = set.send(agent.post("/agents/me/transfer-out"), 2_000).await.expect(201);
        assert_eq!(action["status"], "PENDING_APPROVAL");
        let approve = agent.path(&format!("/actions/{}/approve", text(&action["id"])));
        let approve = || set.platform.post(&approve).send();
        approve().await.refused(409, "SCA_SESSION_REQUIRED");
        set.log_in().await;
        assert_eq!(reason(&approve().await.refused(409, "CONFLICT")), "SCA_AUTHORIZATION_REQUIRED");
        assert_eq!(set.left().await, 100_000);

        set.trust("trust").await;
        assert_eq!(approve().await.expect(200)["status"], "APPROVED");
        set.platform.advance(WHILE).await;
        assert_eq!(set.left().await, 98_000);
    }
}
