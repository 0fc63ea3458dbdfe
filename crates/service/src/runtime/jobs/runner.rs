//! The loop that runs jobs as they become due.

use std::pin::pin;
use std::sync::Arc;

use causeway_store::Wake;
use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::pace::Pace;
use super::run::{claim, run};
use crate::runtime::app::App;
use crate::runtime::timers;

/// Runs jobs, up to `places` at once, until stopped; then waits for those in progress. Dropping the future
/// instead is safe: its jobs are claimed again after their lease has expired.
pub async fn keep_running(app: Arc<App>, mut stop: watch::Receiver<bool>, places: usize) {
    let wake = app.store.subscribe(Wake::Jobs);
    let mut pace = Pace::new(places);
    let mut running = JoinSet::new();
    let mut gathering = pin!(timers::pause(timers::JOB_GATHERING));
    let mut polling = pin!(timers::pause(timers::POLL));
    loop {
        let room = pace.room(running.len());
        if room > 0 {
            pace.record_claim(claim_and_start(&app, room, &mut running).await, room);
            gathering.set(timers::pause(timers::JOB_GATHERING));
            polling.set(timers::pause(timers::POLL));
        }
        tokio::select! {
            // An error would mean that the sender is gone, and with it the process that wants more.
            _ = stop.wait_for(|stop| *stop) => break,
            () = wake.notified() => pace.look_again(),
            Some(_) = running.join_next() => {}
            () = &mut gathering, if !pace.has_gathered() => pace.end_gathering(),
            () = &mut polling => {
                pace.look_again();
                polling.set(timers::pause(timers::POLL));
            }
        }
        while running.try_join_next().is_some() {}
    }
    while running.join_next().await.is_some() {}
}

/// Claims up to `room` jobs and starts them; returns their number.
async fn claim_and_start(app: &Arc<App>, room: usize, running: &mut JoinSet<()>) -> usize {
    match claim(app, None, u32::try_from(room).unwrap_or(u32::MAX)).await {
        Ok(claimed) => {
            let count = claimed.len();
            claimed.into_iter().for_each(|job| drop(running.spawn(run(job).map(|_is_done| ()))));
            count
        }
        Err(error) => {
            tracing::warn!(%error, "failed to claim jobs");
            0
        }
    }
}
