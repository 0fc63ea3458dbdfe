//! What the journeys of money begin with (money 17).

use causeway_testing::http::Request;
use causeway_testing::receiver::{Received, Receiver};
use serde_json::{Value, json};

use crate::harness::{Platform, Service};

/// Ends in the suffix of a payout that succeeds (money 13.1).
const GOOD_IBAN: &str = "DE89370400440532013000";

/// A platform that is sent its events, with one customer of it.
pub(super) struct Scene {
    pub(super) platform: Platform,
    /// Receives its events; forgets those of the preparations.
    pub(super) webhooks: Receiver,
    /// The customer: an approved individual with USD and USDC.
    pub(super) alice: Value,
    /// Her account in USD: A$ of the interface.
    pub(super) usd: String,
}

impl Scene {
    pub(super) async fn set(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR", "MXN", "BTC", "USDC", "USDB"]).await;
        let webhooks = platform.receiver().await;
        let wanted = json!({
            "customerType": "INDIVIDUAL",
            "fullName": "Alice Example",
            "currencies": ["USD", "USDC"],
        });
        let alice = platform.post("/customers").json(&wanted).send().await.expect(201);
        let usd = platform.account_of(&alice, "USD").await;
        platform.settled().await;
        webhooks.forget();
        Self { platform, webhooks, alice, usd }
    }

    /// Alice's bank account in euro; payouts to it succeed.
    pub(super) async fn euro_account(&self) -> String {
        self.platform.euro_account(&self.alice, GOOD_IBAN).await
    }

    /// A quote over an amount that Alice sends from A$.
    pub(super) async fn quote(&self, destination: &str, amount: i64) -> Value {
        let wanted = self.transfer(destination, "SENDING", amount);
        self.platform.post("/quotes").json(&wanted).send().await.expect(201)
    }

    /// The body of a quote from A$.
    pub(super) fn transfer(&self, destination: &str, side: &str, amount: i64) -> Value {
        transfer(&self.usd, destination, side, amount)
    }

    /// The request that executes a quote.
    #[track_caller]
    pub(super) fn execute(&self, quote: &Value) -> Request {
        self.platform.post(&format!("/quotes/{}/execute", text(&quote["id"])))
    }

    /// The transaction of a quote, as it stands.
    pub(super) async fn payment(&self, quote: &Value) -> Value {
        let path = format!("/transactions/{}", text(&quote["transactionId"]));
        self.platform.get(&path).send().await.expect(200)
    }

    /// Balance and total balance of A$.
    pub(super) async fn balances(&self) -> (i64, i64) {
        let path =
            format!("/customers/internal-accounts?currency=USD&customerId={}", text(&self.alice["id"]));
        let account = self.platform.get(&path).send().await.expect(200)["data"][0].take();
        assert_eq!(account["id"], self.usd);
        let amount = |balance: &str| account[balance]["amount"].as_i64().expect("an amount");
        (amount("balance"), amount("totalBalance"))
    }

    /// What was received since the last call, once everything is delivered.
    pub(super) async fn events(&self) -> Events {
        self.platform.settled().await;
        let events = Events(self.webhooks.received());
        self.webhooks.forget();
        events
    }
}

/// The body of a quote from one account to another.
pub(super) fn transfer(source: &str, destination: &str, side: &str, amount: i64) -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": amount,
    })
}

/// A member of an answer that is text.
#[track_caller]
pub(super) fn text(member: &Value) -> &str {
    member.as_str().unwrap_or_else(|| panic!("{member} is no text"))
}

/// Events in the order of arrival, which is that of their making for each resource.
#[derive(Debug)]
pub(super) struct Events(Vec<Received>);

impl Events {
    /// The types of all of them, sorted: for what happened to several resources at once.
    pub(super) fn types(&self) -> Vec<String> {
        let mut types: Vec<String> = self.0.iter().map(Received::event).collect();
        types.sort();
        types
    }

    /// The types of those about one resource, in order.
    pub(super) fn about(&self, resource: &Value) -> Vec<String> {
        let about = |one: &&Received| one.json()["data"]["id"] == *resource;
        self.0.iter().filter(about).map(Received::event).collect()
    }

    /// The data of the first of a type.
    #[track_caller]
    pub(super) fn first(&self, event: &str) -> Value {
        let found = self.0.iter().find(|one| one.event() == event);
        found.unwrap_or_else(|| panic!("{event} was not received: {self:?}")).json()["data"].take()
    }
}
