//! The loop that delivers events as they become due.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use causeway_store::Wake;
use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::attempt::{Attempt, FinishedAttempt};
use super::deliver::settle_and_claim;
use super::endpoint_queues::{EndpointQueues, Ticket};
use crate::runtime::app::App;
use crate::runtime::timers;

/// Events claimed at a time.
const BATCH: u32 = 64;

/// Delivers events until stopped, then waits for the attempts in progress. Dropping the future instead is
/// safe: the claimed events are claimed again once the lease has expired.
pub async fn run_sender(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let wake = app.store.subscribe(Wake::Deliveries);
    let mut sender = Sender::new(app);
    let mut limit = BATCH;
    while limit > 0 || !sender.is_idle() {
        let claimed = sender.cycle(limit).await;
        if claimed > 0 {
            // There may be more than one batch.
            continue;
        }
        tokio::select! {
            // An error means that the sending half was dropped, so that no one can wait for more deliveries.
            _ = stop.wait_for(|stop| *stop), if limit > 0 => limit = 0,
            () = wake.notified() => {}
            () = sender.one_ends() => {}
            () = timers::pause(timers::POLL) => {}
        }
    }
}

/// The attempts in progress.
pub(super) struct Sender {
    app: Arc<App>,
    /// Each with its slot; `None` if the attempt panicked.
    running: JoinSet<(Ticket, Option<FinishedAttempt>)>,
    queues: EndpointQueues,
    /// Attempts with an outcome that is not recorded yet.
    ended: Vec<Arc<FinishedAttempt>>,
}

impl Sender {
    pub(super) fn new(app: Arc<App>) -> Self {
        Self { app, running: JoinSet::new(), queues: EndpointQueues::default(), ended: Vec::new() }
    }

    /// Records outcomes, claims up to `limit` events, and starts an attempt for each; returns their number.
    pub(super) async fn cycle(&mut self, limit: u32) -> usize {
        self.collect();
        self.queues.watch(Instant::now());
        let slots = self.queues.slots().without(self.app.advancing.platforms());
        let claimed = settle_and_claim(&self.app, self.ended.clone(), None, limit, slots).await;
        match claimed {
            Ok(attempts) => {
                self.ended.clear();
                let count = attempts.len();
                attempts.into_iter().for_each(|attempt| self.start(attempt));
                count
            }
            Err(error) => {
                // The outcomes are kept for the next cycle; if that is too late, the events are sent again.
                tracing::warn!(%error, "failed to record webhook delivery outcomes and to claim new events");
                0
            }
        }
    }

    fn start(&mut self, attempt: Attempt) {
        let ticket = self.queues.start(attempt.delivery.platform, Instant::now());
        let app = Arc::clone(&self.app);
        self.running.spawn(async move {
            let outcome = AssertUnwindSafe(attempt.make(&app, timers::DELIVERY_TIMEOUT)).catch_unwind().await;
            (ticket, outcome.ok())
        });
    }

    /// Waits until an attempt ends; forever if none is in progress.
    pub(super) async fn one_ends(&mut self) {
        match self.running.join_next().await {
            Some(Ok((ticket, attempted))) => self.keep(ticket, attempted),
            Some(Err(error)) => tracing::error!(%error, "webhook delivery task panicked"),
            None => std::future::pending().await,
        }
    }

    /// Collects all attempts that have ended meanwhile.
    fn collect(&mut self) {
        while let Some(Ok((ticket, attempted))) = self.running.try_join_next() {
            self.keep(ticket, attempted);
        }
    }

    /// Frees the slot of an attempt. One that panicked has no outcome: its event is claimed again once the
    /// lease has expired.
    fn keep(&mut self, ticket: Ticket, attempted: Option<FinishedAttempt>) {
        let was_answered = attempted.as_ref().is_some_and(|attempted| !attempted.ended.is_silence());
        self.queues.end(ticket, was_answered, Instant::now());
        self.ended.extend(attempted.map(Arc::new));
    }

    fn is_idle(&self) -> bool {
        self.running.is_empty() && self.ended.is_empty()
    }
}
