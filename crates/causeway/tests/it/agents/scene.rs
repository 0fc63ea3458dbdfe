//! The common setup of the agents' journeys (agents C).

use std::time::Duration;

use causeway_testing::http::Request;
use serde_json::{Value, json};

use crate::harness::{Agent, Service};
use crate::payments::scene::{Scene, text};

/// A time longer than a payout takes.
pub(super) const SETTLEMENT_WAIT: Duration = Duration::from_secs(3);

/// Returns policy P1: every permission, and automatic execution within its limits.
pub(crate) fn p1() -> Value {
    json!({
        "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS", "CREATE_QUOTES", "EXECUTE_QUOTES",
            "MANAGE_EXTERNAL_ACCOUNTS"],
        "defaultExecutionMode": "AUTO",
        "spendingLimits": {
            "currency": "USD", "perTransactionLimit": 50_000, "dailyLimit": 80_000, "dailyTransactionLimit": 5,
        },
    })
}

/// An installed agent of a customer, with 1,000 dollars in an internal account and a bank account to pay to.
pub(super) struct AgentScene {
    /// The customer and the platform of the agent.
    pub(super) base: Scene,
    pub(super) agent: Agent,
    pub(super) bank: String,
}

/// Accounts in euro by their ids.
pub(super) struct EuroAccounts {
    pub(super) internal: String,
    pub(super) bank: String,
}

impl AgentScene {
    pub(super) async fn new(service: &Service, policy: &Value) -> Self {
        let base = Scene::new(service).await;
        base.platform.fund(&base.usd, 100_000).await;
        let bank = base.platform.dollar_account(&base.alice, "999").await;
        let agent = Agent::install(service, &base.platform, &base.alice, policy).await;
        base.platform.freeze().await;
        base.events().await;
        Self { base, agent, bank }
    }

    /// Returns the request for a transfer of the agent from the internal account to the bank account.
    #[track_caller]
    pub(super) fn transfer_out(&self, amount: i64) -> Request {
        self.transfer_from(&self.base.usd, amount)
    }

    #[track_caller]
    pub(super) fn transfer_from(&self, account: &str, amount: i64) -> Request {
        self.transfer_between(account, &self.bank, amount)
    }

    #[track_caller]
    pub(super) fn transfer_between(&self, account: &str, bank: &str, amount: i64) -> Request {
        self.agent.post("/agents/me/transfer-out").json(&json!({
            "source": { "accountId": account },
            "destination": { "accountId": bank },
            "amount": amount,
        }))
    }

    /// Gives the customer an account in euro with 1,000 euros in it, and a bank account in euro.
    pub(super) async fn euro_accounts(&self) -> EuroAccounts {
        let platform = &self.base.platform;
        let path = format!("/customers/{}", text(&self.base.alice["id"]));
        let change = json!({ "customerType": "INDIVIDUAL", "currencies": ["USD", "USDC", "EUR"] });
        platform.patch(&path).json(&change).send().await.expect(200);
        let account = platform.account_of(&self.base.alice, "EUR").await;
        platform.fund(&account, 100_000).await;
        EuroAccounts { internal: account, bank: self.base.euro_account().await }
    }

    /// Changes the policy and returns the agent as answered.
    pub(super) async fn limit(&self, change: &Value) -> Value {
        self.base.platform.patch(&self.agent.path("/policy")).json(change).send().await.expect(200)
    }

    /// Makes every action need the platform's approval.
    pub(super) async fn require_approval(&self) {
        self.limit(&json!({ "defaultExecutionMode": "APPROVAL_REQUIRED" })).await;
    }

    /// Returns the count of the day, the spend of the day and the spend of the month.
    pub(super) async fn usage(&self) -> [i64; 3] {
        let usage = self.agent.get("/agents/me").send().await.expect(200)["usage"].take();
        ["dailyTransactionCount", "dailySpend", "monthlySpend"].map(|name| usage[name].as_i64().unwrap())
    }

    /// Returns an action as the agent sees it.
    pub(super) async fn action(&self, id: &Value) -> Value {
        self.agent.get(&format!("/agents/me/actions/{}", text(id))).send().await.expect(200)
    }

    /// Returns the request that approves or rejects an action.
    #[track_caller]
    pub(super) fn decide(&self, action: &Value, verb: &str) -> Request {
        self.base.platform.post(&self.agent.path(&format!("/actions/{}/{verb}", text(&action["id"]))))
    }

    /// Returns the agent's transactions as its platform sees them, latest first.
    pub(super) async fn transactions(&self) -> Vec<Value> {
        let listed = self.base.platform.get("/transactions").send().await.expect(200);
        let is_own = |one: &&Value| one["agentId"] == self.agent.resource["id"];
        listed["data"].as_array().unwrap().iter().filter(is_own).cloned().collect()
    }

    /// Creates a quote of the agent that sends an amount from the internal account.
    pub(super) async fn quote(&self, destination: &str, amount: i64) -> Value {
        let body = self.base.transfer(destination, "SENDING", amount);
        self.agent.post("/agents/me/quotes").json(&body).send().await.expect(201)
    }

    #[track_caller]
    pub(super) fn execute(&self, quote: &Value) -> Request {
        self.agent.post(&format!("/agents/me/quotes/{}/execute", text(&quote["id"])))
    }

    /// Returns the balance of the internal account.
    pub(super) async fn balance(&self) -> i64 {
        self.base.balances().await.0
    }

    /// Sends a request that the policy forbids and returns the reason of the refusal.
    pub(super) async fn refusal_reason(request: Request) -> String {
        text(&request.send().await.expect_error(403, "FORBIDDEN")["details"]["reason"]).to_owned()
    }
}
