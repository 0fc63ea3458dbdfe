//! A platform that pays in bitcoin, and the server of a Lightning address.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use causeway_domain::ids::TransactionId;
use causeway_service::App;
use causeway_store::{Error, Tx, lightning_invoices};
use causeway_testing::lightning::SimulatedNode;
use causeway_testing::receiver::{Answer, Receiver};
use causeway_testing::wait;
use causeway_uma::hex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::scene::{Scene, text};
use crate::harness::Service;

/// The host of the address.
const HOST: &str = "pay.example.com";
/// The address that the server knows.
pub(super) const ADDRESS: &str = "ada@pay.example.com";
/// The text that invoices are bound to.
const METADATA: &str = r#"[["text/plain","Pay Ada"]]"#;
/// The balance of the payer, in satoshis.
pub(super) const BALANCE: i64 = 100_000;
/// Lifetime of invoices, in seconds.
pub(super) const EXPIRY: u64 = 600;

/// A platform that pays in bitcoin, and the server of the address.
pub(super) struct Payer {
    pub(super) app: Arc<App>,
    pub(super) node: Arc<SimulatedNode>,
    pub(super) scene: Scene,
    /// Id of the platform's account in bitcoin.
    pub(super) own: String,
    pub(super) server: Receiver,
}

impl Payer {
    pub(super) async fn new(service: &Service) -> Self {
        let scene = Scene::new(service).await;
        let own = scene.platform.own_account("BTC").await;
        scene.platform.fund(&own, BALANCE).await;
        scene.events().await;
        let server = Receiver::start().await;
        service.lightning.hosts.serve(HOST, &server);
        let node = Arc::clone(&service.lightning.node);
        Self { app: Arc::clone(service.app()), node, scene, own, server }
    }

    /// Lets the server answer about the address, and with an invoice to the second request.
    pub(super) fn answer(&self, about: Answer, mut invoice: impl FnMut(u64) -> Answer + Send + 'static) {
        self.server.answer_by(move |request| {
            let (path, query) = request.target.split_once('?').unwrap_or((request.target.as_str(), ""));
            match path {
                "/.well-known/lnurlp/ada" => about.clone(),
                "/callback" => {
                    let amount = query.strip_prefix("to=ada&amount=").expect("an amount");
                    invoice(amount.parse().expect("a number"))
                }
                other => panic!("nothing asks for {other}"),
            }
        });
    }

    /// Lets the server answer with new invoices of the node.
    pub(super) fn answer_well(&self) {
        static INVOICES: AtomicUsize = AtomicUsize::new(0);
        let node = Arc::clone(&self.node);
        self.answer(about(1_000, 100_000_000), move |amount| {
            let id = format!("address {}", INVOICES.fetch_add(1, Ordering::Relaxed));
            with_invoice(&node.invoice(&id, amount, &hex::encode(&description_hash()), EXPIRY))
        });
    }

    /// Registers a Lightning account of the platform, and returns its id.
    pub(super) async fn account(&self, member: &str, value: &str) -> String {
        let body = json!({ "currency": "BTC", "accountInfo": { "accountType": "LIGHTNING", member: value } });
        let account = self.scene.platform.post("/platform/external-accounts").json(&body).send().await;
        text(&account.expect(201)["id"]).to_owned()
    }

    /// Sends this amount, or that of an invoice, and returns the transaction.
    pub(super) async fn send(&self, to: &str, amount: Option<i64>) -> Value {
        let mut body = json!({ "source": { "accountId": self.own }, "destination": { "accountId": to } });
        if let Some(amount) = amount {
            body["amount"] = json!(amount);
        }
        self.scene.platform.post("/transfer-out").json(&body).send().await.expect(201)
    }

    /// Waits until a payment has completed, and returns it.
    pub(super) async fn completed(&self, sent: &Value) -> Value {
        wait::until("the payment has completed", wait::PATIENCE, || async {
            let payment = self.scene.transaction(&sent["id"]).await;
            if payment["status"] == "COMPLETED" { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await
    }

    /// Waits until a payment has failed and is refunded, and returns its reason.
    pub(super) async fn refunded(&self, sent: &Value) -> String {
        let payment = wait::until("the payment is refunded", wait::PATIENCE, || async {
            let payment = self.scene.transaction(&sent["id"]).await;
            let is_refunded = payment["status"] == "FAILED" && payment["refund"]["status"] == "COMPLETED";
            if is_refunded { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await;
        assert_eq!(self.balance().await, BALANCE, "{payment}");
        text(&payment["failureReason"]).to_owned()
    }

    pub(super) async fn balance(&self) -> i64 {
        let accounts = self.scene.platform.get("/platform/internal-accounts?currency=BTC").send().await;
        accounts.expect(200)["data"][0]["balance"]["amount"].as_i64().expect("an amount")
    }

    /// Returns the number of orders to pay that the node has received.
    pub(super) fn orders(&self) -> usize {
        self.node.requests().iter().filter(|request| request.starts_with("payments:")).count()
    }

    /// Returns the invoice that is stored for a payment.
    pub(super) async fn stored(&self, sent: &Value) -> Option<String> {
        let platform = self.scene.platform.id;
        let id: TransactionId = text(&sent["id"]).parse().expect("an id");
        let find = move |tx: &mut Tx<'_>| lightning_invoices::find(tx, platform, id);
        let found: Result<_, Error> = self.app.store.read(find).await;
        found.expect("the invoices can be read").map(|stored| stored.invoice)
    }
}

/// Returns the answer about the address, with the range of amounts in millisatoshis.
pub(super) fn about(min: u64, max: u64) -> Answer {
    json_body(&json!({
        "tag": "payRequest",
        "callback": format!("https://{HOST}/callback?to=ada"),
        "minSendable": min,
        "maxSendable": max,
        "metadata": METADATA,
    }))
}

pub(super) fn with_invoice(invoice: &str) -> Answer {
    json_body(&json!({ "pr": invoice, "routes": [] }))
}

pub(super) fn refusal() -> Answer {
    json_body(&json!({ "status": "ERROR", "reason": "not today" }))
}

pub(super) fn json_body(body: &Value) -> Answer {
    Answer::status(200).header("Content-Type", "application/json").body(body.to_string())
}

pub(super) fn description_hash() -> [u8; 32] {
    Sha256::digest(METADATA).into()
}
