//! Payments that are prepared before the measurement: each quote is executed once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::receiver::{ARRIVAL_TIMEOUT, Receiver};
use super::world::load;
use crate::error::Result;
use crate::load::Load;
use crate::options::Options;
use crate::service::{Jobs, Payer, Platform, Quote};

/// Concurrent callers that prepare quotes; the next constant is the time limit.
const PREPARERS: usize = 64;
const PREPARATION_TIMEOUT: Duration = Duration::from_secs(120);

/// Time limit for executions that are awaited.
const SETTLEMENT_TIMEOUT: Duration = Duration::from_secs(120);

/// A source of quotes, and of the requests that execute them.
pub(super) struct Payments<'a> {
    options: &'a Options,
    platform: &'a Platform,
    payers: &'a [Payer],
    callers: usize,
    count: u32,
    numbers: Arc<AtomicU64>,
    jobs: Jobs,
    since: Option<String>,
}

impl<'a> Payments<'a> {
    /// Creates a source of `count` payments per run; the payers take turns.
    pub(super) fn new(
        options: &'a Options,
        platform: &'a Platform,
        payers: &'a [Payer],
        callers: usize,
        count: u32,
        numbers: &Arc<AtomicU64>,
    ) -> Self {
        let numbers = Arc::clone(numbers);
        Self { options, platform, payers, callers, count, numbers, jobs: Jobs::Own, since: None }
    }

    /// Omits waiting for earlier payments, because no process pays them out.
    pub(super) fn without_payouts(self) -> Self {
        Self { jobs: Jobs::Others, ..self }
    }

    /// Creates new quotes after the earlier payments have finished.
    pub(super) async fn quotes(&mut self, address: SocketAddr) -> Result<Vec<Quote>> {
        self.wait_until_paid().await;
        let making = load(self.options, self.platform.quote(self.payers), &self.numbers, PREPARERS);
        let making = Load { lasts: PREPARATION_TIMEOUT, most: self.count.into(), keeps: true, ..making };
        let made = making.run(address).await?;
        let quotes = made.bodies.iter().map(|body| Quote::of(body)).collect::<Result<Vec<_>>>()?;
        self.since = quotes.iter().map(|quote| quote.created_at.clone()).min();
        Ok(quotes)
    }

    /// Creates new quotes and returns the load that executes them.
    pub(super) async fn next(&mut self, address: SocketAddr) -> Result<Load> {
        let requests = self.platform.execute(&self.quotes(address).await?)?;
        Ok(Load { most: self.count.into(), ..load(self.options, requests, &self.numbers, self.callers) })
    }

    /// Waits until the earlier payments have finished, unless no process pays them out.
    pub(super) async fn wait_until_paid(&mut self) {
        if let Some(since) = self.since.take()
            && self.jobs == Jobs::Own
        {
            self.platform.wait_until_paid(&since).await;
        }
    }

    /// Executes quotes and waits until all are paid out; returns their number.
    pub(super) async fn until_paid(&mut self, address: SocketAddr, executions: Load) -> Result<u32> {
        Load { lasts: SETTLEMENT_TIMEOUT, ..executions }.run(address).await?;
        self.wait_until_paid().await;
        Ok(self.count)
    }

    /// Creates and executes quotes, and waits until the receiver has got all final webhooks; returns their
    /// number.
    pub(super) async fn until_arrival(&mut self, address: SocketAddr, receiver: &Receiver) -> Result<u32> {
        let before = receiver.arrived();
        let executions = self.next(address).await?;
        Load { lasts: ARRIVAL_TIMEOUT, ..executions }.run(address).await?;
        receiver.wait_until(before + self.count).await;
        Ok(self.count)
    }
}
