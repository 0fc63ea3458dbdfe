//! The loop that delivers events as they become due.

use std::sync::Arc;

use causeway_store::Wake;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::attempt::{Attempt, Attempted};
use super::deliver::settle_and_claim;
use super::lanes::Lanes;
use crate::runtime::app::App;
use crate::runtime::timers;

/// Events claimed at a time.
const BATCH: u32 = 64;

/// Delivers events until told to stop, then lets the attempts under way end. Dropping the future instead is
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
struct Sender {
    app: Arc<App>,
    running: JoinSet<Attempted>,
    lanes: Lanes,
    /// Attempts whose outcome is not written yet.
    ended: Vec<Arc<Attempted>>,
}

impl Sender {
    fn new(app: Arc<App>) -> Self {
        Self { app, running: JoinSet::new(), lanes: Lanes::default(), ended: Vec::new() }
    }

    /// Writes outcomes, claims up to `limit` events, and starts an attempt for each; tells how many.
    async fn cycle(&mut self, limit: u32) -> usize {
        self.collect();
        let rooms = self.lanes.rooms().without(self.app.advancing.platforms());
        let limit = limit.min(self.lanes.total_room());
        let claimed = settle_and_claim(&self.app, self.ended.clone(), None, limit, rooms).await;
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
        self.lanes.started(attempt.delivery.platform);
        let app = Arc::clone(&self.app);
        self.running.spawn(async move { attempt.make(&app, timers::DELIVERY).await });
    }

    /// Waits until an attempt ends; for good when none is under way.
    async fn one_ends(&mut self) {
        match self.running.join_next().await {
            Some(Ok(attempted)) => self.keep(attempted),
            Some(Err(fault)) => tracing::error!(%fault, "a delivery broke off"),
            None => std::future::pending().await,
        }
    }

    /// Takes in all attempts that have ended meanwhile.
    fn collect(&mut self) {
        while let Some(Ok(attempted)) = self.running.try_join_next() {
            self.keep(attempted);
        }
    }

    fn keep(&mut self, attempted: Attempted) {
        self.lanes.ended(attempted.delivery.platform, !attempted.ended.is_silence());
        self.ended.push(Arc::new(attempted));
    }

    fn is_idle(&self) -> bool {
        self.running.is_empty() && self.ended.is_empty()
    }
}
