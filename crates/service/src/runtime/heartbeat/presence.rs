//! The row of a process among those that serve.

use std::sync::Arc;
use std::time::Duration;

use causeway_store::processes::{self, NewProcess};
use causeway_store::{Error, Tx, leases};

use crate::runtime::app::App;
use crate::runtime::timers::{self, Timeout};

/// Time after which a process that was killed is no longer listed, in real time.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);

/// Returns this process as it records itself.
pub(super) fn this_process(app: &App) -> NewProcess {
    NewProcess { id: app.process, version: env!("CARGO_PKG_VERSION"), started_at: app.started_at }
}

/// Records that the process is in a round of maintenance.
pub async fn record_seen(app: &Arc<App>) -> Result<(), Error> {
    let process = this_process(app);
    app.store.write(&[], move |tx| processes::record_seen(tx, process, FORGOTTEN_AFTER)).await
}

/// Gives back all leases of a process that ends, and removes the process from the list. Its work must have
/// ended.
pub async fn leave(app: &Arc<App>) {
    let process = app.process;
    let leave = move |tx: &mut Tx<'_>| {
        leases::give_back(tx, process)?;
        processes::remove(tx, process)
    };
    let left: Result<Result<(), Error>, Timeout> =
        timers::within(timers::LEAVE_TIMEOUT, app.store.write(&[], leave)).await;
    match left {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "failed to give back the leases of this process"),
        Err(Timeout) => tracing::warn!("the leases of this process were not given back in time"),
    }
}
