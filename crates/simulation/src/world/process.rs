//! One life of the process, from its start to its crash or end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use causeway::router::router;
use causeway::wiring;
use causeway_service::runtime::anchors::AnchorFile;
use causeway_service::runtime::outbound::Transport;
use causeway_service::runtime::rails::{RailParts, Rails};
use causeway_service::runtime::settings::Deployment;
use causeway_service::{App, Parts, WalletKeyService};
use causeway_store::{Health, Options, Store};
use causeway_wallet_keys::LocalWalletKeys;
use causeway_wire::Contract;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use super::host::Host;
use super::network::Network;
use super::partners::ports;
use crate::violation::CheckResult;

/// Number of jobs at once, as a server has it by default.
const JOB_PLACES: usize = 16;

/// A running service with its own single-threaded runtime.
pub(crate) struct Process {
    pub(crate) app: Arc<App>,
    pub(crate) router: Router,
    // Dropped last: it ends the background tasks of the service.
    runtime: Runtime,
}

impl Process {
    /// Starts the service on the state that an earlier process left.
    pub(super) fn start(host: &Host) -> CheckResult<Self> {
        let options = Options {
            faults: Some(Arc::new(host.fault_plan.clone())),
            on_fatal: Arc::new(|_| {}),
            ..Options::new(host.clock.clone(), host.ids.clone(), Arc::new(host.keys.clone()))
        };
        let store = Store::inline(Some(&host.database.location()), options)?;
        let network = Network { receivers: host.receivers.clone(), rails: host.rails.clone() };
        let outbound: Arc<dyn Transport> = Arc::new(network);
        let rails = Rails::new(RailParts {
            store: store.clone(),
            transport: Arc::clone(&outbound),
            keys: host.keys.clone(),
            clock: host.clock.clone(),
            ids: host.ids.clone(),
            is_development: false,
            job_places: JOB_PLACES,
        });
        let app = App::new(Parts {
            handlers: causeway_service::background::HANDLERS,
            ports: wiring::with_rails(ports(&store, &host.rng, &host.fault_plan), &rails),
            rails,
            contract: Contract::get()?,
            store,
            clock: host.clock.clone(),
            ids: host.ids.clone(),
            keys: host.keys.clone(),
            outbound,
            anchors: AnchorFile::in_memory(),
            wallet_keys: WalletKeyService {
                key_service: Arc::<LocalWalletKeys>::clone(&host.wallet_keys),
                tombstones: Arc::clone(&host.tombstones),
            },
            deployment: Deployment::new([("rate_limit_per_second", json!(0))].into()),
            requests_max: 512,
        });
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build()?;
        Ok(Self { router: router(Arc::clone(&app)), app, runtime })
    }

    /// Runs a future to its end; returns the time that it waited on the paused clock.
    pub(super) fn run<F: Future>(&self, future: F) -> (F::Output, Duration) {
        self.runtime.block_on(async {
            let began = Instant::now();
            let output = future.await;
            (output, began.elapsed())
        })
    }

    /// Returns `true` if a fault has ended the process, so that it will not respond any more.
    pub(crate) fn is_dead(&self) -> bool {
        self.app.store.health() == Health::Closed
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Background tasks also hold the service; the connection must be closed before the next start.
        self.app.store.close();
    }
}
