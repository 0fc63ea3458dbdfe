//! The loop that does the service's own chores.

use std::fmt::Debug;
use std::sync::Arc;

use causeway_store::Error;
use tokio::sync::watch;

use super::clock::NOTABLE;
use super::{
    close_alerts, fold_checkpoints, follow_clock, follow_heads, follow_setbacks, prune, reconsider,
    seal_ledger,
};
use crate::runtime::app::App;
use crate::runtime::timers;

/// Old rows are looked for once in so many rounds.
const ROUNDS_PER_PRUNING: u32 = 20;

/// Does the chores round by round until stopped, the first at once: what a process has left unsealed at its end
/// is not left so.
pub async fn keep_tending(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    note("looking at what was set aside", reconsider(&app).await);
    note("looking for an older state", follow_setbacks(&app).await);
    for round in (1..=ROUNDS_PER_PRUNING).cycle() {
        if round == 1 || app.clock.ahead() >= NOTABLE {
            note("looking at the clock", follow_clock(&app).await);
        }
        note("sealing the ledger", seal_ledger(&app).await);
        note("following the heads of the ledgers", follow_heads(&app).await);
        note("folding checkpoints", fold_checkpoints(&app).await);
        note("closing alerts", close_alerts(&app).await);
        app.rate_limit.shrink();
        if let Err(error) = app.tombstones.refresh() {
            tracing::error!(%error, "what was revoked of wallets cannot be read; the next round tries again");
        }
        if round == ROUNDS_PER_PRUNING {
            note("deleting what is old", prune(&app).await);
        }
        if is_stopped_meanwhile(&mut stop).await {
            return;
        }
    }
}

/// Waits for the next round; whether there is to be none.
async fn is_stopped_meanwhile(stop: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        // An error would mean that the sender is gone, and with it whoever could want more.
        _ = stop.wait_for(|stop| *stop) => true,
        () = timers::pause(timers::UPKEEP) => false,
    }
}

fn note<T: Debug>(chore: &str, outcome: Result<T, Error>) {
    match outcome {
        Ok(done) => tracing::debug!(chore, ?done, "done"),
        Err(error) => tracing::error!(chore, %error, "failed; the next round tries again"),
    }
}
