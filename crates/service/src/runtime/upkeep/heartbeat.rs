//! The heartbeat of a process that serves.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::{Error, processes};
use uuid::Uuid;

use crate::runtime::app::App;

/// Time after which a process that was killed is no longer listed, in real time.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);

/// A process with its start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heartbeat {
    id: Uuid,
    started_at: Time,
}

impl Heartbeat {
    /// Creates the heartbeat of this process, which starts now.
    pub(super) fn new(app: &App) -> Self {
        Self { id: app.process, started_at: app.clock.now() }
    }

    /// Records that the process is running.
    pub(super) async fn beat(self, app: &Arc<App>) -> Result<(), Error> {
        let Self { id, started_at } = self;
        let version = env!("CARGO_PKG_VERSION");
        app.store.write(&[], move |tx| processes::beat(tx, id, version, started_at, FORGOTTEN_AFTER)).await
    }

    /// Removes the process from the list before it ends.
    pub(super) async fn end(self, app: &Arc<App>) -> Result<(), Error> {
        app.store.write(&[], move |tx| processes::remove(tx, self.id)).await
    }
}
