//! What the journeys of money begin with (money 17).

use causeway_service::runtime::jobs::run_due;
use causeway_testing::http::Request;
use causeway_testing::receiver::{Received, Receiver};
use serde_json::{Value, json};

use crate::harness::{Platform, Service};

/// Ends in the suffix of a payout that succeeds (money 13.1).
const GOOD_IBAN: &str = "DE89370400440532013000";

/// A platform that is sent its events, with one customer of it.
pub(crate) struct Scene {
    pub(crate) platform: Platform,
    /// Receives its events; forgets those of the preparations.
    pub(crate) webhooks: Receiver,
    /// The customer: an approved individual with USD and USDC.
    pub(crate) alice: Value,
    /// Her account in USD: A$ of the interface.
    pub(crate) usd: String,
}

impl Scene {
    pub(crate) async fn set(service: &Service) -> Self {
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
    pub(crate) async fn euro_account(&self) -> String {
        self.platform.euro_account(&self.alice, GOOD_IBAN).await
    }

    /// A quote over an amount that Alice sends from A$.
    pub(crate) async fn quote(&self, destination: &str, amount: i64) -> Value {
        let wanted = self.transfer(destination, "SENDING", amount);
        self.platform.post("/quotes").json(&wanted).send().await.expect(201)
    }

    /// The body of a quote from A$.
    pub(crate) fn transfer(&self, destination: &str, side: &str, amount: i64) -> Value {
        transfer(&self.usd, destination, side, amount)
    }

    /// The request that executes a quote.
    #[track_caller]
    pub(crate) fn execute(&self, quote: &Value) -> Request {
        self.platform.post(&format!("/quotes/{}/execute", text(&quote["id"])))
    }

    /// The transaction of a quote, as it stands.
    pub(crate) async fn payment(&self, quote: &Value) -> Value {
        let path = format!("/transactions/{}", text(&quote["transactionId"]));
        self.platform.get(&path).send().await.expect(200)
    }

    /// The transaction with this id, as it stands.
    pub(crate) async fn transaction(&self, id: &Value) -> Value {
        self.platform.get(&format!("/transactions/{}", text(id))).send().await.expect(200)
    }

    /// A transfer out of an internal account, over a rail if it names one.
    pub(crate) fn transfer_out(&self, destination: &str, amount: i64, rail: Option<&str>) -> Request {
        let mut wanted = json!({
            "source": { "accountId": self.usd },
            "destination": { "accountId": destination },
            "amount": amount,
        });
        if let Some(rail) = rail {
            wanted["destination"]["paymentRail"] = json!(rail);
        }
        self.platform.post("/transfer-out").json(&wanted)
    }

    /// A transfer into A$.
    pub(super) fn transfer_in(&self, source: &str, amount: i64) -> Request {
        let wanted = json!({
            "source": { "accountId": source },
            "destination": { "accountId": self.usd },
            "amount": amount,
        });
        self.platform.post("/transfer-in").json(&wanted)
    }

    /// The request that cancels a transaction.
    #[track_caller]
    pub(crate) fn cancel(&self, id: &Value) -> Request {
        self.platform.post(&format!("/transactions/{}/cancel", text(id)))
    }

    /// Does everything that is due for the platform, where the service does nothing by itself.
    pub(super) async fn run_due(&self, service: &Service) {
        while run_due(service.app(), Some(self.platform.id), 50).await.unwrap() > 0 {}
    }

    /// Balance and total balance of A$.
    pub(crate) async fn balances(&self) -> (i64, i64) {
        let path =
            format!("/customers/internal-accounts?currency=USD&customerId={}", text(&self.alice["id"]));
        let account = self.platform.get(&path).send().await.expect(200)["data"][0].take();
        assert_eq!(account["id"], self.usd);
        let amount = |balance: &str| account[balance]["amount"].as_i64().expect("an amount");
        (amount("balance"), amount("totalBalance"))
    }

    /// What was received since the last call, once everything is delivered.
    pub(crate) async fn events(&self) -> Events {
        self.platform.settled().await;
        let events = Events(self.webhooks.received());
        self.webhooks.forget();
        events
    }
}

/// The body of a quote from one account to another.
pub(crate) fn transfer(source: &str, destination: &str, side: &str, amount: i64) -> Value {
    json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": side,
        "lockedCurrencyAmount": amount,
    })
}

/// A member of an answer that is text.
#[track_caller]
pub(crate) fn text(member: &Value) -> &str {
    member.as_str().unwrap_or_else(|| panic!("{member} is no text"))
}

/// Events in the order of arrival, which is that of their making for each resource.
#[derive(Debug)]
pub(crate) struct Events(Vec<Received>);

impl Events {
    /// The types of all of them, sorted: for what happened to several resources at once.
    pub(crate) fn types(&self) -> Vec<String> {
        let mut types: Vec<String> = self.0.iter().map(Received::event).collect();
        types.sort();
        types
    }

    /// The types of those about one resource, in order.
    pub(crate) fn about(&self, resource: &Value) -> Vec<String> {
        let about = |one: &&Received| one.json()["data"]["id"] == *resource;
        self.0.iter().filter(about).map(Received::event).collect()
    }

    /// The data of the first of a type.
    #[track_caller]
    pub(crate) fn first(&self, event: &str) -> Value {
        let found = self.0.iter().find(|one| one.event() == event);
        found.unwrap_or_else(|| panic!("{event} was not received: {self:?}")).json()["data"].take()
    }
}
