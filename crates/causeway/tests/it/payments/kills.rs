//! Payouts during which the process is killed again and again (money J36): the outcome is the same, and no
//! effect happens twice.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_domain::{Clock, Ids};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Database, Error, Options, Store, Tx};
use causeway_testing::http::Client;
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::receiver::{ReceivedRequest, Receiver};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::scene::{text, transfer};
use crate::life::process::{Credentials, Folder, Server, command, output_of, succeeded, utf8};

/// The claims of a dead process are taken again after their lease, in the worst case twice.
const PATIENCE: Duration = Duration::from_secs(120);

/// The expected outcome of a payout to an account with this suffix (money 13.1).
struct ExpectedPayout {
    suffix: &'static str,
    status: &'static str,
    refund_status: Option<&'static str>,
    /// Events about the payout, sorted, without the common part of their names.
    events: &'static [&'static str],
}

const EXPECTED_PAYOUTS: [ExpectedPayout; 6] = [
    ExpectedPayout {
        suffix: "002",
        status: "FAILED",
        refund_status: Some("COMPLETED"),
        events: &["FAILED", "PENDING", "PROCESSING", "REFUND_COMPLETED", "REFUND_PENDING"],
    },
    ExpectedPayout {
        suffix: "003",
        status: "COMPLETED",
        refund_status: None,
        events: &["COMPLETED", "PENDING", "PROCESSING"],
    },
    ExpectedPayout {
        suffix: "004",
        status: "FAILED",
        refund_status: Some("COMPLETED"),
        events: &["FAILED", "PENDING", "PROCESSING", "REFUND_COMPLETED", "REFUND_PENDING"],
    },
    ExpectedPayout {
        suffix: "005",
        status: "FAILED",
        refund_status: Some("COMPLETED"),
        events: &["COMPLETED", "FAILED", "PENDING", "PROCESSING", "REFUND_COMPLETED", "REFUND_PENDING"],
    },
    ExpectedPayout {
        suffix: "006",
        status: "REFUNDED",
        refund_status: Some("COMPLETED"),
        events: &["PENDING", "PROCESSING", "REFUND_COMPLETED", "REFUND_PENDING"],
    },
    ExpectedPayout {
        suffix: "007",
        status: "FAILED",
        refund_status: Some("FAILED"),
        events: &["FAILED", "PENDING", "PROCESSING", "REFUND_FAILED", "REFUND_PENDING"],
    },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let folder = Folder::new();
    let database = Database::Sqlite { path: folder.data().join("causeway.db") };
    pay_and_kill_all_the_time(&folder, &[], 12, &database).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let database = database_with(Durability::Full).await.unwrap();
    let root_key = format!("1:{}", "5a".repeat(32));
    let variables = [("SVC_DATABASE", database.url.as_str()), ("SVC_ROOT_KEY", root_key.as_str())];
    // The claims of a dead process delay the next one here, so it is killed less often.
    pay_and_kill_all_the_time(
        &Folder::new(),
        &variables,
        3,
        &Database::Postgres { url: database.url.clone() },
    )
    .await;
}

/// Pays, and kills the process after every answer, in the middle of requests, and `kills` times just as it
/// sends a new event. At the end the ledger is sound, and the rails were instructed once about every payment.
async fn pay_and_kill_all_the_time(
    folder: &Folder,
    variables: &[(&str, &str)],
    kills: usize,
    database: &Database,
) {
    let with_variables = |mut command: Command| {
        command.envs(variables.iter().copied());
        command
    };
    let mut service = KillableService::start(|| with_variables(folder.serve()));
    let webhooks = Receiver::start().await;
    let Parties { source, customer } = prepare(&service.client(), &webhooks).await;
    pay_and_kill_after_each_step(&mut service, &webhooks, &source, &customer).await;
    let quotes = begin_every_outcome(&mut service, &source, &customer).await;
    kill_at_news(&mut service, &webhooks, kills).await;

    // The slow payout takes six minutes.
    output_of(&["clock", "advance", "7m", "--data", utf8(&folder.data())]);
    for (expected, quote) in EXPECTED_PAYOUTS.iter().zip(&quotes) {
        let path = format!("/transactions/{}", text(&quote["transactionId"]));
        wait_for(&service.client(), &path, "/status", expected.status).await;
        if let Some(status) = expected.refund_status {
            wait_for(&service.client(), &path, "/refund/status", status).await;
        }
        check_events(&webhooks, &quote["transactionId"], expected.events).await;
    }

    debit_and_kill(&mut service, &webhooks, &customer).await;
    let client = service.client();
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    assert_eq!(
        accounts["data"][0]["totalBalance"]["amount"], 80_000,
        "one payment has arrived, another is in suspense"
    );
    let platform =
        text(&client.get("/config").send().await.expect(200)["id"]).parse().map(PlatformConfigId::uuid);

    service.server.stop();
    let verdict = succeeded(with_variables(command(&["ledger", "verify", "--data", utf8(&folder.data())])));
    let mut facts = verdict.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert!(facts.any(|fact| fact == ["sound", "yes"]), "{verdict}");
    check_submissions(database, PlatformId::from_uuid(platform.unwrap()), 2 + EXPECTED_PAYOUTS.len()).await;
}

