//! A production platform that pays.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use causeway_testing::http::{Client, Request};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::deployment::Deployment;
use crate::life::process::Credentials;

/// Time within which a payment goes on after any kill: the lease of a job, and the pauses of its next attempts.
pub(super) const PATIENCE: Duration = Duration::from_secs(150);

/// A platform with the clients of all servers.
pub(super) struct Payer {
    clients: Vec<Client>,
    turn: AtomicUsize,
    /// The platform's account in US dollars.
    pub(super) account: String,
}

impl Payer {
    /// Creates the client of a platform.
    pub(super) async fn new(deployment: &Deployment, credentials: &Credentials) -> Self {
        let clients = deployment.clients(credentials);
        let mut payer = Self { clients, turn: AtomicUsize::new(0), account: String::new() };
        payer.account = first_id(&payer.get("/platform/internal-accounts?currency=USD").await);
        payer
    }

    /// Returns the client of the next server, in turn.
    pub(super) fn client(&self) -> &Client {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.clients[turn % self.clients.len()]
    }

    /// Requests a path until it is answered.
    pub(super) async fn get(&self, path: &str) -> Value {
        wait::until(path, wait::PATIENCE, || async {
            match self.client().get(path).try_send().await {
                Ok(response) if response.status == 200 => Ok(response.json()),
                Ok(response) => Err(format!("{response:?}")),
                Err(error) => Err(error.to_string()),
            }
        })
        .await
    }

    /// Registers and enables an account of the platform with this number, and returns its id.
    pub(super) async fn register_at(&self, deployment: &Deployment, number: &str) -> String {
        let body = json!({
            "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT",
                "accountNumber": number,
                "routingNumber": "021000021",
                "beneficiary": {
                    "beneficiaryType": "BUSINESS",
                    "legalName": "Acme Inc.",
                    "address": {
                        "line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US",
                    },
                },
            },
        });
        let account = self.client().post("/platform/external-accounts").json(&body).send().await.expect(201);
        let id = text(&account["id"]).to_owned();
        deployment.change(&["external-account", "enable", &id]);
        id
    }

    /// Starts a transfer; it is repeated under a key until it is answered. Returns its id.
    pub(super) async fn pay(&self, operation: &str, source: &str, destination: &str, amount: i64) -> String {
        let key = format!("{operation}-{}", self.turn.fetch_add(1, Ordering::Relaxed));
        let body = transfer(source, destination, amount);
        let path = format!("/{operation}");
        self.repeat(|| self.client().post(&path).json(&body).idempotency_key(&key)).await
    }

    /// Pays out of the platform's account.
    pub(super) async fn pay_out(&self, destination: &str, amount: i64) -> String {
        self.pay("transfer-out", &self.account, destination, amount).await
    }

    /// Pays out of the platform's account by ACH, whose payouts can be cancelled (money 10.7).
    pub(super) async fn pay_out_by_ach(&self, destination: &str, amount: i64) -> String {
        let key = format!("ach-{}", self.turn.fetch_add(1, Ordering::Relaxed));
        let mut body = transfer(&self.account, destination, amount);
        body["destination"]["paymentRail"] = json!("ACH");
        self.repeat(|| self.client().post("/transfer-out").json(&body).idempotency_key(&key)).await
    }

    /// Cancels a payment, repeating the request until the refund has begun.
    pub(super) async fn cancel(&self, payment: &str) {
        let path = format!("/transactions/{payment}");
        wait::until("a cancel", PATIENCE, || async {
            let answer = self.client().post(&format!("{path}/cancel")).try_send().await;
            // The answer may be lost, and its repetition is refused.
            let found = self.get(&path).await;
            if found["refund"].is_null() { Err(format!("{answer:?}")) } else { Ok(()) }
        })
        .await;
    }

    /// Pays out of the platform's account under this key, repeating the request until it is answered.
    pub(super) async fn pay_out_under(&self, destination: &str, amount: i64, key: &str) -> String {
        self.repeat(|| self.payout_request(destination, amount, key)).await
    }

    /// Builds the request of a payout under this key.
    pub(super) fn payout_request(&self, destination: &str, amount: i64, key: &str) -> Request {
        let body = transfer(&self.account, destination, amount);
        self.client().post("/transfer-out").json(&body).idempotency_key(key)
    }

    /// Sends a request that creates a transaction until it is answered, and returns the id.
    async fn repeat(&self, request: impl Fn() -> Request) -> String {
        wait::until("a transfer", PATIENCE, || {
            let request = request();
            async move {
                match request.try_send().await {
                    Ok(response) if response.status == 201 => Ok(text(&response.json()["id"]).to_owned()),
                    // The precheck had no answer, or the first attempt may still run.
                    Ok(response) if response.status >= 500 || response.status == 409 => {
                        Err(format!("{response:?}"))
                    }
                    Ok(response) => panic!("{response:?}"),
                    Err(error) => Err(error.to_string()),
                }
            }
        })
        .await
    }

    /// Waits until a payment has this status, and returns it.
    pub(super) async fn reaches(&self, payment: &str, status: &str) -> Value {
        let path = format!("/transactions/{payment}");
        wait::until(status, PATIENCE, || async {
            let found = self.get(&path).await;
            if found["status"] == status { Ok(found) } else { Err(found.to_string()) }
        })
        .await
    }

    /// Waits until a payment is refunded, and returns it.
    pub(super) async fn is_refunded(&self, payment: &str) -> Value {
        let path = format!("/transactions/{payment}");
        wait::until("a refund", PATIENCE, || async {
            let found = self.get(&path).await;
            if found["refund"]["status"] == "COMPLETED" { Ok(found) } else { Err(found.to_string()) }
        })
        .await
    }

    /// Returns the balance of the platform's account.
    pub(super) async fn balance(&self) -> i64 {
        let accounts = self.get("/platform/internal-accounts?currency=USD").await;
        accounts["data"][0]["balance"]["amount"].as_i64().expect("an amount")
    }
}

/// Builds the body of a transfer between two accounts.
fn transfer(source: &str, destination: &str, amount: i64) -> Value {
    json!({ "source": { "accountId": source }, "destination": { "accountId": destination }, "amount": amount })
}

/// Returns the text of a JSON string.
#[track_caller]
pub(super) fn text(member: &Value) -> &str {
    member.as_str().unwrap_or_else(|| panic!("{member} is no text"))
}

#[track_caller]
fn first_id(list: &Value) -> String {
    text(&list["data"][0]["id"]).to_owned()
}
