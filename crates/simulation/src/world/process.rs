//! One life of the process: from its start to its death or to its end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use causeway::router::router;
use causeway_service::runtime::keys::Keyring;
use causeway_service::runtime::settings::Deployment;
use causeway_service::{App, Parts};
use causeway_store::{Health, Options, Store};
use causeway_wire::Contract;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use super::partners::ports;
use super::universe::Lasting;
use crate::broken::Holds;

/// A running service with the thread that it has for itself.
pub(crate) struct Process {
    pub(crate) app: Arc<App>,
    pub(crate) router: Router,
    // Dropped last: whatever the service does in the background ends with it.
    runtime: Runtime,
}

impl Process {
    /// Starts on what an earlier life has left.
    pub(super) fn start(lasting: &Lasting) -> Holds<Self> {
        let options = Options {
            faults: Some(Arc::new(lasting.weather.clone())),
            on_fatal: Arc::new(|_| {}),
            ..Options::new(lasting.clock.clone(), lasting.ids.clone())
        };
        let store = Store::inline(Some(lasting.memory.path()), options)?;
        let app = App::new(Parts {
            ports: ports(&store, &lasting.dice, &lasting.weather),
            contract: Contract::compile()?,
            store,
            clock: lasting.clock.clone(),
            ids: lasting.ids.clone(),
            keys: Keyring::clone(&lasting.keys),
            outbound: Arc::new(lasting.outside.clone()),
            deployment: Deployment::new([("rate_limit_per_second", json!(0))].into()),
        });
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build()?;
        Ok(Self { router: router(Arc::clone(&app)), app, runtime })
    }

    /// Runs a future to its end, and tells how long it believes to have waited.
    pub(super) fn run<F: Future>(&self, future: F) -> (F::Output, Duration) {
        self.runtime.block_on(async {
            let began = Instant::now();
            let output = future.await;
            (output, began.elapsed())
        })
    }

    /// Whether a fault has ended it: nothing more will be answered.
    pub(crate) fn is_dead(&self) -> bool {
        self.app.store.health() == Health::Closed
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Work in the background holds the service too; the connection must be gone before the next start.
        self.app.store.close();
    }
}
