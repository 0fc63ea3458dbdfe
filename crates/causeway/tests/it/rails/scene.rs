//! A production platform whose payouts and debits go over one adapter.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use causeway_testing::http::{Client, Request};
use causeway_testing::relay::Relay;
use causeway_testing::wait;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::adapter::{Adapter, AdapterOptions, Language, NewAdapter};
use super::bank::{Bank, reference};
use super::deployment::{Deployment, Engine};

/// Name of the rail.
pub(super) const RAIL: &str = "bank";
/// Name of the platform.
pub(super) const PLATFORM: &str = "Acme";
/// The debit that fills the platform's account, in cents.
pub(super) const FUNDS: i64 = 10_000_000;
/// Time within which a payment goes on after any kill: the lease of a job, and the pauses of its next attempts.
const PATIENCE: Duration = Duration::from_secs(150);

/// All processes of a payment, with the relays between them.
pub(super) struct Scene {
    pub(super) deployment: Deployment,
    pub(super) adapter: Adapter,
    pub(super) bank: Bank,
    /// From the service to the adapter.
    pub(super) to_adapter: Relay,
    /// From the adapter to the bank.
    pub(super) to_bank: Relay,
    clients: Vec<Client>,
    turn: AtomicUsize,
    /// The platform's account in US dollars.
    pub(super) account: String,
    _folder: TempDir,
}

impl Scene {
    /// Starts all processes, attaches the adapter and fills the platform's account by a debit.
    pub(super) async fn start(engine: Engine, language: Language) -> Self {
        let folder = TempDir::new().unwrap();
        let bank = Bank::start(folder.path());
        let to_bank = Relay::start(bank.address()).await;
        let new = NewAdapter::create(language, folder.path());
        let to_adapter = Relay::start(new.address).await;
        let deployment = Deployment::start(engine).await;
        let credentials = deployment.create_platform(PLATFORM);
        let url = format!("http://{}", to_adapter.address());
        let key = new.key.clone();
        let added = deployment.change(&[
            "rail",
            "add",
            RAIL,
            "--url",
            &url,
            "--adapter-key",
            &key,
            "--allow",
            "127.0.0.0/8",
        ]);
        let options = AdapterOptions {
            partner: to_bank.address(),
            rail: text(&added["rail"]).to_owned(),
            service_key: text(&added["service_key"]).to_owned(),
            push: Some(deployment.push_url(RAIL)),
        };
        let adapter = new.start(&options);
        let clients = deployment.clients(&credentials);
        let turn = AtomicUsize::new(0);
        let account = String::new();
        let mut scene =
            Self { deployment, adapter, bank, to_adapter, to_bank, clients, turn, account, _folder: folder };
        scene.route();
        scene.account = first_id(&scene.get("/platform/internal-accounts?currency=USD").await);
        scene.fund().await;
        scene
    }

    /// Names the account at the bank, enables the rail and sets the routes.
    #[track_caller]
    fn route(&self) {
        let change = |arguments: &[&str]| self.deployment.change(arguments);
        change(&["rail-account", "add", "acme-usd", "--currency", "USD", "--home", PLATFORM]);
        change(&["rail-account", "bind", RAIL, "main-usd", "acme-usd"]);
        change(&["rail", "resume", RAIL]);
        for (corridor, payment_rail) in [("usd-instant", "RTP"), ("usd-debit", "ACH")] {
            change(&[
                "rail-route",
                "set",
                RAIL,
                corridor,
                "--account-type",
                "USD_ACCOUNT",
                "--payment-rail",
                payment_rail,
                "--currency",
                "USD",
            ]);
        }
    }

    async fn fund(&self) {
        let source = self.register("900000000").await;
        let debit = self.pay("transfer-in", &source, &self.account.clone(), FUNDS).await;
        self.reaches(&debit, "COMPLETED").await;
    }

    /// Returns the client of the next server, in turn.
    pub(super) fn client(&self) -> &Client {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.clients[turn % self.clients.len()]
    }

    /// Requests a path until it is answered.
    pub(super) async fn get(&self, path: &str) -> Value {
        wait::until(path, wait::PATIENCE, || async {
            match self.client().get(path).try_send().await {
                Ok(response) if response.status == 200 => Ok(response.json()),
                Ok(response) => Err(format!("{response:?}")),
                Err(error) => Err(error.to_string()),
            }
        })
        .await
    }

