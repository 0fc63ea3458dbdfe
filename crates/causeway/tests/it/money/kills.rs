//! A payout during which the process is killed after every step (money J36): the same end, nothing twice.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::receiver::Receiver;
use causeway_testing::wait;
use serde_json::{Value, json};

use super::scene::{text, transfer};
use crate::life::process::{Folder, Server, told, utf8};

/// What a dead process had claimed is claimed again after its lease, twice in the worst case.
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let folder = Folder::new();
    pay_and_kill_after_each_step(|| folder.serve()).await;
    let verdict = told(&["ledger", "verify", "--data", utf8(&folder.data())]);
    assert!(verdict.contains("the ledger is sound"), "{verdict}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let database = database_with(Durability::Full).await.unwrap();
    let folder = Folder::new();
    let root_key = format!("1:{}", "5a".repeat(32));
    let command = || {
        let mut serve = folder.serve();
        serve.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", &root_key);
        serve
    };
    pay_and_kill_after_each_step(command).await;
}

/// The process, which can be killed and started again.
struct Mortal<F> {
    command: F,
    server: Server,
    credentials: (String, String),
}

impl<F: Fn() -> Command> Mortal<F> {
    fn start(command: F) -> Self {
        let server = Server::start(command());
        let credentials = server.credentials();
        Self { command, server, credentials }
    }

    fn kill_and_start(&mut self) {
        self.server.kill();
        self.server = Server::start((self.command)());
    }

    fn client(&self) -> Client {
        Client::new(&self.server.base_url()).basic(&self.credentials.0, &self.credentials.1)
    }
}

async fn pay_and_kill_after_each_step(command: impl Fn() -> Command) {
    let mut service = Mortal::start(command);
    let webhooks = Receiver::start().await;
    let (source, destination, nobody) = prepare(&service.client(), &webhooks).await;
    service.kill_and_start();

    let wanted = transfer(&source, &destination, "SENDING", 100_000);
    let quote = service.client().post("/quotes").json(&wanted).send().await.expect(201);
    service.kill_and_start();

    let execute = format!("/quotes/{}/execute", text(&quote["id"]));
    let executed = service.client().post(&execute).idempotency_key("pay").send().await;
    assert_eq!(executed.expect(200)["status"], "PROCESSING");
    service.kill_and_start();

    let again = service.client().post(&execute).idempotency_key("pay").send().await;
    assert_eq!((again.status, &again.body), (200, &executed.body));
    let path = format!("/transactions/{}", text(&quote["transactionId"]));
    wait_for(&service.client(), &path, "/status", "COMPLETED").await;
    service.kill_and_start();

    let client = service.client();
    client.post(&execute).send().await.refused(409, "CONFLICT");
    let payment = client.get(&path).send().await.expect(200);
    assert_eq!(
        (&payment["status"], &payment["receivedAmount"]["amount"]),
        (&json!("COMPLETED"), &json!(91_540))
    );
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    assert_eq!(accounts["data"][0]["totalBalance"]["amount"], 100_000);
    check_events(&webhooks, &quote["transactionId"], &["COMPLETED", "PENDING", "PROCESSING"]).await;
    fail_and_kill(&mut service, &webhooks, &transfer(&source, &nobody, "SENDING", 100_000)).await;
    service.server.stop();
}

/// A payment that fails, and is refunded however often the process dies.
async fn fail_and_kill<F: Fn() -> Command>(service: &mut Mortal<F>, webhooks: &Receiver, wanted: &Value) {
    let mut wanted = wanted.clone();
    wanted["immediatelyExecute"] = json!(true);
    let quote = service.client().post("/quotes").json(&wanted).send().await.expect(201);
    service.kill_and_start();
    let path = format!("/transactions/{}", text(&quote["transactionId"]));
    wait_for(&service.client(), &path, "/status", "FAILED").await;
    service.kill_and_start();
    wait_for(&service.client(), &path, "/refund/status", "COMPLETED").await;
    service.kill_and_start();
    let client = service.client();
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    assert_eq!(accounts["data"][0]["totalBalance"]["amount"], 100_000);
    let told = ["FAILED", "PENDING", "PROCESSING", "REFUND_COMPLETED", "REFUND_PENDING"];
    check_events(webhooks, &quote["transactionId"], &told).await;
}

/// An account with money, one to pay to, and one that does not exist.
async fn prepare(client: &Client, webhooks: &Receiver) -> (String, String, String) {
    client.patch("/config").json(&json!({ "webhookEndpoint": webhooks.url() })).send().await.expect(200);
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let source = text(&accounts["data"][0]["id"]).to_owned();
    let fund = format!("/sandbox/internal-accounts/{source}/fund");
    client.post(&fund).json(&json!({ "amount": 200_000 })).send().await.expect(200);
    let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    let customer = client.post("/customers").json(&person).send().await.expect(201);
    let (good, bad) = ("DE89370400440532013000", "DE89370400440532013004");
    (source, bank_account(client, &customer, good).await, bank_account(client, &customer, bad).await)
}

async fn bank_account(client: &Client, customer: &Value, iban: &str) -> String {
    let account = json!({
        "customerId": customer["id"],
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": iban,
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE",
            },
        },
    });
    let account = client.post("/customers/external-accounts").json(&account).send().await.expect(201);
    text(&account["id"]).to_owned()
}

async fn wait_for(client: &Client, path: &str, member: &str, wanted: &str) {
    wait::until("the payment has come so far", PATIENCE, || async {
        let payment = client.get(path).send().await.expect(200);
        if payment.pointer(member).is_some_and(|found| found == wanted) { Ok(()) } else { Err(payment) }
    })
    .await;
}

/// Every event of the payment comes, and each of them is one event however often it came.
async fn check_events(webhooks: &Receiver, payment: &Value, wanted: &[&str]) {
    let wanted: Vec<String> = wanted.iter().map(|name| format!("OUTGOING_PAYMENT.{name}")).collect();
    let distinct = |all: &[causeway_testing::receiver::Received]| -> BTreeSet<(String, String)> {
        let about = all.iter().filter(|one| one.json()["data"]["id"] == *payment);
        about.map(|one| (one.event(), one.id())).collect()
    };
    let all = webhooks.wait_for("every event", PATIENCE, |all| distinct(all).len() >= wanted.len()).await;
    let types: Vec<String> = distinct(&all).into_iter().map(|(event, _)| event).collect();
    assert_eq!(types, wanted);
}
