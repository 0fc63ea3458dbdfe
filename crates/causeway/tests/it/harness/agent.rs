//! An agent, with the API client of its own software.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use causeway_testing::http::{Client, Request};
use serde_json::{Value, json};

use super::{Platform, Service};

/// An installed agent. Requests go to the processes of the service in turn.
#[derive(Clone)]
pub(crate) struct Agent {
    /// The agent as returned at its creation.
    pub(crate) resource: Value,
    /// Access token that it sends with `Bearer`.
    pub(crate) token: String,
    clients: Vec<Client>,
    turn: Arc<AtomicUsize>,
}

/// Returns an address from which no request was made before.
fn another_address() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let [_, b, c, d] = NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    format!("10.{b}.{c}.{d}")
}

impl Agent {
    /// Creates an agent with an unknown token: all its requests are refused.
    pub(crate) fn unknown(service: &Service) -> Self {
        Self::with_token(service, Value::Null, "sat_0")
    }

    fn with_token(service: &Service, resource: Value, token: &str) -> Self {
        let anonymous = service.anonymous();
        let client = |base: &String| anonymous.at(base).authorization(&format!("Bearer {token}"));
        let clients = service.bases().iter().map(client).collect();
        Self { resource, token: token.to_owned(), clients, turn: Arc::default() }
    }

    /// Creates and installs an agent of a customer.
    pub(crate) async fn install(
        service: &Service,
        platform: &Platform,
        customer: &Value,
        policy: &Value,
    ) -> Self {
        let request = json!({ "name": "Invoices", "customerId": customer["id"], "policy": policy });
        let response = platform.post("/agents").json(&request).send().await.expect(201);
        let code = response["deviceCode"]["code"].as_str().expect("a code");
        let redeem = format!("/agents/device-codes/{code}/redeem");
        let redemption = platform.anonymous().post(&redeem).header("x-forwarded-for", &another_address());
        let installation = redemption.send().await.expect(200);
        let token = installation["accessToken"].as_str().expect("a token");
        Self::with_token(service, response["agent"].clone(), token)
    }

    /// Returns the path under which the platform manages the agent, followed by `rest`.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/agents/{}{rest}", self.resource["id"].as_str().expect("an agent"))
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
    pub(crate) fn delete(&self, path: &str) -> Request {
        self.client().delete(path)
    }
}
