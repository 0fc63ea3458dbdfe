//! The tasks that send notices: one for each receiver that has due ones, so that a slow receiver holds no other.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::ids::AlertSinkId;
use causeway_store::{Error, alert_notices};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinError, JoinSet};

use super::announce::announce;
use super::deliver::send_due;
use crate::runtime::app::App;

/// The tasks under way.
pub(super) struct Senders {
    app: Arc<App>,
    /// `true` when the process is to end: each task ends after its present notice.
    stop: watch::Receiver<bool>,
    /// Each returns the number of accepted notices.
    tasks: JoinSet<usize>,
    by_sink: BTreeMap<AlertSinkId, AbortHandle>,
}

impl Senders {
    pub(super) fn new(app: &Arc<App>, stop: watch::Receiver<bool>) -> Self {
        Self { app: Arc::clone(app), stop, tasks: JoinSet::new(), by_sink: BTreeMap::new() }
    }

    /// Makes the notices of alerts that were raised or closed, and starts a task for each receiver that has none. A
    /// process that finds nothing to do reads one row.
    pub(super) async fn round(&mut self) -> Result<(), Error> {
        while let Some(ended) = self.tasks.try_join_next() {
            if let Err(error) = ended {
                note_panic(&error);
            }
        }
        self.by_sink.retain(|_, task| !task.is_finished());
        let is_pending: bool = self.app.store.read(alert_notices::is_pending).await?;
        if !is_pending {
            return Ok(());
        }
        let sinks: Vec<AlertSinkId> = self.app.store.write(&[], announce).await?;
        for sink in sinks {
            if !self.by_sink.contains_key(&sink) {
                let task = self.tasks.spawn(send_due(Arc::clone(&self.app), sink, self.stop.clone()));
                self.by_sink.insert(sink, task);
            }
        }
        Ok(())
    }

    /// Waits until all tasks have ended; returns the number of notices accepted since the last round.
    pub(super) async fn ended(mut self) -> usize {
        let mut accepted = 0;
        while let Some(ended) = self.tasks.join_next().await {
            match ended {
                Ok(count) => accepted += count,
                Err(error) => note_panic(&error),
            }
        }
        accepted
    }
}

/// Logs that a task has panicked. Its notice is sent again once the claim is over.
fn note_panic(error: &JoinError) {
    tracing::error!(%error, "the task that sends notices to a receiver panicked");
}

/// Sends all notices that are due, to all receivers at a time; returns the number of accepted ones.
pub async fn deliver_notices(app: &Arc<App>) -> Result<usize, Error> {
    let (_running, stop) = watch::channel(false);
    let mut senders = Senders::new(app, stop);
    senders.round().await?;
    Ok(senders.ended().await)
}
