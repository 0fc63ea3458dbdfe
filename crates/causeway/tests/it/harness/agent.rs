//! An agent as its own software sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use causeway_testing::http::{Client, Request};
use serde_json::{Value, json};

use super::{Platform, Service};

/// An installed agent. Requests go to the processes of the service in turn.
#[derive(Clone)]
pub(crate) struct Agent {
    /// As it was made.
    pub(crate) shown: Value,
    /// What it shows with `Bearer`.
    pub(crate) token: String,
    clients: Vec<Client>,
    turn: Arc<AtomicUsize>,
}

/// An address from which nobody has tried anything.
fn another_address() -> String {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let [_, b, c, d] = GIVEN.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    format!("10.{b}.{c}.{d}")
}

impl Agent {
    /// Nobody: whatever it asks for is refused.
    pub(crate) fn nobody(service: &Service) -> Self {
        Self::with_token(service, Value::Null, "sat_0")
    }

    fn with_token(service: &Service, shown: Value, token: &str) -> Self {
        let anonymous = service.anonymous();
        let client = |base: &String| anonymous.at(base).authorization(&format!("Bearer {token}"));
        let clients = service.bases().iter().map(client).collect();
        Self { shown, token: token.to_owned(), clients, turn: Arc::default() }
    }

    /// A new agent of a customer, installed.
    pub(crate) async fn install(
        service: &Service,
        platform: &Platform,
        customer: &Value,
        policy: &Value,
    ) -> Self {
        let wanted = json!({ "name": "Invoices", "customerId": customer["id"], "policy": policy });
        let made = platform.post("/agents").json(&wanted).send().await.expect(201);
        let code = made["deviceCode"]["code"].as_str().expect("a code");
        let redeem = format!("/agents/device-codes/{code}/redeem");
        let request = platform.anonymous().post(&redeem).header("x-forwarded-for", &another_address());
        let installed = request.send().await.expect(200);
        let token = installed["accessToken"].as_str().expect("a token");
        Self::with_token(service, made["agent"].clone(), token)
    }

    /// The path of the agent below which the platform manages it, with this behind it.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/agents/{}{rest}", self.shown["id"].as_str().expect("an agent"))
    }

    /// The client of the next process: requests go to one after the other.
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
    pub(crate) fn delete(&self, path: &str) -> Request {
        self.client().delete(path)
    }
}
