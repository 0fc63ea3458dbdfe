//! Records that a careful client keeps of its payments: the acknowledged ones, each with its response.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use causeway_testing::http::Client;
use causeway_testing::wait;
use serde_json::{Value, json};

/// Concurrent callers that pay in.
const CALLERS: usize = 32;

/// Records of the payments into one account, kept by its payers. Clones share them.
#[derive(Clone)]
pub(super) struct Books {
    account: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    drawn: u64,
    acknowledged: BTreeMap<String, Bytes>,
    unknown_outcomes: Vec<String>,
    contradictions: Vec<String>,
}

impl Books {
    pub(super) fn new(account: &str) -> Self {
        Self { account: account.to_owned(), state: Arc::default() }
    }

    /// Counts the acknowledged payments.
    pub(super) fn acknowledged(&self) -> usize {
        self.state.lock().unwrap().acknowledged.len()
    }

    /// Counts the payments without a response.
    pub(super) fn unknown_outcomes(&self) -> usize {
        self.state.lock().unwrap().unknown_outcomes.len()
    }

    /// Pays in one cent at a time, each under a key of its own, from many callers at once until `stop`.
    pub(super) async fn pay_until(&self, client: &Client, stop: &Arc<AtomicBool>) {
        let callers = (0..CALLERS).map(|_| {
            let books = self.clone();
            let client = client.clone();
            let stop = Arc::clone(stop);
            tokio::spawn(async move {
                while !stop.load(Ordering::Acquire) {
                    let key = books.draw();
                    books.pay(&client, key).await;
                }
            })
        });
        for caller in callers.collect::<Vec<_>>() {
            caller.await.unwrap();
        }
    }

    fn draw(&self) -> String {
        let mut state = self.state.lock().unwrap();
        state.drawn += 1;
        format!("payment-{}", state.drawn)
    }

    async fn pay(&self, client: &Client, key: String) {
        let path = format!("/sandbox/internal-accounts/{}/fund", self.account);
        let sent = client.post(&path).json(&json!({ "amount": 1 })).idempotency_key(&key).try_send().await;
        let mut state = self.state.lock().unwrap();
        match sent {
            Ok(response) if response.status == 200 => {
                let first = state.acknowledged.entry(key.clone()).or_insert_with(|| response.body.clone());
                if *first != response.body {
                    state.contradictions.push(key);
                }
            }
            Ok(response) => {
                assert!(response.status >= 500, "a payment was refused: {response}");
                state.unknown_outcomes.push(key);
            }
            Err(_) => state.unknown_outcomes.push(key),
        }
    }

    /// Repeats every payment with an unknown outcome under its key until it is acknowledged, and some acknowledged ones.
    pub(super) async fn settle(&self, client: &Client) {
        let replayed: Vec<String> = {
            let state = self.state.lock().unwrap();
            state.acknowledged.keys().rev().take(10).cloned().collect()
        };
        for key in replayed {
            self.pay(client, key).await;
        }
        wait::until("every payment with an unknown outcome is settled", wait::PATIENCE, || async {
            let unknown_outcomes = std::mem::take(&mut self.state.lock().unwrap().unknown_outcomes);
            for key in unknown_outcomes {
                self.pay(client, key).await;
            }
            match self.unknown_outcomes() {
                0 => Ok(()),
                count => Err(format!("{count} payments have an unknown outcome")),
            }
        })
        .await;
    }

    /// Compares the service with these records: the account's balance, the number of payments, and that each
    /// repetition got the first response.
    pub(super) async fn audit(&self, client: &Client) -> Result<(), String> {
        let contradictions = self.state.lock().unwrap().contradictions.clone();
        if !contradictions.is_empty() {
            return Err(format!("answered differently when repeated: {contradictions:?}"));
        }
        let paid = i64::try_from(self.acknowledged()).unwrap();
        let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
        let balance = accounts["data"][0]["balance"]["amount"].as_i64();
        let path = format!("/transactions?receiverAccountIdentifier={}&limit=1", self.account);
        let listed = client.get(&path).send().await.expect(200)["totalCount"].as_i64();
        // Lists stop counting at ten thousand.
        let counted = listed.unwrap_or(paid);
        if balance == Some(paid) && counted == paid {
            Ok(())
        } else {
            Err(format!("{paid} cents were acknowledged, the balance is {balance:?}, payments {listed:?}"))
        }
    }
}

/// Returns the platform's own account in USD.
pub(super) async fn platform_account(client: &Client) -> String {
    let accounts: Value = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    accounts["data"][0]["id"].as_str().unwrap().to_owned()
}
