//! A platform, with the API client of its own backend.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_service::App;
use causeway_service::background::advance_to;
use causeway_service::platforms::CreatedPlatform;
use causeway_service::runtime::clock;
use causeway_store::{Error, Tx, params};
use causeway_testing::http::{Client, Request};
use causeway_testing::receiver::Receiver;
use serde_json::{Value, json};

use super::{conformance, log, settling};

/// A platform with the credentials of one of its tokens. Requests go to the processes of the service in turn.
#[derive(Clone)]
pub(crate) struct Platform {
    pub(crate) id: PlatformId,
    /// Client id of the token in use.
    pub(crate) client_id: String,
    pub(crate) secret: String,
    /// Public key of its webhook signatures, as PEM.
    pub(crate) webhook_pem: String,
    clients: Vec<Client>,
    /// Sends requests without credentials.
    anonymous: Client,
    turn: Arc<AtomicUsize>,
    app: Arc<App>,
}

impl Platform {
    pub(super) fn new(
        bases: Vec<String>,
        app: Arc<App>,
        created: CreatedPlatform,
        private: &log::PrivateData,
    ) -> Self {
        let platform = Self {
            id: created.platform.id,
            client_id: created.token.token.client_id,
            secret: created.token.secret.expose().to_owned(),
            webhook_pem: created.webhook_public_pem,
            clients: Vec::new(),
            anonymous: Client::new(&bases[0]).observed_by(conformance::check_answer),
            turn: Arc::new(AtomicUsize::new(0)),
            app: Arc::clone(&app),
        };
        platform.at(bases, app, private)
    }

    /// Returns the same platform at other base URLs.
    pub(super) fn at(&self, bases: Vec<String>, app: Arc<App>, private: &log::PrivateData) -> Self {
        let client = |base: &String| {
            let client = Client::new(base).basic(&self.client_id, &self.secret);
            client.observed_by(conformance::check_answer).observed_by(private.observer())
        };
        let anonymous = Client::new(&bases[0]).observed_by(conformance::check_answer);
        Self { clients: bases.iter().map(client).collect(), anonymous, app, ..self.clone() }
    }

    /// Returns the same platform with the credentials of another token.
    pub(crate) fn with_token(&self, client_id: &str, secret: &str) -> Self {
        let clients = self.clients.iter().map(|client| client.basic(client_id, secret)).collect();
        Self { client_id: client_id.to_owned(), secret: secret.to_owned(), clients, ..self.clone() }
    }

    /// Returns a client without credentials.
    pub(crate) const fn anonymous(&self) -> &Client {
        &self.anonymous
    }

    /// Returns the client of the next process, in turn.
    pub(crate) fn client(&self) -> &Client {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.clients[turn % self.clients.len()]
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Request {
        self.client().get(path)
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str) -> Request {
        self.client().post(path)
    }

    #[track_caller]
    pub(crate) fn patch(&self, path: &str) -> Request {
        self.client().patch(path)
    }

    #[track_caller]
    pub(crate) fn delete(&self, path: &str) -> Request {
        self.client().delete(path)
    }

    /// Sends the platform's events to a new receiver, which has received and forgotten the `TEST` event of
    /// its installation.
    pub(crate) async fn receiver(&self) -> Receiver {
        let receiver = Receiver::start().await;
        self.patch("/config").json(&json!({ "webhookEndpoint": receiver.url() })).send().await.expect(200);
        receiver.wait_for_event("TEST").await;
        receiver.forget();
        receiver
    }

    /// Creates an approved individual with these currencies, and returns the response.
    pub(crate) async fn customer(&self, currencies: &[&str]) -> Value {
        let request =
            json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": currencies });
        self.post("/customers").json(&request).send().await.expect(201)
    }

    /// Returns the id of a customer's internal account in a currency.
    pub(crate) async fn account_of(&self, customer: &Value, currency: &str) -> String {
        let id = customer["id"].as_str().expect("a customer");
        let path = format!("/customers/internal-accounts?customerId={id}&currency={currency}");
        first_id(&self.get(&path).send().await.expect(200))
    }

    /// Returns the id of the platform's own internal account in a currency.
    pub(crate) async fn own_account(&self, currency: &str) -> String {
        let path = format!("/platform/internal-accounts?currency={currency}");
        first_id(&self.get(&path).send().await.expect(200))
    }

    /// Funds an internal account with sandbox money, and returns the account from the response.
    pub(crate) async fn fund(&self, account: &str, amount: i64) -> Value {
        let path = format!("/sandbox/internal-accounts/{account}/fund");
        self.post(&path).json(&json!({ "amount": amount })).send().await.expect(200)
    }

    /// Creates a bank account in euro for a customer, and returns its id.
    pub(crate) async fn euro_account(&self, customer: &Value, iban: &str) -> String {
        let request = euro_account(customer, iban);
        let account = self.post("/customers/external-accounts").json(&request).send().await.expect(201);
        account["id"].as_str().expect("an account").to_owned()
    }

    /// Creates a bank account in US dollars for a customer, with a number that ends in `suffix`, and returns
    /// its id.
    pub(crate) async fn dollar_account(&self, customer: &Value, suffix: &str) -> String {
        let beneficiary = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" });
        let request = json!({
            "customerId": customer["id"],
            "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT",
                "accountNumber": format!("000123456{suffix}"),
                "routingNumber": "021000021",
                "beneficiary": beneficiary,
            },
        });
        let account = self.post("/customers/external-accounts").json(&request).send().await.expect(201);
        account["id"].as_str().expect("an account").to_owned()
    }

    /// Waits until all due work is done and all due events are delivered.
    pub(crate) async fn settled(&self) {
        settling::settled(&self.app).await;
    }

    /// Waits until all due work is done and all events so far have been sent.
    pub(crate) async fn delivered(&self) {
        settling::delivered(&self.app).await;
    }

    /// Returns the payments that await the platform's decision.
    pub(crate) async fn undecided(&self) -> Vec<TransactionId> {
        let id = self.id;
        let open = move |tx: &mut Tx<'_>| {
            let sql = "SELECT transaction_id FROM approval WHERE platform_id = $1";
            tx.query(sql, params![id], |row| row.get::<TransactionId>("transaction_id"))
        };
        self.app.store.read::<_, Error, _>(open).await.expect("the open approvals can be read")
    }

    pub(crate) async fn freeze(&self) {
        let id = self.id;
        self.app.store.write(&[], move |tx| clock::freeze(tx, id)).await.expect("the clock can be frozen");
    }

    /// Lets the platform's clock run again.
    pub(crate) async fn resume(&self) {
        let id = self.id;
        self.app.store.write(&[], move |tx| clock::resume(tx, id)).await.expect("the clock can run on");
    }

    /// Advances the platform's clock, and runs everything that becomes due.
    pub(crate) async fn advance(&self, by: Duration) {
        let id = self.id;
        let target = self.app.store.read(move |tx| clock::target_after(tx, id, by)).await.expect("a target");
        advance_to(&self.app, id, target).await.expect("the clock arrives");
    }
}

#[track_caller]
fn first_id(list: &Value) -> String {
    list["data"][0]["id"].as_str().unwrap_or_else(|| panic!("an account in {list}")).to_owned()
}

/// Returns a request for a bank account in euro of a customer.
pub(crate) fn euro_account(customer: &Value, iban: &str) -> Value {
    json!({
        "customerId": customer["id"],
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": iban,
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": "Erika Musterfrau",
                "countryOfResidence": "DE",
            },
        },
    })
}
