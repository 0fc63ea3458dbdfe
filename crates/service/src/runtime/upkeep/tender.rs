//! The loop that does the service's own chores.

use std::fmt::Debug;
use std::sync::Arc;

use causeway_store::Error;
use tokio::sync::watch;

use super::{fold_checkpoints, prune, seal_ledger};
use crate::runtime::app::App;
use crate::runtime::timers;

/// Old rows are looked for once in so many rounds.
const ROUNDS_PER_PRUNING: u32 = 20;

/// Does the chores round by round until stopped.
pub async fn keep_tending(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    for round in (1..=ROUNDS_PER_PRUNING).cycle() {
        tokio::select! {
            // An error would mean that the sender is gone, and with it whoever could want more.
            _ = stop.wait_for(|stop| *stop) => return,
            () = timers::pause(timers::UPKEEP) => {}
        }
        note("sealing the ledger", seal_ledger(&app).await);
        note("folding checkpoints", fold_checkpoints(&app).await);
        app.rate_limit.shrink();
        if round == ROUNDS_PER_PRUNING {
            note("deleting what is old", prune(&app).await);
        }
    }
}

fn note<T: Debug>(chore: &str, outcome: Result<T, Error>) {
    match outcome {
        Ok(done) => tracing::debug!(chore, ?done, "done"),
        Err(error) => tracing::error!(chore, %error, "failed; the next round tries again"),
    }
}
