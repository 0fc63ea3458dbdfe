//! A stablecoin provider on loopback that is late, silent, repeats and contradicts itself, and never forgets
//! an accepted order (stablecoins 7.3). The requests to it, and its regular answers, are checked against the
//! provider's document.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use causeway_testing::brale::Interface;
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use serde_json::{Value, json};

/// The account that it lists.
const ACCOUNT: &str = "2VcUIIsgARwVbEGlIYbhg6fGG5";
/// The account's own address.
const CUSTODIAL: &str = "2O6asmNK4TGVgT9a4loQzJx1rj";

/// A provider that runs until this value is dropped.
pub(super) struct Provider {
    receiver: Receiver,
    /// Host of its access tokens.
    tokens: Receiver,
    state: Arc<Mutex<ProviderState>>,
}

/// A transfer that the provider carries out.
#[derive(Debug, Clone)]
pub(super) struct Transfer {
    id: String,
    key: String,
    /// Dollars and cents, by which the tests distinguish transfers.
    pub(super) value: String,
    order: Value,
}

impl Transfer {
    /// Returns `true` if the transfer completes; one whose id ends in 7 fails.
    pub(super) fn succeeds(&self) -> bool {
        !self.id.ends_with('7')
    }
}

/// State of the provider.
#[derive(Debug, Default)]
struct ProviderState {
    transfers: Vec<Transfer>,
    /// Addresses, by the key under which they were registered.
    addresses: BTreeMap<String, Value>,
    requests: usize,
    /// Requests and answers that the document does not allow.
    faults: Vec<String>,
    /// If set, every request is answered correctly and at once.
    is_honest: bool,
    /// If set, a repeated order counts as a new one.
    forgets_orders: bool,
}

/// A way in which an order goes wrong; half of the orders go well.
#[derive(Clone, Copy)]
enum Mishap {
    LostOnItsWay,
    NotNow,
    TakenAndBroken,
    TakenAndSilent,
    TakenAndFailed,
    TakenAndRefused,
    TakenForAnother,
}

const MISHAPS: [Option<Mishap>; 14] = [
    Some(Mishap::LostOnItsWay),
    None,
    Some(Mishap::NotNow),
    None,
    Some(Mishap::TakenAndBroken),
    None,
    Some(Mishap::TakenAndFailed),
    None,
    Some(Mishap::TakenAndSilent),
    None,
    Some(Mishap::TakenAndRefused),
    None,
    Some(Mishap::TakenForAnother),
    None,
];

impl Provider {
    /// Starts a provider that remembers orders, or one that does not.
    pub(super) async fn start(remembers_orders: bool) -> Self {
        let [receiver, tokens] = [Receiver::start().await, Receiver::start().await];
        let state = Arc::new(Mutex::new(ProviderState {
            forgets_orders: !remembers_orders,
            ..ProviderState::default()
        }));
        let answering = Arc::clone(&state);
        receiver.answer_by(move |request| answering.lock().unwrap().answer(request));
        tokens.answer_always(Answer::status(200).body(json!({ "access_token": "granted" }).to_string()));
        Self { receiver, tokens, state }
    }

    /// Returns the environment variables by which a server reaches it.
    pub(super) fn variables(&self) -> [(&'static str, String); 2] {
        [
            ("SVC_STABLECOIN_PROVIDER_URL", self.receiver.url()),
            ("SVC_STABLECOIN_PROVIDER_TOKEN_URL", self.tokens.url()),
        ]
    }

    /// Makes it answer everything correctly and at once from now on.
    pub(super) fn becomes_honest(&self) {
        self.state.lock().unwrap().is_honest = true;
    }

    /// Returns all accepted transfers.
    pub(super) fn transfers(&self) -> Vec<Transfer> {
        self.state.lock().unwrap().transfers.clone()
    }

    /// Returns the requests and answers that the document does not allow.
    pub(super) fn faults(&self) -> Vec<String> {
        self.state.lock().unwrap().faults.clone()
    }
}

impl ProviderState {
    fn answer(&mut self, request: &ReceivedRequest) -> Answer {
        self.requests += 1;
        let method = request.method.as_str();
        let target = target(request);
        let faults = Interface::read().check_request(method, target, &request.headers, &request.body);
        self.faults.extend(faults.into_iter().map(|fault| format!("{method} {target}: {fault}")));
        let account = || json!({ "id": ACCOUNT, "status": "complete" });
        let below = target.strip_prefix("/accounts/").and_then(|rest| rest.strip_prefix(ACCOUNT));
        match (method, below) {
            ("POST", Some("/addresses/external")) => self.register(request),
            ("POST", Some("/transfers")) => self.order(request),
            ("GET", None) => self.done(request, 200, json!([account()])),
            ("GET", Some("")) => self.done(request, 200, account()),
            ("GET", Some("/addresses")) => {
                let own = json!({ "id": CUSTODIAL, "status": "active", "type": "internal", "name": "Custodial",
                    "address": "spark1custodial", "transfer_types": ["spark"] });
                let known: Vec<Value> = self.addresses.values().cloned().chain([own]).collect();
                self.done(request, 200, json!({ "addresses": known }))
            }
            ("GET", Some(below)) => match below.strip_prefix("/transfers/") {
                Some(id) => self.status(request, id),
                None => self.list(request),
            },
            _ => Answer::status(404),
        }
    }

