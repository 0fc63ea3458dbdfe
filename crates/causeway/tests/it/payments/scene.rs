//! The starting point of the money journeys (money 17).

use causeway_service::runtime::jobs::run_due;
use causeway_testing::http::Request;
use causeway_testing::receiver::{ReceivedRequest, Receiver};
use serde_json::{Value, json};

use crate::harness::{Platform, Service};

/// IBAN with the suffix of a payout that succeeds (money 13.1).
const GOOD_IBAN: &str = "DE89370400440532013000";

/// A platform with a webhook receiver and one customer.
pub(crate) struct Scene {
    pub(crate) platform: Platform,
    /// Receiver of the platform's events, without those of the set-up.
    pub(crate) webhooks: Receiver,
    /// An approved individual with USD and USDC.
    pub(crate) alice: Value,
    /// Id of Alice's account in dollars.
    pub(crate) usd: String,
}

impl Scene {
    pub(crate) async fn new(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR", "MXN", "BTC", "USDC", "USDB"]).await;
        let webhooks = platform.receiver().await;
        let body = json!({
            "customerType": "INDIVIDUAL",
            "fullName": "Alice Example",
            "currencies": ["USD", "USDC"],
        });
        let alice = platform.post("/customers").json(&body).send().await.expect(201);
        let usd = platform.account_of(&alice, "USD").await;
        platform.settled().await;
        webhooks.forget();
        Self { platform, webhooks, alice, usd }
    }

    /// Registers Alice's bank account in euro; payouts to it succeed.
    pub(crate) async fn euro_account(&self) -> String {
        self.platform.euro_account(&self.alice, GOOD_IBAN).await
    }

    /// Creates a quote over an amount that Alice sends from Alice's dollar account.
    pub(crate) async fn quote(&self, destination: &str, amount: i64) -> Value {
        let body = self.transfer(destination, "SENDING", amount);
        self.platform.post("/quotes").json(&body).send().await.expect(201)
    }

    /// Builds the body of a quote from Alice's dollar account.
    pub(crate) fn transfer(&self, destination: &str, side: &str, amount: i64) -> Value {
        transfer(&self.usd, destination, side, amount)
    }

    /// Builds the request that executes a quote.
    #[track_caller]
    pub(crate) fn execute(&self, quote: &Value) -> Request {
        self.platform.post(&format!("/quotes/{}/execute", text(&quote["id"])))
    }

    /// Returns the current transaction of a quote.
    pub(crate) async fn payment(&self, quote: &Value) -> Value {
        let path = format!("/transactions/{}", text(&quote["transactionId"]));
        self.platform.get(&path).send().await.expect(200)
    }

    /// Returns the current transaction with this id.
    pub(crate) async fn transaction(&self, id: &Value) -> Value {
        self.platform.get(&format!("/transactions/{}", text(id))).send().await.expect(200)
    }

    /// Builds a transfer from Alice's account to an external account, over a named rail if there is one.
    pub(crate) fn transfer_out(&self, destination: &str, amount: i64, rail: Option<&str>) -> Request {
        let mut body = json!({
            "source": { "accountId": self.usd },
            "destination": { "accountId": destination },
            "amount": amount,
        });
        if let Some(rail) = rail {
            body["destination"]["paymentRail"] = json!(rail);
        }
        self.platform.post("/transfer-out").json(&body)
    }

    /// Builds a transfer into Alice's dollar account.
    pub(crate) fn transfer_in(&self, source: &str, amount: i64) -> Request {
        let body = json!({
            "source": { "accountId": source },
            "destination": { "accountId": self.usd },
            "amount": amount,
        });
        self.platform.post("/transfer-in").json(&body)
    }

    /// Builds the request that cancels a transaction.
    #[track_caller]
    pub(crate) fn cancel(&self, id: &Value) -> Request {
        self.platform.post(&format!("/transactions/{}/cancel", text(id)))
    }

    /// Runs everything that is due for the platform, for a service that runs no jobs by itself.
    pub(crate) async fn run_due(&self, service: &Service) {
        while run_due(service.app(), Some(self.platform.id), 50).await.unwrap() > 0 {}
    }

    /// Returns the balance and the total balance of Alice's dollar account.
    pub(crate) async fn balances(&self) -> (i64, i64) {
        let path =
            format!("/customers/internal-accounts?currency=USD&customerId={}", text(&self.alice["id"]));
        let account = self.platform.get(&path).send().await.expect(200)["data"][0].take();
        assert_eq!(account["id"], self.usd);
        let amount = |balance: &str| account[balance]["amount"].as_i64().expect("an amount");
        (amount("balance"), amount("totalBalance"))
    }

    /// Returns the events received since the last call, once all are delivered.
    pub(crate) async fn events(&self) -> Events {
        self.platform.settled().await;
        let events = Events(self.webhooks.received());
        self.webhooks.forget();
        events
    }
}

/// Builds the body of a quote from one account to another.
pub(crate) fn transfer(source: &str, destination: &str, side: &str, amount: i64) -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": amount,
    })
}

/// Returns the text of a JSON string, and panics on any other value.
#[track_caller]
pub(crate) fn text(member: &Value) -> &str {
    member.as_str().unwrap_or_else(|| panic!("{member} is no text"))
}

/// Events in the order of arrival, which for each resource is the order of creation.
#[derive(Debug)]
pub(crate) struct Events(Vec<ReceivedRequest>);

impl Events {
    /// Returns the types of all events, sorted: for changes of several resources at once.
    pub(crate) fn types(&self) -> Vec<String> {
        let mut types: Vec<String> = self.0.iter().map(ReceivedRequest::event).collect();
        types.sort();
        types
    }

    /// Returns the types of the events about one resource, in order.
    pub(crate) fn about(&self, resource: &Value) -> Vec<String> {
        let about = |one: &&ReceivedRequest| one.json()["data"]["id"] == *resource;
        self.0.iter().filter(about).map(ReceivedRequest::event).collect()
    }

    /// Returns the data of the first event of a type.
    #[track_caller]
    pub(crate) fn first(&self, event: &str) -> Value {
        let found = self.0.iter().find(|one| one.event() == event);
        found.unwrap_or_else(|| panic!("{event} was not received: {self:?}")).json()["data"].take()
    }
}
