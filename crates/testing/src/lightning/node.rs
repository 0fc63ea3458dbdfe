//! The node's server, and its control by tests.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::book::{Book, BookEntry, Reply, refused};
use super::signature::is_signed;
use crate::receiver::{Answer, ReceivedRequest, Receiver};

/// The settings by which a deployment uses a wallet of the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeWallet {
    /// Base URL of the adapter.
    pub url: String,
    /// Secret of signed requests, in Base64. It identifies the wallet.
    pub secret: String,
}

/// A node on loopback; it stops when dropped.
#[derive(Debug)]
pub struct SimulatedNode {
    receiver: Receiver,
    state: Arc<Mutex<NodeState>>,
}

#[derive(Debug, Default)]
struct NodeState {
    book: Book,
    /// Names of wallets by secret.
    wallets: BTreeMap<String, String>,
    /// Number of payment requests that are executed and get no answer.
    withheld: usize,
    /// Number of payment requests that are executed and whose connection then breaks.
    lost: usize,
}

impl SimulatedNode {
    /// Starts a node on a free port.
    ///
    /// # Panics
    /// If no port is available.
    pub async fn start() -> Self {
        Self::of(Receiver::start().await)
    }

    /// Starts a node on this address.
    ///
    /// # Panics
    /// If the address is in use.
    pub async fn start_at(address: SocketAddr) -> Self {
        Self::of(Receiver::start_at(address).await)
    }

    fn of(receiver: Receiver) -> Self {
        let state = Arc::new(Mutex::new(NodeState::default()));
        let shared = Arc::clone(&state);
        receiver.answer_by(move |request| lock(&shared).answer(request, now()));
        Self { receiver, state }
    }

    /// Opens the wallet of this name.
    pub fn wallet(&self, name: &str) -> NodeWallet {
        let secret = STANDARD.encode(Sha256::digest(format!("wallet {name}")));
        lock(&self.state).wallets.insert(secret.clone(), name.to_owned());
        NodeWallet { url: self.receiver.base(), secret }
    }

    /// Returns all invoices.
    #[must_use]
    pub fn book(&self) -> Vec<BookEntry> {
        lock(&self.state).book.entries()
    }

    /// Executes the next `count` payment requests without answering them.
    pub fn withhold_answers(&self, count: usize) {
        lock(&self.state).withheld = count;
    }

    /// Executes the next `count` payment requests and then breaks the connection.
    pub fn lose_answers(&self, count: usize) {
        lock(&self.state).lost = count;
    }

    /// Lets the next `count` new payments fail.
    pub fn fail_next(&self, count: usize) {
        lock(&self.state).book.failures = count;
    }

    /// Reports each paid invoice with this much less than its amount, as no sound node does.
    pub fn report_less(&self, msat: u64) {
        lock(&self.state).book.missing = msat;
    }

    /// Keeps new payments under way until [`Self::release`].
    pub fn stall(&self) {
        lock(&self.state).book.is_stalled = true;
    }

    /// Settles the payments under way. Those of invoices that were cancelled fail.
    pub fn release(&self) {
        lock(&self.state).book.release(now());
    }

    /// Makes an invoice of a wallet outside of the deployments, which expires after these seconds. The description
    /// hash is in hex. An id that was used before gives the same invoice.
    ///
    /// # Panics
    /// If no invoice can be made of this.
    #[must_use]
    pub fn invoice(&self, id: &str, msat: u64, description_hash: &str, expiry: u64) -> String {
        let request = serde_json::json!({
            "amountMsat": msat,
            "descriptionHash": description_hash,
            "expirySeconds": expiry,
        });
        let key = ("outside".to_owned(), id.to_owned());
        let (status, reply) = lock(&self.state).book.create_invoice(key, &request, now());
        assert_eq!(status, 200, "no invoice: {reply}");
        reply["paymentRequest"].as_str().unwrap_or_default().to_owned()
    }

    /// Pays an invoice of any wallet from a wallet outside of the deployments, and returns the state of the payment
    /// as in replies.
    pub fn pay(&self, invoice: &str) -> serde_json::Value {
        let request = serde_json::json!({
            "paymentRequest": invoice,
            "amountMsat": lock(&self.state).book.amount_of(invoice),
            "maxFeeMsat": 1_000,
        });
        let key = ("outside".to_owned(), invoice.to_owned());
        lock(&self.state).book.pay(key, &request, now()).1
    }

    /// Returns the requests received so far, as `path:id`.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        let received = self.receiver.received();
        received.iter().filter_map(|request| request.header("webhook-id").map(str::to_owned)).collect()
    }
}

impl NodeState {
    fn answer(&mut self, request: &ReceivedRequest, now: u64) -> Answer {
        let path = request.target.trim_start_matches('/');
        let wallet = self.wallets.iter().find(|(secret, _)| is_signed(request, path, secret, now));
        let Some((_, wallet)) = wallet else { return json(refused(401, "the signature is wrong")) };
        let body = request.json();
        let Some(id) = body["id"].as_str() else { return json(refused(400, "id is required")) };
        let key = (wallet.clone(), id.to_owned());
        let book = &mut self.book;
        let reply = match path {
            "invoices" => book.create_invoice(key, &body, now),
            "invoices/state" => book.invoice_state(&key, now),
            "invoices/cancel" => book.cancel_invoice(key, now),
            "payments" => book.pay(key, &body, now),
            "payments/state" => book.payment_state(&key),
            _ => refused(404, "there is no such request"),
        };
        if path != "payments" {
            return json(reply);
        }
        if take_one(&mut self.withheld) {
            return Answer::never();
        }
        if take_one(&mut self.lost) { Answer::broken() } else { json(reply) }
    }
}

/// Lowers a count, and returns `true` unless it was 0.
const fn take_one(count: &mut usize) -> bool {
    match count.checked_sub(1) {
        Some(left) => {
            *count = left;
            true
        }
        None => false,
    }
}

fn json((status, body): Reply) -> Answer {
    Answer::status(status).header("Content-Type", "application/json").body(body.to_string())
}

fn lock(state: &Mutex<NodeState>) -> MutexGuard<'_, NodeState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the current time in seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "invoices expire by the machine's time")]
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
