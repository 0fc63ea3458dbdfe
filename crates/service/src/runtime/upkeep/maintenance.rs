//! The maintenance loop.

use std::fmt::Debug;
use std::sync::Arc;

use causeway_store::Error;
use tokio::sync::watch;

use super::clock::NOTABLE;
use super::{
    close_alerts, detect_older_restores, fold_checkpoints, follow_clock, follow_heads, prune, reconsider,
    seal_ledger, watch_conditions,
};
use crate::runtime::app::App;
use crate::runtime::heartbeat;
use crate::runtime::timers;

/// Rounds between two deletions of old data.
const ROUNDS_PER_PRUNING: u32 = 20;

/// Runs maintenance rounds until stopped, the first at once: entries that a process left unsealed at its end
/// are sealed soon.
pub async fn run_maintenance(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    note("requeueing journals that were set aside", reconsider(&app).await);
    note("detecting the restore of an older state", detect_older_restores(&app).await);
    for round in (1..=ROUNDS_PER_PRUNING).cycle() {
        note("recording the process", heartbeat::record_seen(&app).await);
        if round == 1 || app.clock.ahead() >= NOTABLE {
            note("checking the clock", follow_clock(&app).await);
        }
        note("sealing the ledger", seal_ledger(&app).await);
        note("recording ledger heads", follow_heads(&app).await);
        note("folding checkpoints", fold_checkpoints(&app).await);
        note("watching endpoints and reviews", watch_conditions(&app).await);
        note("closing alerts", close_alerts(&app).await);
        app.rate_limit.shrink();
        if let Err(error) = app.tombstones.refresh() {
            tracing::error!(%error, "failed to read the tombstone log; the next round retries");
        }
        if round == ROUNDS_PER_PRUNING {
            note("deleting old data", prune(&app).await);
        }
        if is_stopped_meanwhile(&mut stop).await {
            return;
        }
    }
}

/// Waits for the next round; returns `true` if stopped.
async fn is_stopped_meanwhile(stop: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        // An error would mean that the sender is gone, and with it the process that wants more.
        _ = stop.wait_for(|stop| *stop) => true,
        () = timers::pause(timers::UPKEEP_INTERVAL) => false,
    }
}

fn note<T: Debug>(task: &str, outcome: Result<T, Error>) {
    match outcome {
        Ok(done) => tracing::debug!(task, ?done, "done"),
        Err(error) => tracing::error!(task, %error, "maintenance task failed; the next round retries"),
    }
}