/// Checks that the rails were instructed once about each payout and about the one debit.
async fn check_submissions(database: &Database, platform: PlatformId, payouts: usize) {
    let keys = Arc::new(Keys::new(Keyring::generate(&Ids::system())));
    let store = Store::open(database, Options::new(Clock::system(), Ids::system(), keys)).unwrap();
    let list = move |tx: &mut Tx<'_>| {
        let of = |tx: &mut Tx<'_>, rail| sandbox_orders::list(tx, rail, platform);
        Ok((of(tx, SandboxRail::Payouts)?, of(tx, SandboxRail::Debits)?))
    };
    let known: Result<(Vec<SandboxOrder>, Vec<SandboxOrder>), Error> = store.read(list).await;
    let (paid, debited) = known.unwrap();
    let submissions =
        |orders: &[SandboxOrder]| orders.iter().map(|order| order.submissions).collect::<Vec<_>>();
    assert_eq!(submissions(&paid), vec![1; payouts]);
    assert_eq!(submissions(&debited), [1]);
}

/// A server process that can be killed and started again.
struct KillableService<F> {
    command: F,
    server: Server,
    credentials: Credentials,
}

impl<F: Fn() -> Command> KillableService<F> {
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
        Client::new(&self.server.base_url()).basic(&self.credentials.id, &self.credentials.secret)
    }
}

/// Walks through money J9 and kills the process after every answer.
async fn pay_and_kill_after_each_step<F: Fn() -> Command>(
    service: &mut KillableService<F>,
    webhooks: &Receiver,
    source: &str,
    customer: &Value,
) {
    let destination = bank_account(&service.client(), customer, "000").await;
    service.kill_and_start();

    let body = transfer(source, &destination, "SENDING", 100_000);
    let quote = service.client().post("/quotes").json(&body).send().await.expect(201);
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
    client.post(&execute).send().await.expect_error(409, "CONFLICT");
    let payment = client.get(&path).send().await.expect(200);
    assert_eq!(
        (&payment["status"], &payment["receivedAmount"]["amount"]),
        (&json!("COMPLETED"), &json!(91_540))
    );
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    assert_eq!(accounts["data"][0]["totalBalance"]["amount"], 100_000);
    check_events(webhooks, &quote["transactionId"], &["COMPLETED", "PENDING", "PROCESSING"]).await;
}

/// Begins a payment of each outcome. The process is killed during the request, which is then repeated under
/// its key.
async fn begin_every_outcome<F: Fn() -> Command>(
    service: &mut KillableService<F>,
    source: &str,
    customer: &Value,
) -> Vec<Value> {
    let mut quotes = Vec::new();
    for ExpectedPayout { suffix, .. } in EXPECTED_PAYOUTS {
        let destination = bank_account(&service.client(), customer, suffix).await;
        let mut body = transfer(source, &destination, "SENDING", 10_000);
        body["immediatelyExecute"] = json!(true);
        let request = |client: Client| client.post("/quotes").json(&body).idempotency_key(suffix);
        let unanswered = tokio::spawn(request(service.client()).try_send());
        service.kill_and_start();
        drop(unanswered.await);
        quotes.push(request(service.client()).send().await.expect(201));
    }
    quotes
}

