//! The loops of a serving process besides HTTP: running jobs, delivering webhooks, following the feeds of rails, and
//! maintenance.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::alerts;
use crate::payments::incoming::approval;
use crate::rails;
use crate::runtime::app::App;
use crate::runtime::{heartbeat, jobs, timers, upkeep};
use crate::webhooks;

/// The background work of one process. Dropping it ends the work at once, which loses nothing: claimed work
/// is claimed again later, or at once after [`heartbeat::leave`].
#[derive(Debug)]
pub struct Background {
    work: JoinSet<()>,
    /// Ends after the work: a process that finishes its work after a stop is not dead.
    heartbeat: JoinSet<()>,
}

impl Background {
    /// Starts the work, with up to so many `jobs` at once; with 0 they are left to other processes. `stop`
    /// becomes `true` when the process is to end.
    #[must_use]
    pub fn start(app: &Arc<App>, jobs: usize, stop: &watch::Receiver<bool>) -> Self {
        let mut tasks = JoinSet::new();
        if jobs > 0 {
            let keep_running = move |app, stop| jobs::keep_running(app, stop, jobs);
            tasks.spawn(supervise("jobs", app, stop, keep_running));
        }
        tasks.spawn(supervise("webhooks", app, stop, webhooks::run_sender));
        tasks.spawn(supervise("approvals", app, stop, approval::keep_expiring));
        tasks.spawn(supervise("alerts", app, stop, alerts::keep_notifying));
        tasks.spawn(supervise("upkeep", app, stop, upkeep::run_maintenance));
        tasks.spawn(supervise("verification", app, stop, upkeep::keep_verifying));
        tasks.spawn(supervise("rails", app, stop, rails::keep_following));
        let mut heartbeat = JoinSet::new();
        let keep_beating = |app, _stop| heartbeat::keep_beating(app);
        heartbeat.spawn(supervise("heartbeat", app, stop, keep_beating));
        Self { work: tasks, heartbeat }
    }

    /// Waits until the work that was under way at the stop has ended.
    pub async fn ended(mut self) {
        while self.work.join_next().await.is_some() {}
        self.heartbeat.shutdown().await;
    }
}

/// Restarts a loop whenever it panics.
fn supervise<F>(
    name: &'static str,
    app: &Arc<App>,
    stop: &watch::Receiver<bool>,
    keep_going: impl Fn(Arc<App>, watch::Receiver<bool>) -> F + Send + 'static,
) -> impl Future<Output = ()> + Send + 'static
where
    F: Future<Output = ()> + Send + 'static,
{
    let app = Arc::clone(app);
    let stop = stop.clone();
    async move {
        let mut running = JoinSet::new();
        loop {
            running.spawn(keep_going(Arc::clone(&app), stop.clone()));
            match running.join_next().await {
                Some(Err(error)) if error.is_panic() => {
                    tracing::error!(name, %error, "background task panicked; restarting it");
                    timers::pause(timers::POLL).await;
                }
                _ => return,
            }
        }
    }
}
