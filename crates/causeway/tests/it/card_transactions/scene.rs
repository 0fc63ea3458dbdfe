//! A simulated card network (cards 16).

use causeway_testing::http::{Request, Response};
use causeway_testing::receiver::Receiver;
use serde_json::{Value, json};

use crate::cards::scene::Scene;
use crate::harness::Service;
use crate::wallets::device::{literal, text};

/// A card, a delegated key for it, and a receiver of webhooks.
pub(crate) struct Network {
    pub(crate) scene: Scene,
    pub(crate) card: Value,
    pub(crate) receiver: Receiver,
}

impl Network {
    pub(crate) async fn new(service: &Service) -> Self {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        Self::of(scene, card).await
    }

    /// Sets up a network over a wallet that holds only this amount, in cents.
    pub(crate) async fn with_cents(service: &Service, cents: i64) -> Self {
        let network = Self::new(service).await;
        let rest = network.ask("financial_authorization", 50_000 - cents, "BEFORE").await;
        assert_eq!(rest["status"], "SETTLED");
        network.scene.platform().settled().await;
        network.receiver.forget();
        network
    }

    /// Creates a key for this card, and returns the network of it.
    pub(crate) async fn of(scene: Scene, card: Value) -> Self {
        let receiver = scene.platform().receiver().await;
        let network = Self { scene, card, receiver };
        let wallet = network.scene.wallet();
        network.key(&network.card, &wallet).await;
        network.receiver.forget();
        network
    }

    /// Creates setup K: a key for a card and a wallet.
    pub(crate) async fn key(&self, card: &Value, wallet: &Value) -> Value {
        let platform = self.scene.platform();
        let body = json!({ "cardId": card["id"], "internalAccountId": wallet, "nickname": "k" });
        let request = || platform.post("/auth/delegated-keys").json(&body);
        let first = request().send().await.expect(202);
        let second = literal(request(), &first).send().await.expect(202);
        literal(request(), &second).send().await.expect(201)
    }

    #[track_caller]
    pub(crate) fn simulate(&self, card: &Value, event: &str, body: &Value) -> Request {
        let path = format!("/sandbox/cards/{}/simulate/{event}", text(&card["id"]));
        self.scene.platform().post(&path).json(body)
    }

    /// Simulates a request to the card and returns the transaction.
    pub(crate) async fn ask(&self, event: &str, cents: i64, descriptor: &str) -> Value {
        self.ask_card(&self.card, event, cents, descriptor).await
    }

    pub(crate) async fn ask_card(&self, card: &Value, event: &str, cents: i64, descriptor: &str) -> Value {
        self.simulate(card, event, &authorization_body(cents, descriptor)).send().await.expect(202)
    }

    /// Simulates an authorization, which must be approved.
    pub(crate) async fn authorize(&self, cents: i64) -> Value {
        let authorization = self.ask("authorization", cents, "CORNER CAFE").await;
        assert_eq!(authorization["status"], "AUTHORIZED", "{authorization}");
        authorization
    }

    /// Simulates an event of a transaction and returns the response.
    pub(crate) async fn try_event(&self, transaction: &Value, event: &str, cents: i64) -> Response {
        let body = json!({ "cardTransactionId": transaction["id"], "amount": cents });
        self.simulate(&self.card, event, &body).send().await
    }

    pub(crate) async fn send_event(&self, transaction: &Value, event: &str, cents: i64) -> Value {
        self.try_event(transaction, event, cents).await.expect(202)
    }

    pub(crate) async fn try_reverse(&self, transaction: &Value) -> Response {
        let body = json!({ "cardTransactionId": transaction["id"] });
        self.simulate(&self.card, "return_reversal", &body).send().await
    }

    pub(crate) async fn read(&self, transaction: &Value) -> Value {
        let path = format!("/transactions/{}", text(&transaction["id"]));
        self.scene.platform().get(&path).send().await.expect(200)
    }

    /// Reads the transaction once all due work is done.
    pub(crate) async fn settled(&self, transaction: &Value) -> Value {
        self.scene.platform().settled().await;
        self.read(transaction).await
    }

    /// Returns balance and total balance of an account, in cents.
    pub(crate) async fn cents_of(&self, account: &Value) -> [i64; 2] {
        let path = format!("/customers/internal-accounts?customerId={}", text(self.scene.customer()));
        let all = self.scene.platform().get(&path).send().await.expect(200);
        let found =
            all["data"].as_array().unwrap().iter().find(|one| one["id"] == *account).expect("an account");
        [&found["balance"], &found["totalBalance"]].map(|amount| {
            let units = amount["amount"].as_i64().unwrap();
            assert_eq!(units % 10_000, 0);
            units / 10_000
        })
    }

    /// Returns balance and total balance of the wallet, in cents: `Bal` of the interface.
    pub(crate) async fn cents(&self) -> [i64; 2] {
        self.cents_of(&self.scene.wallet()).await
    }

    /// Returns the types of the received card transaction events in the order in which they were made:
    /// deliveries about two transactions may overtake each other.
    pub(crate) async fn events(&self) -> Vec<String> {
        self.scene.platform().delivered().await;
        let mut all = self.receiver.received();
        all.sort_by_key(|event| event.json()["timestamp"].as_str().map(str::to_owned));
        let types = all.into_iter().map(|event| event.event());
        types.filter_map(|event| event.strip_prefix("CARD_TRANSACTION.").map(str::to_owned)).collect()
    }
}

/// Returns the body of a simulated authorization.
pub(crate) fn authorization_body(cents: i64, descriptor: &str) -> Value {
    json!({ "amount": cents, "currency": { "code": "USD" }, "merchant": { "descriptor": descriptor } })
}

/// Returns count, sum and pending count of pulls.
pub(crate) fn pulls(transaction: &Value) -> [i64; 3] {
    let summary = &transaction["pullSummary"];
    [&summary["count"], &summary["totalAmount"], &summary["pendingCount"]].map(|it| it.as_i64().unwrap())
}

/// Returns count and sum of returns.
pub(crate) fn refunds(transaction: &Value) -> [i64; 2] {
    let summary = &transaction["refundSummary"];
    [&summary["count"], &summary["totalAmount"]].map(|it| it.as_i64().unwrap())
}

/// Returns count and sum of clearings.
pub(crate) fn settlements(transaction: &Value) -> [i64; 2] {
    let summary = &transaction["settlementSummary"];
    [&summary["count"], &summary["totalAmount"]].map(|it| it.as_i64().unwrap())
}

/// Checks the status of a transaction.
#[track_caller]
pub(crate) fn assert_status(transaction: &Value, status: &str) {
    assert_eq!(transaction["status"], status, "{transaction}");
}