    fn register(&mut self, request: &ReceivedRequest) -> Answer {
        let key = key(request);
        let count = self.addresses.len();
        let body = request.json();
        let name = body["name"].as_str().unwrap_or("Unnamed");
        let known = self.addresses.entry(key).or_insert_with(|| {
            json!({ "id": format!("2A{count:024}"), "status": "active", "type": "external", "name": name,
                "address": body["address"].as_str().unwrap_or_default(), "transfer_types": body["transfer_types"] })
        });
        let id = known["id"].clone();
        self.done(request, 201, json!({ "id": id }))
    }

    fn order(&mut self, request: &ReceivedRequest) -> Answer {
        let key = key(request);
        let order = request.json();
        let mishap = MISHAPS[self.requests % MISHAPS.len()].filter(|_| !self.is_honest);
        match mishap {
            Some(Mishap::LostOnItsWay) => return Answer::broken(),
            Some(Mishap::NotNow) => return Answer::status(503),
            _ => {}
        }
        let known = self.transfers.iter().position(|one| one.key == key).filter(|_| !self.forgets_orders);
        if known.is_some_and(|at| self.transfers[at].order != order) {
            self.faults.push(format!("{key} came with another order"));
            return Answer::status(422);
        }
        let at = known.unwrap_or_else(|| {
            let id = format!("3T{:024}", self.transfers.len());
            let value = order["amount"]["value"].as_str().unwrap().to_owned();
            self.transfers.push(Transfer { id, key, value, order });
            self.transfers.len() - 1
        });
        match mishap {
            Some(Mishap::TakenAndBroken) => Answer::broken(),
            Some(Mishap::TakenAndSilent) => Answer::never(),
            Some(Mishap::TakenAndFailed) => Answer::status(500),
            Some(Mishap::TakenAndRefused) => Answer::status(422),
            Some(Mishap::TakenForAnother) => {
                let mut another = transfer_body(&self.transfers[at], "complete");
                another["amount"]["value"] = json!("9.99");
                Answer::status(201).body(another.to_string())
            }
            _ => {
                let id = self.transfers[at].id.clone();
                self.done(request, 201, json!({ "id": id }))
            }
        }
    }

    fn status(&mut self, request: &ReceivedRequest, id: &str) -> Answer {
        let known = self.transfers.iter().find(|one| one.id == id);
        let Some(transfer) = known.cloned() else { return Answer::status(404) };
        match self.requests % 9 {
            _ if self.is_honest => self.done(request, 200, ended(&transfer)),
            0 => Answer::status(500),
            1 => Answer::broken(),
            2 => Answer::status(404),
            3 => Answer::status(200).body(transfer_body(&transfer, "surprising").to_string()),
            4 => self.done(request, 200, transfer_body(&transfer, "processing")),
            _ => self.done(request, 200, ended(&transfer)),
        }
    }

    /// Answers with a page of all transfers, newest first.
    fn list(&mut self, request: &ReceivedRequest) -> Answer {
        let parameter = |name: &str| {
            let query = target(request).split_once('?')?.1.to_owned();
            query.split('&').find_map(|pair| pair.strip_prefix(name).map(str::to_owned))
        };
        let size: usize = parameter("page%5Bsize%5D=").map_or(25, |size| size.parse().unwrap());
        let from: usize = parameter("page%5Bnext%5D=").map_or(0, |next| next.parse().unwrap());
        // Only the first page fails, or a list of many pages would never be read to its end.
        if from == 0 && self.requests.is_multiple_of(9) && !self.is_honest {
            return Answer::status(500);
        }
        let known = if self.forgets_orders { &[][..] } else { &self.transfers };
        let page: Vec<Value> = known.iter().rev().skip(from).take(size).map(ended).collect();
        let next = Some(from + size).filter(|next| *next < known.len()).map(|next| next.to_string());
        let body = json!({ "pagination": { "page_size": size, "next": next }, "transfers": page });
        self.done(request, 200, body)
    }

    fn done(&mut self, request: &ReceivedRequest, status: u16, body: Value) -> Answer {
        let method = request.method.as_str();
        let target = target(request);
        let faults = Interface::read().check_answer(method, target, status, &body);
        self.faults.extend(faults.into_iter().map(|fault| format!("{method} {target} answers {fault}")));
        Answer::status(status).body(body.to_string())
    }
}

/// Returns path and query below the provider's address.
fn target(request: &ReceivedRequest) -> &str {
    request.target.split_once("/webhooks").unwrap().1
}

fn key(request: &ReceivedRequest) -> String {
    request.header("idempotency-key").unwrap_or_default().to_owned()
}

fn transfer_body(transfer: &Transfer, status: &str) -> Value {
    let end = |name: &str| {
        let mut end = transfer.order[name].clone();
        end["address_id"] = end.get("address_id").cloned().unwrap_or_else(|| json!(CUSTODIAL));
        end
    };
    json!({ "id": transfer.id, "status": status, "amount": transfer.order["amount"], "note": transfer.order["note"],
        "source": end("source"), "destination": end("destination"), "failure": null })
}

fn ended(transfer: &Transfer) -> Value {
    let mut answer = transfer_body(transfer, if transfer.succeeds() { "complete" } else { "failed" });
    if !transfer.succeeds() {
        answer["failure"] = json!({ "type": "ach_return", "ach_return": { "code": "R10" } });
    }
    answer
}
