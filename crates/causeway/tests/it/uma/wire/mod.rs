//! Messages between providers of UMA addresses (uma 2 to 8): outside of the deployment, inside, and simulated.

mod bad_peer;
mod deployment_kills;
mod deployment_process;
mod deposit_account;
mod discovery;
mod dying_payer;
mod environments;
mod given_up;
mod hooks;
mod hostile;
mod keys;
mod local;
mod pay_request;
mod payee_data;
mod payer;
mod paying;
mod payment;
pub(crate) mod peer;
mod refusals_between;
pub(crate) mod responder;
mod rotation;
mod sandbox_faults;
mod settlement;
mod travel_rule;
mod underpaid;

use std::sync::atomic::{AtomicUsize, Ordering};

use causeway_testing::http::{Client, Response};
use causeway_testing::receiver::Receiver;
use causeway_uma::discovery::DiscoveryRequest;
use serde_json::{Value, json};

use self::peer::Peer;
use crate::harness::{Platform, Service};
use crate::operator::acting::{act, with};

/// The domain of the receiving platform.
pub(crate) const DOMAIN: &str = "p2.local";

/// A platform with a customer, and a provider outside that may pay.
pub(crate) struct Scene {
    pub(crate) platform: Platform,
    pub(crate) webhooks: Receiver,
    /// An approved individual with USD and EUR.
    pub(crate) bob: Value,
    pub(crate) peer: Peer,
    clients: Vec<Client>,
    turn: AtomicUsize,
}

impl Scene {
    pub(crate) async fn new(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        let webhooks = platform.receiver().await;
        platform.patch("/config").json(&json!({ "umaDomain": DOMAIN })).send().await.expect(200);
        let currency = |code: &str| {
            json!({ "currencyCode": code, "minAmount": 100, "maxAmount": 1_000_000,
                "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
                "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": true }] })
        };
        let currencies = json!({ "supportedCurrencies": [currency("USD"), currency("EUR")] });
        platform.patch("/config").json(&currencies).send().await.expect(200);
        let peer = Peer::start().await;
        allow(service, &platform, &peer).await;
        let roots = service.bases();
        let clients = roots.iter().map(|base| Client::new(root(base))).collect();
        let bob = customer(&platform, "bob", "Bob Example").await;
        platform.settled().await;
        webhooks.forget();
        Self { platform, webhooks, bob, peer, clients, turn: AtomicUsize::new(0) }
    }

    /// Returns the client of the next process's public endpoints, in turn.
    pub(crate) fn client(&self) -> &Client {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.clients[turn % self.clients.len()]
    }

    /// Requests a path at a host.
    pub(crate) async fn get_at(&self, host: &str, path: &str) -> Response {
        self.client().get(path).header("Host", host).send().await
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.get_at(DOMAIN, path).await
    }

    /// Sends a discovery.
    pub(crate) async fn discover(&self, request: &DiscoveryRequest) -> Response {
        self.get(&target(request)).await
    }

    /// Sends a pay request to the callback of a discovery.
    pub(crate) async fn pay(&self, callback: &str, body: &str) -> Response {
        let (_, path) = callback.split_once("/uma/").expect("the path of a callback");
        self.client().post(&format!("/uma/{path}")).raw("application/json", body.to_owned()).send().await
    }

    /// Returns the platform's transactions in a status.
    pub(crate) async fn transactions(&self, status: &str) -> Vec<Value> {
        let list = self.platform.get(&format!("/transactions?status={status}")).send().await.expect(200);
        list["data"].as_array().expect("a list").clone()
    }
}

/// Lets a provider on this machine pay the platform.
pub(crate) async fn allow(service: &Service, platform: &Platform, peer: &Peer) {
    act(service, "setting set", json!({ "name": "uma_local_hosts_allowed", "value": "on" })).await;
    act(service, "uma-provider allow", with(platform, json!({ "domain": peer.host() }))).await;
}

/// Creates an individual with an address and the currencies USD and EUR.
pub(crate) async fn customer(platform: &Platform, user: &str, name: &str) -> Value {
    let body = json!({
        "customerType": "INDIVIDUAL", "fullName": name, "currencies": ["USD", "EUR"],
        "umaAddress": format!("${user}@{DOMAIN}"),
    });
    platform.post("/customers").json(&body).send().await.expect(201)
}

/// Returns path and query of a discovery.
pub(crate) fn target(request: &DiscoveryRequest) -> String {
    let url = request.to_url();
    let start = url.find("/.well-known").expect("the path of a discovery");
    url[start..].to_owned()
}

/// Returns the URL of a process without the base path of the operations.
fn root(base: &str) -> &str {
    base.strip_suffix(causeway::router::BASE_PATH).expect("the base path")
}

/// Asserts the error body between providers.
#[track_caller]
pub(crate) fn refused(response: &Response, status: u16, code: &str) -> Value {
    let body = response.expect(status);
    assert_eq!((body["status"].as_str(), body["code"].as_str()), (Some("ERROR"), Some(code)), "{response}");
    assert!(body["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{response}");
    body
}
