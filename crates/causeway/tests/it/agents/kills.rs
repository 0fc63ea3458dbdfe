//! The process is killed while an agent pays and its platform approves: the limits hold, and the counted
//! usage equals the payments made (agents A4.4, A5).

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::postgres::{Durability, database_with};
use serde_json::{Value, json};

use super::scene::p1;
use crate::life::load::{work_and_kill, work_off};
use crate::life::process::{Folder, Server};
use crate::payments::scene::text;

const PAYMENTS: usize = 64;
/// Payments that end between two kills of the process.
const BETWEEN_KILLS: usize = 12;
const KILLS: usize = 4;
const PATIENCE: Duration = Duration::from_secs(120);
const DAILY_LIMIT: i64 = 10_000;
const FUNDED: i64 = 100_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_lets_an_agent_spend_more_sqlite() {
    walk(&[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_lets_an_agent_spend_more_postgres() {
    let database = database_with(Durability::Full).await.unwrap();
    let root_key = format!("1:{}", "5a".repeat(32));
    walk(&[("SVC_DATABASE", database.url.as_str()), ("SVC_ROOT_KEY", root_key.as_str())]).await;
}

async fn walk(variables: &[(&str, &str)]) {
    let folder = Folder::new();
    let start = || {
        let mut serve = folder.serve();
        serve.envs(variables.iter().copied()).env("SVC_RATE_LIMIT_PER_SECOND", "0");
        Server::start(serve)
    };
    let mut server = start();
    let api = server.api();
    let mut scene = Scene::new(&api).await;
    let queue = Mutex::new(PaymentQueue {
        open: (0..PAYMENTS).map(Payment::number).collect(),
        ended: 0,
        spent: Vec::new(),
    });

    for kill in 1..=KILLS {
        let is_enough = || queue.lock().unwrap().ended >= kill * BETWEEN_KILLS;
        work_and_kill(&mut server, || scene.one(&queue), is_enough).await;
        server = start();
        scene = scene.at(&server.base_url());
    }

    work_off(PATIENCE, || scene.one(&queue), || PAYMENTS - queue.lock().unwrap().ended).await;
    scene.audit(&queue.into_inner().unwrap().spent).await;
    server.stop();
}

/// The payments that are open, and the results of those that ended.
struct PaymentQueue {
    open: VecDeque<Payment>,
    ended: usize,
    /// Amounts of the payments that the service acknowledged.
    spent: Vec<i64>,
}

/// A payment of the agent. Every other one is above the threshold and waits for the platform.
struct Payment {
    key: String,
    amount: i64,
    /// The action to approve, once there is one.
    action: Option<String>,
}

impl Payment {
    fn number(number: usize) -> Self {
        let amount = if number.is_multiple_of(2) { 500 } else { 1_000 };
        Self { key: format!("payment-{number}"), amount, action: None }
    }
}

/// The result of one exchange with the service.
enum Outcome {
    Paid,
    NotPaid,
    Pending(String),
    /// In progress elsewhere; to be tried again.
    InProgress,
    /// The process is gone.
    NoAnswer,
}

struct Scene {
    api: Client,
    agent: Client,
    id: String,
    /// The path that lists the customer's one account.
    accounts: String,
    account: String,
    bank: String,
}

impl Scene {
    async fn new(api: &Client) -> Self {
        let post = async |path: &str, body: Value| api.post(path).json(&body).send().await;
        let person =
            json!({ "customerType": "INDIVIDUAL", "fullName": "Grace Hopper", "currencies": ["USD"] });
        let customer = post("/customers", person).await.expect(201);

        let accounts =
            format!("/customers/internal-accounts?currency=USD&customerId={}", text(&customer["id"]));
        let account = text(&api.get(&accounts).send().await.expect(200)["data"][0]["id"]).to_owned();
        let fund = format!("/sandbox/internal-accounts/{account}/fund");
        post(&fund, json!({ "amount": FUNDED })).await.expect(200);

        let beneficiary = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" });
        let bank = json!({ "customerId": customer["id"], "currency": "USD", "accountInfo": { "accountType": "USD_ACCOUNT",
            "accountNumber": "000123456999", "routingNumber": "021000021", "beneficiary": beneficiary } });
        let bank = post("/customers/external-accounts", bank).await.expect(201);

        let mut policy = p1();
        policy["spendingLimits"] =
            json!({ "currency": "USD", "perTransactionLimit": 1_000, "dailyLimit": DAILY_LIMIT });
        policy["approvalThresholds"] = json!({ "currency": "USD", "amount": 500 });

        let body = json!({ "name": "Invoices", "customerId": customer["id"], "policy": policy });
        let new_agent = post("/agents", body).await.expect(201);
        let redeem = format!("/agents/device-codes/{}/redeem", text(&new_agent["deviceCode"]["code"]));
        let token = api.post(&redeem).send().await.expect(200)["accessToken"].take();
        let agent = api.authorization(&format!("Bearer {}", text(&token)));
        let id = text(&new_agent["agent"]["id"]).to_owned();
        Self { api: api.clone(), agent, id, accounts, account, bank: text(&bank["id"]).to_owned() }
    }

    /// Returns the same scene at a restarted process.
    fn at(self, base: &str) -> Self {
        Self { api: self.api.at(base), agent: self.agent.at(base), ..self }
    }

    /// Takes one payment a step further. Returns `false` if none is left or the process does not answer.
    async fn one(&self, queue: &Mutex<PaymentQueue>) -> bool {
        let Some(mut payment) = queue.lock().unwrap().open.pop_front() else { return false };
        let outcome = match &payment.action {
            None => self.pay(&payment).await,
            Some(action) => self.approve(action).await,
        };

        let mut queue = queue.lock().unwrap();
        let is_alive = !matches!(outcome, Outcome::NoAnswer);
        match outcome {
            Outcome::Paid => {
                queue.ended += 1;
                queue.spent.push(payment.amount);
            }
            Outcome::NotPaid => queue.ended += 1,
            Outcome::Pending(action) => {
                payment.action = Some(action);
                queue.open.push_back(payment);
            }
            Outcome::InProgress | Outcome::NoAnswer => queue.open.push_back(payment),
        }
        is_alive
    }

    async fn pay(&self, payment: &Payment) -> Outcome {
        let body = json!({ "source": { "accountId": self.account }, "destination": { "accountId": self.bank },
            "amount": payment.amount });
        let request = self.agent.post("/agents/me/transfer-out").idempotency_key(&payment.key).json(&body);
        let Ok(response) = request.try_send().await else { return Outcome::NoAnswer };
        match response.status {
            201 => judge(&response.json()),
            403 => Outcome::NotPaid,
            409 | 503 => Outcome::InProgress,
            other => panic!("{other}: {:?}", response.json()),
        }
    }

    async fn approve(&self, action: &str) -> Outcome {
        let request = self.api.post(&format!("/agents/{}/actions/{action}/approve", self.id));
        let Ok(response) = request.try_send().await else { return Outcome::NoAnswer };
        match response.status {
            200 => judge(&response.json()),
            // Decided before a kill, but the response was lost.
            409 => match self.agent.get(&format!("/agents/me/actions/{action}")).try_send().await {
                Ok(response) => judge(&response.expect(200)),
                Err(_) => Outcome::NoAnswer,
            },
            503 => Outcome::InProgress,
            other => panic!("{other}: {:?}", response.json()),
        }
    }

    /// Checks that the acknowledged payments, the counted usage and the account's balance agree.
    async fn audit(&self, acknowledged: &[i64]) {
        let spent: i64 = acknowledged.iter().sum();
        assert!((DAILY_LIMIT - 500..=DAILY_LIMIT).contains(&spent), "{spent} was spent: {acknowledged:?}");

        let usage = self.agent.get("/agents/me").send().await.expect(200)["usage"].take();
        assert_eq!(
            (&usage["dailySpend"], &usage["monthlySpend"]),
            (&json!(spent), &json!(spent)),
            "{acknowledged:?}"
        );
        assert_eq!(usage["dailyTransactionCount"], acknowledged.len(), "{acknowledged:?}");

        let accounts = self.api.get(&self.accounts).send().await.expect(200);
        assert_eq!(accounts["data"][0]["balance"]["amount"], FUNDED - spent);

        let actions = self.agent.get("/agents/me/actions?limit=100").send().await.expect(200);
        let paid =
            actions["data"].as_array().unwrap().iter().filter(|one| one["status"] == "APPROVED").count();
        assert_eq!(paid, acknowledged.len(), "{actions}");
    }
}

fn judge(action: &Value) -> Outcome {
    match text(&action["status"]) {
        "APPROVED" => Outcome::Paid,
        "PENDING_APPROVAL" => Outcome::Pending(text(&action["id"]).to_owned()),
        "FAILED" => Outcome::NotPaid,
        other => panic!("{other}: {action}"),
    }
}
