//! Payers who repeat each payment under its key until it is acknowledged, and keep the first answer.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use causeway_testing::http::Client;
use causeway_testing::wait;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::cluster::LIMIT;
use crate::error::Result;
use crate::service::Customer;

/// Concurrent payers.
const PAYERS: usize = 16;

/// Least time between two tries of a payer, so that a small machine also has time for the failover.
const PACE: Duration = Duration::from_millis(100);

/// Time limit of one try: a client of the service gives up sooner than the service does.
const TRY: Duration = Duration::from_secs(15);

/// A payment of one cent into an account.
#[derive(Debug, Clone)]
struct Payment {
    key: String,
    account: String,
}

/// An acknowledged payment.
#[derive(Debug, Clone)]
struct Receipt {
    payment: Payment,
    body: Bytes,
}

/// Figures of the payers since the last call of [`Payers::take_measurement`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Measurement {
    /// Acknowledged payments.
    pub(super) payments: usize,
    /// Tries that were not acknowledged, and were repeated.
    pub(super) repeated: usize,
    /// The longest time from the first try of a payment to its acknowledgement.
    pub(super) longest: Duration,
}

/// The records of all payers. Clones share them.
#[derive(Clone)]
pub(super) struct Payers {
    /// The processes of the service; each try goes to the next one.
    clients: Arc<[Client]>,
    accounts: Arc<[String]>,
    state: Arc<Mutex<State>>,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    drawn: usize,
    receipts: Vec<Receipt>,
    measurement: Measurement,
    contradictions: Vec<String>,
}

impl Payers {
    /// Creates the payers into the accounts of these customers.
    pub(super) fn new(clients: &[Client], customers: &[Customer]) -> Self {
        Self {
            clients: clients.iter().map(|client| client.limited_to(TRY)).collect(),
            accounts: customers.iter().map(|customer| customer.account.clone()).collect(),
            state: Arc::default(),
            stop: Arc::default(),
        }
    }

    /// Starts to pay, until [`Payers::stop`].
    pub(super) fn start(&self) -> JoinSet<Result<()>> {
        let mut paying = JoinSet::new();
        for _ in 0..PAYERS {
            let payers = self.clone();
            paying.spawn(async move {
                while !payers.stop.load(Ordering::Acquire) {
                    payers.pay_next().await?;
                }
                Ok(())
            });
        }
        paying
    }

    /// Makes each payer stop after its current payment.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Counts the acknowledged payments.
    pub(super) fn acknowledged(&self) -> usize {
        self.state().receipts.len()
    }

    /// Takes the measurement since the last call.
    pub(super) fn take_measurement(&self) -> Measurement {
        std::mem::take(&mut self.state().measurement)
    }

    /// Returns the cents that were acknowledged for each account.
    pub(super) fn cents(&self) -> BTreeMap<String, i64> {
        let mut cents: BTreeMap<String, i64> = BTreeMap::new();
        for receipt in &self.state().receipts {
            *cents.entry(receipt.payment.account.clone()).or_default() += 1;
        }
        cents
    }

    /// Repeats every acknowledged payment, and returns the keys whose answer differs from the first.
    pub(super) async fn repeat_all(&self) -> Result<Vec<String>> {
        let receipts = self.state().receipts.clone();
        let share = receipts.len().div_ceil(PAYERS).max(1);
        let mut repeating = JoinSet::new();
        for receipts in receipts.chunks(share) {
            let payers = self.clone();
            let receipts = receipts.to_vec();
            repeating.spawn(async move {
                for receipt in receipts {
                    let body = payers.acknowledgement(&receipt.payment).await?;
                    if body != receipt.body {
                        payers.state().contradictions.push(receipt.payment.key);
                    }
                }
                Result::Ok(())
            });
        }
        while let Some(ended) = repeating.join_next().await {
            ended??;
        }
        Ok(self.state().contradictions.clone())
    }

    async fn pay_next(&self) -> Result<()> {
        let payment = self.draw();
        let began = Instant::now();
        let body = self.acknowledgement(&payment).await?;
        self.note(Receipt { payment, body }, began.elapsed());
        sleep_until((began + PACE).into()).await;
        Ok(())
    }

    fn note(&self, receipt: Receipt, took: Duration) {
        let mut state = self.state();
        state.measurement.payments += 1;
        state.measurement.longest = state.measurement.longest.max(took);
        state.receipts.push(receipt);
    }

    fn draw(&self) -> Payment {
        let mut state = self.state();
        state.drawn += 1;
        let number = state.drawn;
        Payment {
            key: format!("payment-{number}"),
            account: self.accounts[number % self.accounts.len()].clone(),
        }
    }

    /// Repeats a payment under its key until it is acknowledged; fails if it is refused.
    async fn acknowledgement(&self, payment: &Payment) -> Result<Bytes> {
        let mut number = self.state().drawn;
        let acknowledged = wait::until("the payment is acknowledged", LIMIT, || {
            number += 1;
            self.send(payment, number)
        });
        acknowledged.await
    }

    /// Sends a payment to one of the processes. `Ok` is final: an acknowledgement, or a refusal.
    async fn send(&self, payment: &Payment, number: usize) -> std::result::Result<Result<Bytes>, String> {
        let client = &self.clients[number % self.clients.len()];
        let path = format!("/sandbox/internal-accounts/{}/fund", payment.account);
        let request = client.post(&path).json(&json!({ "amount": 1 })).idempotency_key(&payment.key);
        let why = match request.try_send().await {
            Ok(response) if response.status == 200 => return Ok(Ok(response.body)),
            // Unavailable, or the first try still runs.
            Ok(response) if response.status >= 500 || response.status == 409 => response.to_string(),
            Ok(response) => return Ok(Err(format!("a payment was refused: {response}").into())),
            Err(error) => error.to_string(),
        };
        self.state().measurement.repeated += 1;
        sleep_until((Instant::now() + PACE).into()).await;
        Err(why)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
