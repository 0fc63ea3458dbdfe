//! The loop that delivers events as they become due.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use causeway_store::Wake;
use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::attempt::{Attempt, Attempted};
use super::deliver::settle_and_claim;
use super::lanes::{Lanes, Ticket};
use crate::runtime::app::App;
use crate::runtime::timers;

/// Events claimed at a time.
const BATCH: u32 = 64;

/// Delivers events until stopped, then lets the attempts under way end. Dropping the future instead is
/// safe: what it had claimed is claimed again when the lease has run out.
pub async fn keep_sending(app: Arc<App>, mut stop: watch::Receiver<bool>) {
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
            // An error would mean that the sender is gone, and with it whoever could want more.
            _ = stop.wait_for(|stop| *stop), if limit > 0 => limit = 0,
            () = wake.notified() => {}
            () = sender.one_ends() => {}
            () = timers::pause(timers::POLL) => {}
        }
    }
}

/// The attempts under way.
pub(super) struct Sender {
    app: Arc<App>,
    /// Each with its place; nothing where the attempt panicked.
    running: JoinSet<(Ticket, Option<Attempted>)>,
    lanes: Lanes,
    /// Attempts whose outcome is not written yet.
    ended: Vec<Arc<Attempted>>,
}

impl Sender {
    pub(super) fn new(app: Arc<App>) -> Self {
        Self { app, running: JoinSet::new(), lanes: Lanes::default(), ended: Vec::new() }
    }

    /// Writes outcomes, claims up to `limit` events, and starts an attempt for each; says how many.
    pub(super) async fn cycle(&mut self, limit: u32) -> usize {
        self.collect();
        self.lanes.watch(Instant::now());
        let places = self.lanes.places().without(self.app.advancing.platforms());
        let claimed = settle_and_claim(&self.app, self.ended.clone(), None, limit, places).await;
        match claimed {
            Ok(attempts) => {
                self.ended.clear();
                let count = attempts.len();
                attempts.into_iter().for_each(|attempt| self.start(attempt));
                count
            }
            Err(error) => {
                // The outcomes are kept for the next cycle; should it come too late, the events are sent again.
                tracing::warn!(%error, "outcomes of deliveries could not be written, nor new ones claimed");
                0
            }
        }
    }

    fn start(&mut self, attempt: Attempt) {
        let ticket = self.lanes.start(attempt.delivery.platform, Instant::now());
        let app = Arc::clone(&self.app);
        self.running.spawn(async move {
            let made = AssertUnwindSafe(attempt.make(&app, timers::DELIVERY)).catch_unwind().await;
            (ticket, made.ok())
        });
    }

    /// Waits until an attempt ends; for good when none is under way.
    pub(super) async fn one_ends(&mut self) {
        match self.running.join_next().await {
            Some(Ok((ticket, attempted))) => self.keep(ticket, attempted),
            Some(Err(fault)) => tracing::error!(%fault, "a delivery broke off"),
            None => std::future::pending().await,
        }
    }

    /// Takes in all attempts that have ended meanwhile.
    fn collect(&mut self) {
        while let Some(Ok((ticket, attempted))) = self.running.try_join_next() {
            self.keep(ticket, attempted);
        }
    }

    /// Frees the place of an attempt. One that panicked has no outcome: its event is claimed again when the lease has
    /// run out.
    fn keep(&mut self, ticket: Ticket, attempted: Option<Attempted>) {
        let was_answered = attempted.as_ref().is_some_and(|attempted| !attempted.ended.is_silence());
        self.lanes.end(ticket, was_answered, Instant::now());
        self.ended.extend(attempted.map(Arc::new));
    }

    fn is_idle(&self) -> bool {
        self.running.is_empty() && self.ended.is_empty()
    }
}
