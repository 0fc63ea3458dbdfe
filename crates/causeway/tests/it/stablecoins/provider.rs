//! A provider of stablecoins on loopback that is late, silent, says things twice and contradicts itself, and never
//! forgets what it has taken (stablecoins 7.3).

use std::sync::{Arc, Mutex};

use causeway_testing::receiver::{Answer, Received, Receiver};
use serde_json::{Value, json};

/// The account that it lists.
const ACCOUNT: &str = "/accounts/main";

/// The provider, until this value is dropped.
pub(super) struct Provider {
    receiver: Receiver,
    desk: Arc<Mutex<Desk>>,
}

/// A transfer that the provider carries out.
#[derive(Debug, Clone)]
pub(super) struct Transfer {
    id: String,
    key: String,
    /// Dollars and cents: what the tests tell transfers apart by.
    pub(super) value: String,
}

impl Transfer {
    /// Whether it comes to a good end; every seventh does not.
    pub(super) fn succeeds(&self) -> bool {
        !self.id.ends_with('7')
    }
}

/// What the provider remembers.
#[derive(Debug, Default)]
struct Desk {
    transfers: Vec<Transfer>,
    heard: usize,
    /// Whether everything is answered, truly and at once.
    is_honest: bool,
    /// Whether an order that is repeated under its key is taken for a new one.
    forgets_keys: bool,
}

/// How an order goes wrong; none does for half of them.
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
    /// One that remembers the keys of orders, or one that does not.
    pub(super) async fn start(remembers_keys: bool) -> Self {
        let receiver = Receiver::start().await;
        let desk = Arc::new(Mutex::new(Desk { forgets_keys: !remembers_keys, ..Desk::default() }));
        let answering = Arc::clone(&desk);
        receiver.answer_by(move |request| answering.lock().unwrap().answer(request));
        Self { receiver, desk }
    }

    pub(super) fn url(&self) -> String {
        self.receiver.url()
    }

    /// From now on it answers everything, truly and at once.
    pub(super) fn becomes_honest(&self) {
        self.desk.lock().unwrap().is_honest = true;
    }

    /// All that it has taken.
    pub(super) fn transfers(&self) -> Vec<Transfer> {
        self.desk.lock().unwrap().transfers.clone()
    }
}

impl Desk {
    fn answer(&mut self, request: &Received) -> Answer {
        self.heard += 1;
        let (_, target) = request.target.split_once("/webhooks").unwrap();
        let Some(below) = target.strip_prefix(ACCOUNT) else {
            let listed = target == "/accounts";
            return done(
                200,
                &if listed { json!({ "accounts": ["main"] }) } else { json!({ "access_token": "granted" }) },
            );
        };
        match (request.method.as_str(), below) {
            ("POST", "/addresses/external") => done(200, &json!({ "id": "address" })),
            ("POST", "/transfers") => self.order(request),
            (_, "/tokens/ACME") => done(200, &token()),
            (_, below) => match below.strip_prefix("/transfers?idempotency_key=") {
                Some(key) => {
                    let found = self.transfers.iter().filter(|one| one.key == key).map(ended);
                    done(200, &json!({ "transfers": found.collect::<Vec<_>>() }))
                }
                None => self.status(below.rsplit_once('/').unwrap().1),
            },
        }
    }

    fn order(&mut self, request: &Received) -> Answer {
        let key = request.header("idempotency-key").unwrap().to_owned();
        let value = request.json()["amount"]["value"].as_str().unwrap().to_owned();
        let mishap = MISHAPS[self.heard % MISHAPS.len()].filter(|_| !self.is_honest);
        match mishap {
            Some(Mishap::LostOnItsWay) => return Answer::broken(),
            Some(Mishap::NotNow) => return Answer::status(503),
            _ => {}
        }
        let known = self.transfers.iter().position(|one| one.key == key).filter(|_| !self.forgets_keys);
        let at = known.unwrap_or_else(|| {
            let id = format!("t-{}", self.transfers.len());
            self.transfers.push(Transfer { id, key, value });
            self.transfers.len() - 1
        });
        let taken = shown(&self.transfers[at], "pending");
        match mishap {
            Some(Mishap::TakenAndBroken) => Answer::broken(),
            Some(Mishap::TakenAndSilent) => Answer::never(),
            Some(Mishap::TakenAndFailed) => Answer::status(500),
            Some(Mishap::TakenAndRefused) => Answer::status(422),
            Some(Mishap::TakenForAnother) => done(
                201,
                &json!({ "id": "t-0", "status": "complete", "amount": { "value": "9.99", "currency": "USD" } }),
            ),
            _ => done(201, &taken),
        }
    }

    fn status(&self, id: &str) -> Answer {
        let known = self.transfers.iter().find(|one| one.id == id);
        let Some(transfer) = known else { return Answer::status(404) };
        match self.heard % 9 {
            _ if self.is_honest => done(200, &ended(transfer)),
            0 => Answer::status(500),
            1 => Answer::broken(),
            2 => Answer::status(404),
            3 => done(200, &shown(transfer, "surprising")),
            4 => done(200, &shown(transfer, "processing")),
            _ => done(200, &ended(transfer)),
        }
    }
}

fn done(status: u16, body: &Value) -> Answer {
    Answer::status(status).body(body.to_string())
}

fn token() -> Value {
    json!({ "name": "Acme Dollar", "symbol": "ACME", "base_currency": "USD", "decimals": 6, "status": "active",
        "deployments": [{ "transfer_type": "spark", "token_identifier": super::scene::NETWORK_TOKEN }] })
}

fn shown(transfer: &Transfer, status: &str) -> Value {
    json!({ "id": transfer.id, "status": status, "amount": { "value": transfer.value, "currency": "USD" } })
}

fn ended(transfer: &Transfer) -> Value {
    let mut answer = shown(transfer, if transfer.succeeds() { "complete" } else { "failed" });
    answer["failure_reason"] = json!("returned");
    answer
}
