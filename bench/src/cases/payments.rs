//! Payments that are prepared before the time counts: each quote is executed once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::receiver::{ARRIVAL, Receiver};
use super::world::load;
use crate::error::Result;
use crate::load::Load;
use crate::options::Options;
use crate::service::{Jobs, Payer, Platform, Quote};

/// Who prepares quotes, and how long that may take.
const PREPARERS: usize = 64;
const PREPARATION: Duration = Duration::from_secs(120);

/// How long executions may take that are all waited for.
const SETTLEMENT: Duration = Duration::from_secs(120);

/// Makes quotes, and the requests that execute them.
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
    /// So many payments of these payers at a time, which take turns.
    pub(super) fn new(
        options: &'a Options,
        (platform, payers): (&'a Platform, &'a [Payer]),
        callers: usize,
        count: u32,
        numbers: &Arc<AtomicU64>,
    ) -> Self {
        let numbers = Arc::clone(numbers);
        Self { options, platform, payers, callers, count, numbers, jobs: Jobs::Own, since: None }
    }

    /// The same where nobody pays out: new quotes do not wait for the payments before.
    pub(super) fn without_payouts(self) -> Self {
        Self { jobs: Jobs::Others, ..self }
    }

    /// New quotes, once the payments before are through.
    pub(super) async fn quotes(&mut self, address: SocketAddr) -> Result<Vec<Quote>> {
        self.all_paid().await;
        let making = load(self.options, self.platform.quote(self.payers), &self.numbers, PREPARERS);
        let making = Load { lasts: PREPARATION, most: self.count.into(), keeps: true, ..making };
        let made = making.run(address).await?;
        let quotes = made.bodies.iter().map(|body| Quote::of(body)).collect::<Result<Vec<_>>>()?;
        self.since = quotes.iter().map(|quote| quote.created_at.clone()).min();
        Ok(quotes)
    }

    /// What executes new quotes.
    pub(super) async fn next(&mut self, address: SocketAddr) -> Result<Load> {
        let requests = self.platform.execute(&self.quotes(address).await?)?;
        Ok(Load { most: self.count.into(), ..load(self.options, requests, &self.numbers, self.callers) })
    }

    /// Waits until the payments before are through, if ever they will be.
    pub(super) async fn all_paid(&mut self) {
        if let Some(since) = self.since.take()
            && self.jobs == Jobs::Own
        {
            self.platform.all_paid(&since).await;
        }
    }

    /// Executes quotes; back when all are paid out. How many.
    pub(super) async fn until_paid(&mut self, address: SocketAddr, executions: Load) -> Result<u32> {
        Load { lasts: SETTLEMENT, ..executions }.run(address).await?;
        self.all_paid().await;
        Ok(self.count)
    }

    /// Makes quotes and executes them; back when the receiver knows that all have arrived. How many.
    pub(super) async fn until_arrival(&mut self, address: SocketAddr, receiver: &Receiver) -> Result<u32> {
        let before = receiver.arrived();
        let executions = self.next(address).await?;
        Load { lasts: ARRIVAL, ..executions }.run(address).await?;
        receiver.until(before + self.count).await;
        Ok(self.count)
    }
}