    /// Registers and enables an account of the platform with this number, and returns its id.
    pub(super) async fn register(&self, number: &str) -> String {
        let body = json!({
            "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT",
                "accountNumber": number,
                "routingNumber": "021000021",
                "beneficiary": {
                    "beneficiaryType": "BUSINESS",
                    "legalName": "Acme Inc.",
                    "address": {
                        "line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US",
                    },
                },
            },
        });
        let account = self.client().post("/platform/external-accounts").json(&body).send().await.expect(201);
        let id = text(&account["id"]).to_owned();
        self.deployment.change(&["external-account", "enable", &id]);
        id
    }

    /// Starts a transfer; it is repeated under a key until it is answered. Returns its id.
    pub(super) async fn pay(&self, operation: &str, source: &str, destination: &str, amount: i64) -> String {
        let key = format!("{operation}-{}", self.turn.fetch_add(1, Ordering::Relaxed));
        let body = transfer(source, destination, amount);
        let path = format!("/{operation}");
        self.repeat(|| self.client().post(&path).json(&body).idempotency_key(&key)).await
    }

    /// Pays out of the platform's account.
    pub(super) async fn pay_out(&self, destination: &str, amount: i64) -> String {
        self.pay("transfer-out", &self.account, destination, amount).await
    }

    /// Pays out of the platform's account under this key, repeating the request until it is answered.
    pub(super) async fn pay_out_under(&self, destination: &str, amount: i64, key: &str) -> String {
        self.repeat(|| self.payout_request(destination, amount, key)).await
    }

    /// Builds the request of a payout under this key.
    pub(super) fn payout_request(&self, destination: &str, amount: i64, key: &str) -> Request {
        let body = transfer(&self.account, destination, amount);
        self.client().post("/transfer-out").json(&body).idempotency_key(key)
    }

    /// Sends a request that creates a transaction until it is answered, and returns the id.
    async fn repeat(&self, request: impl Fn() -> Request) -> String {
        wait::until("a transfer", PATIENCE, || {
            let request = request();
            async move {
                match request.try_send().await {
                    Ok(response) if response.status == 201 => Ok(text(&response.json()["id"]).to_owned()),
                    // The precheck had no answer, or the first attempt may still run.
                    Ok(response) if response.status >= 500 || response.status == 409 => {
                        Err(format!("{response:?}"))
                    }
                    Ok(response) => panic!("{response:?}"),
                    Err(error) => Err(error.to_string()),
                }
            }
        })
        .await
    }

    /// Waits until a payment has this status, and returns it.
    pub(super) async fn reaches(&self, payment: &str, status: &str) -> Value {
        let path = format!("/transactions/{payment}");
        wait::until(status, PATIENCE, || async {
            let found = self.get(&path).await;
            if found["status"] == status { Ok(found) } else { Err(self.state_of(&found)) }
        })
        .await
    }

    /// Describes a payment that waits, for the message of a test that fails.
    fn state_of(&self, payment: &Value) -> String {
        let log = self.adapter.log();
        let end: Vec<&str> = log.lines().rev().take(8).collect();
        format!("{payment}\nthe adapter's last lines, newest first:\n{}", end.join("\n"))
    }

    /// Waits until a payment is refunded, and returns it.
    pub(super) async fn is_refunded(&self, payment: &str) -> Value {
        let path = format!("/transactions/{payment}");
        wait::until("a refund", PATIENCE, || async {
            let found = self.get(&path).await;
            if found["refund"]["status"] == "COMPLETED" { Ok(found) } else { Err(self.state_of(&found)) }
        })
        .await
    }

    /// Returns the balance of the platform's account.
    pub(super) async fn balance(&self) -> i64 {
        let accounts = self.get("/platform/internal-accounts?currency=USD").await;
        accounts["data"][0]["balance"]["amount"].as_i64().expect("an amount")
    }

    /// Checks that the bank has booked the payout of a payment once, with this amount.
    pub(super) async fn is_paid_once(&self, payment: &str, amount: i64) {
        let booked = self.bank.payments_of(&reference('P', payment)).await;
        let amounts: Vec<&Value> = booked.iter().map(|payment| &payment["amount"]).collect();
        assert_eq!(amounts, [&json!(amount)], "{payment} is not booked once: {booked:?}");
    }

    /// Checks that the platform's account and the bank's book agree to the unit, and that no order is open.
    pub(super) async fn books_agree(&self) {
        let mut cash = 0;
        for payment in self.bank.book().await.iter().filter(|payment| !payment["settled"].is_null()) {
            let amount = payment["amount"].as_i64().expect("an amount");
            let returned = payment["returned"].as_i64().unwrap_or(0);
            let moved = amount - returned;
            cash += if payment["direction"] == "DEBIT" { moved } else { -moved };
        }
        assert_eq!(self.balance().await, cash, "the balance of the platform and the book of the bank");
        let compared = self.deployment.operate(&["rail", "compare", RAIL]);
        let differences = (&compared["open_orders"], &compared["unknown"], &compared["forgotten"]);
        assert_eq!(differences, (&json!(0), &json!([]), &json!([])), "{compared}");
    }

    /// Ends the deployment in order, and verifies the ledger.
    #[track_caller]
    pub(super) fn finish(self) {
        self.deployment.finish();
    }
}

/// Builds the body of a transfer between two accounts.
fn transfer(source: &str, destination: &str, amount: i64) -> Value {
    json!({ "source": { "accountId": source }, "destination": { "accountId": destination }, "amount": amount })
}

/// Returns the text of a JSON string.
#[track_caller]
pub(super) fn text(member: &Value) -> &str {
    member.as_str().unwrap_or_else(|| panic!("{member} is no text"))
}

#[track_caller]
fn first_id(list: &Value) -> String {
    text(&list["data"][0]["id"]).to_owned()
}
