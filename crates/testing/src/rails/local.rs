//! An adapter without a port: requests are handed over, and answers handed back.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use causeway_domain::{Clock, Ids};
use causeway_rail_protocol::messages::{FeedItem, OrderRecord, PushRequest};
use causeway_rail_protocol::signing::{Nonce, Request, RequestTarget, VerifyingKey, sign_request};
use causeway_rail_protocol::values::{CancelReason, Money, OrderKind, OrderState};
use causeway_rail_protocol::{Message, RailId, TransactionId};
use serde_json::Value;

use super::book::BookCopy;
use super::lenience::Lenience;
use super::pace::OrderPace;
use super::reply::{Delivery, Exchange, Reply};
use super::request::{LocalRequest, ReadRequest};
use super::state::{AdapterState, ServiceSide};

/// An adapter without a port.
pub struct LocalAdapter {
    state: Arc<AdapterState>,
}

/// An answer of the adapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalAnswer {
    pub status: u16,
    /// Those of the signature.
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl LocalAdapter {
    /// Creates an adapter with a key and a memory of its own, which answers no request until it is attached.
    #[must_use]
    pub fn new(clock: Clock, ids: Ids, pace: OrderPace) -> Self {
        Self { state: Arc::new(AdapterState::new(clock, ids, pace)) }
    }

    /// Answers a request; `None` without an answer, or if the reply is to be sent in a way that needs a connection.
    #[must_use]
    pub fn answer(&self, request: &LocalRequest<'_>) -> Option<LocalAnswer> {
        let side = self.state.service()?;
        let read = ReadRequest::of(request)?;
        let Reply { status, body, delivery } = self.state.reply(&read, side);
        let body = body.to_string();
        let headers = match delivery {
            Delivery::Signed
            | Delivery::OtherKey
            | Delivery::OtherRequest
            | Delivery::Unbound
            | Delivery::Stale => self.state.headers(delivery, &body, status, &read, side),
            Delivery::Unsigned => Vec::new(),
            Delivery::OtherBody
            | Delivery::Redirect
            | Delivery::Endless
            | Delivery::Trickle
            | Delivery::Silent
            | Delivery::Cut => return None,
        };
        Some(LocalAnswer { status, headers, body })
    }

    pub(super) fn state(&self) -> Arc<AdapterState> {
        Arc::clone(&self.state)
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

    /// Returns the records of all orders and tombstones, in a fixed order.
    #[must_use]
    pub fn records(&self) -> Vec<OrderRecord> {
        self.state.book().records()
    }

    /// Returns the state of an order, or `None` if it has no such order.
    #[must_use]
    pub fn state_of(&self, kind: OrderKind, transaction: TransactionId) -> Option<OrderState> {
        self.state.book().state(kind, transaction)
    }

    /// Returns the reasons of all cancels of an order, oldest first.
    #[must_use]
    pub fn cancel_reasons(&self, kind: OrderKind, transaction: TransactionId) -> Vec<CancelReason> {
        self.state.book().cancel_reasons(kind, transaction)
    }

    /// Gives an order another state, with a new revision and an item of the feed.
    pub fn move_order(&self, kind: OrderKind, transaction: TransactionId, state: OrderState) {
        self.state.book().move_order(kind, transaction, state);
    }

    /// Returns this much of the money of an order.
    pub fn return_order(&self, kind: OrderKind, transaction: TransactionId, returned: Money) {
        self.state.book().return_order(kind, transaction, returned);
    }

    /// Stores an order that no service has submitted.
    pub fn invent(&self, kind: OrderKind, transaction: TransactionId, amount: Money) {
        self.state.book().invent(kind, transaction, amount);
    }

    /// Adds an item about capabilities that have changed.
    pub fn announce_capabilities(&self) {
        self.state.book().announce_capabilities();
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

    /// Builds the body of a push with these items.
    #[must_use]
    pub fn push_body(&self, items: &[FeedItem]) -> Value {
        let memory = self.state.memory();
        let text = PushRequest { items: items.to_vec(), memory }.to_json();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("a push is JSON: {error}: {text}"))
    }

    /// Signs a push of this body to a path for this rail, and returns the headers.
    ///
    /// # Panics
    /// If the adapter is not attached, or the path is none.
    #[must_use]
    pub fn push_headers(&self, path: &str, body: &str) -> Vec<(&'static str, String)> {
        let Some(side) = self.state.service() else { panic!("the adapter is not attached") };
        let target = RequestTarget::new("POST", path, None).unwrap_or_else(|error| panic!("{path}: {error}"));
        let request = Request { target: &target, rail: side.rail, body: body.as_bytes() };
        let nonce = Nonce::from_bytes(self.state.ids.bytes());
        let signed = sign_request(&self.state.key, &request, self.state.now(), nonce);
        signed.headers.pairs().into_iter().map(|(name, value)| (name, value.to_owned())).collect()
    }
}

impl fmt::Debug for LocalAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalAdapter").finish_non_exhaustive()
    }
}