/// Executes a payment funded by a debit and kills the process after every step; the debit and the payout
/// happen once.
async fn debit_and_kill<F: Fn() -> Command>(
    service: &mut KillableService<F>,
    webhooks: &Receiver,
    customer: &Value,
) {
    let destination = bank_account(&service.client(), customer, "001").await;
    let account = json!({ "currency": "USD", "accountInfo": {
        "accountType": "USD_ACCOUNT", "accountNumber": "000123456111", "routingNumber": "021000021",
        "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" } } });
    let source = service.client().post("/platform/external-accounts").json(&account).send().await.expect(201);
    let body = transfer(text(&source["id"]), &destination, "SENDING", 100_000);
    let quote = service.client().post("/quotes").json(&body).send().await.expect(201);
    service.kill_and_start();

    let execute = format!("/quotes/{}/execute", text(&quote["id"]));
    let executed = service.client().post(&execute).idempotency_key("debit").send().await;
    assert_eq!(executed.expect(200)["status"], "PROCESSING");
    service.kill_and_start();

    let again = service.client().post(&execute).idempotency_key("debit").send().await;
    assert_eq!((again.status, &again.body), (200, &executed.body));
    service.kill_and_start();

    let path = format!("/transactions/{}", text(&quote["transactionId"]));
    wait_for(&service.client(), &path, "/status", "COMPLETED").await;
    service.kill_and_start();
    check_events(webhooks, &quote["transactionId"], &["COMPLETED", "PENDING", "PROCESSING"]).await;
}

/// Kills the process up to `times` times, each time when it has just sent a new event, until it has sent all
/// of them.
async fn kill_at_news<F: Fn() -> Command>(
    service: &mut KillableService<F>,
    webhooks: &Receiver,
    times: usize,
) {
    let ids = |all: &[ReceivedRequest], of: &str| {
        let of = all.iter().filter(|one| one.event().starts_with(of));
        of.map(ReceivedRequest::id).collect::<BTreeSet<_>>().len()
    };
    // The slow payout completes later; the payment before these has sent three events.
    let events: usize = EXPECTED_PAYOUTS.iter().map(|expected| expected.events.len()).sum();
    let is_complete = |all: &[ReceivedRequest]| ids(all, "OUTGOING_PAYMENT.") >= events - 1 + 3;
    let mut known = ids(&webhooks.received(), "");
    for _ in 0..times {
        let requests =
            webhooks.wait_for("news", PATIENCE, |all| ids(all, "") > known || is_complete(all)).await;
        known = ids(&requests, "");
        service.kill_and_start();
        if is_complete(&requests) {
            return;
        }
    }
}

/// The platform's funded account, and the customer to be paid.
struct Parties {
    source: String,
    customer: Value,
}

/// Funds the platform's account and creates the customer to be paid.
async fn prepare(client: &Client, webhooks: &Receiver) -> Parties {
    client.patch("/config").json(&json!({ "webhookEndpoint": webhooks.url() })).send().await.expect(200);
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    let source = text(&accounts["data"][0]["id"]).to_owned();
    let fund = format!("/sandbox/internal-accounts/{source}/fund");
    client.post(&fund).json(&json!({ "amount": 200_000 })).send().await.expect(200);
    let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });
    Parties { source, customer: client.post("/customers").json(&person).send().await.expect(201) }
}

async fn bank_account(client: &Client, customer: &Value, suffix: &str) -> String {
    let account = json!({
        "customerId": customer["id"],
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": format!("DE89370400440532013{suffix}"),
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE",
            },
        },
    });
    let account = client.post("/customers/external-accounts").json(&account).send().await.expect(201);
    text(&account["id"]).to_owned()
}

async fn wait_for(client: &Client, path: &str, member: &str, expected: &str) {
    wait::until("the payment has come so far", PATIENCE, || async {
        let payment = client.get(path).send().await.expect(200);
        if payment.pointer(member).is_some_and(|found| found == expected) { Ok(()) } else { Err(payment) }
    })
    .await;
}

/// Waits for every event of the payment, and checks that repeated deliveries of an event have one id.
async fn check_events(webhooks: &Receiver, payment: &Value, expected: &[&str]) {
    let names: Vec<String> = expected.iter().map(|name| format!("OUTGOING_PAYMENT.{name}")).collect();
    let distinct = |all: &[ReceivedRequest]| -> BTreeSet<(String, String)> {
        let about = all.iter().filter(|one| one.json()["data"]["id"] == *payment);
        about.map(|one| (one.event(), one.id())).collect()
    };
    let all = webhooks.wait_for("every event", PATIENCE, |all| distinct(all).len() >= names.len()).await;
    let types: Vec<String> = distinct(&all).into_iter().map(|(event, _)| event).collect();
    assert_eq!(types, names);
}
