//! The loop that runs jobs as they become due.

use std::sync::Arc;

use causeway_store::Wake;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::run::{claim, run};
use crate::app::App;
use crate::timers;

/// Jobs of one process at once.
const CONCURRENT: usize = 16;

/// Runs jobs until told to stop, then lets those under way end. Dropping the future instead is safe: what it
/// had claimed is claimed again when the lease has run out.
pub async fn keep_running(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let wake = app.store.subscribe(Wake::Jobs);
    let mut running = JoinSet::new();
    loop {
        let room = u32::try_from(CONCURRENT - running.len()).unwrap_or(0);
        if room > 0 {
            match claim(&app, None, room).await {
                Ok(claimed) => claimed.into_iter().for_each(|job| drop(running.spawn(run(job)))),
                Err(error) => tracing::warn!(%error, "no jobs could be claimed"),
            }
        }
        tokio::select! {
            // An error would mean that the sender is gone, and with it whoever could want more.
            _ = stop.wait_for(|stop| *stop) => break,
            () = wake.notified(), if running.len() < CONCURRENT => {}
            Some(_) = running.join_next() => {}
            () = timers::pause(timers::POLL) => {}
        }
        while running.try_join_next().is_some() {}
    }
    while running.join_next().await.is_some() {}
}
