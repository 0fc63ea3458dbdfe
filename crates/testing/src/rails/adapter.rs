//! The adapter as a test sees it.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use causeway_rail_protocol::messages::{FeedItem, PushRequest};
use causeway_rail_protocol::signing::{Nonce, Request, RequestTarget, VerifyingKey, sign_request};
use causeway_rail_protocol::values::{Money, OrderKind, OrderState};
use causeway_rail_protocol::{Message, RailId, TransactionId};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::book::BookCopy;
use super::lenience::Lenience;
use super::reply::{Exchange, Reply};
use super::server::accept;
use super::state::{AdapterState, ServiceSide};
use crate::http::Client;

/// An adapter on loopback; it stops when dropped.
pub struct FakeAdapter {
    address: SocketAddr,
    state: Arc<AdapterState>,
    accepting: JoinHandle<()>,
}

impl FakeAdapter {
    /// Starts an adapter, which refuses every request until it is attached.
    ///
    /// # Panics
    /// If no port is available.
    pub async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.unwrap_or_else(|cause| panic!("no port for an adapter: {cause}"));
        let address =
            listener.local_addr().unwrap_or_else(|cause| panic!("an adapter without address: {cause}"));
        let state = Arc::new(AdapterState::new());
        let accepting = tokio::spawn(accept(listener, Arc::clone(&state)));
        Self { address, state, accepting }
    }

    /// Returns the base URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the public key in base64.
    #[must_use]
    pub fn key(&self) -> String {
        self.state.key.verifying_key().to_string()
    }

    /// Sets the rail, and the service's public key.
    pub fn attach(&self, rail: RailId, key: VerifyingKey) {
        self.state.attach(ServiceSide { rail, key });
    }

    /// Changes each reply from now on.
    pub fn lie(&self, lie: impl Fn(&Exchange, &mut Reply) + Send + Sync + 'static) {
        self.state.lie(Arc::new(lie));
    }

    /// Changes no reply from now on.
    pub fn be_honest(&self) {
        self.lie(|_, _| {});
    }

    /// Leaves a check out from now on.
    pub fn skip(&self, lenience: Lenience) {
        self.state.book().leniences.push(lenience);
    }

    /// Returns the number of requests so far.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.state.requests.load(Ordering::Acquire)
    }

    /// Returns the number of orders that it has, without tombstones.
    #[must_use]
    pub fn submitted(&self) -> usize {
        self.state.book().submitted()
    }

    /// Returns the state of an order, or `None` if it has no such order.
    #[must_use]
    pub fn state_of(&self, kind: OrderKind, transaction: TransactionId) -> Option<OrderState> {
        self.state.book().state(kind, transaction)
    }

    /// Gives an order another state, with a new revision and an item of the feed.
    pub fn move_order(&self, kind: OrderKind, transaction: TransactionId, state: OrderState) {
        self.state.book().move_order(kind, transaction, state);
    }

    /// Stores an order that no service has submitted.
    pub fn invent(&self, kind: OrderKind, transaction: TransactionId, amount: Money) {
        self.state.book().invent(kind, transaction, amount);
    }

    /// Copies the memory.
    #[must_use]
    pub fn copy(&self) -> BookCopy {
        self.state.book().copy()
    }

    /// Puts a copy of the memory back.
    pub fn restore(&self, copy: BookCopy) {
        self.state.book().restore(copy);
    }

    /// Forgets everything, as an adapter does whose database was exchanged.
    pub fn empty(&self) {
        let id = self.state.ids.uuid(self.state.clock.now());
        self.state.book().empty(id);
    }

    /// Returns the items of the feed, oldest first.
    #[must_use]
    pub fn items(&self) -> Vec<FeedItem> {
        self.state.book().items().to_vec()
    }

    /// Pushes a body to a service, signed for this rail, and returns the status of the answer.
    pub async fn push(&self, origin: &str, path: &str, body: &Value) -> u16 {
        let Some(side) = self.state.service() else { panic!("the adapter is not attached") };
        let target = RequestTarget::new("POST", path, None).unwrap_or_else(|error| panic!("{path}: {error}"));
        let bytes = body.to_string();
        let request = Request { target: &target, rail: side.rail, body: bytes.as_bytes() };
        let nonce = Nonce::from_bytes(self.state.ids.bytes());
        let signed = sign_request(&self.state.key, &request, self.state.now(), nonce);
        let mut sent = Client::new(origin).post(path).raw("application/json", bytes.clone());
        for (name, value) in signed.headers.pairs() {
            sent = sent.header(name, value);
        }
        sent.send().await.status
    }

    /// Builds the body of a push with these items.
    #[must_use]
    pub fn push_body(&self, items: &[FeedItem]) -> Value {
        let memory = self.state.memory();
        let text = PushRequest { items: items.to_vec(), memory }.to_json();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("a push is JSON: {error}: {text}"))
    }
}

impl fmt::Debug for FakeAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FakeAdapter").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Drop for FakeAdapter {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
