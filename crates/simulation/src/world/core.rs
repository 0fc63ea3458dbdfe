//! The state of one run.

use std::sync::Arc;
use std::time::Duration;

use causeway::wiring::release_work;
use causeway_domain::Time;
use causeway_store::{Error, Tx};

use super::database::Engine;
use super::host::{Host, RailSeeds};
use super::journal::Books;
use super::process::Process;
use super::rail_payer::RailPayer;
use super::tenant::Tenant;
use super::theme::Theme;
use crate::counts::Counts;
use crate::rng::Rng;
use crate::violation::{CheckResult, Violation};

/// The world of one run.
pub(crate) struct World {
    // Declared before `host`, which outlives it, so that it is dropped first.
    pub(crate) process: Process,
    pub(crate) tenants: Vec<Tenant>,
    pub(crate) books: Books,
    /// The run's theme and the index of its platform.
    pub(crate) theme: (Theme, usize),
    /// `None` in a run without rails.
    pub(crate) rails: Option<RailPayer>,
    pub(crate) host: Host,
    engine: Engine,
    restarts: i64,
}

impl World {
    /// Starts a service on an empty database, without faults.
    pub(crate) fn new(seed: u64, rail_seeds: RailSeeds, engine: Engine, counts: Counts) -> CheckResult<Self> {
        let host = Host::new(seed, rail_seeds, engine, counts)?;
        let process = Process::start(&host)?;
        let theme = (Theme::Anything, 0);
        Ok(Self {
            process,
            tenants: Vec::new(),
            books: Books::default(),
            theme,
            rails: None,
            host,
            engine,
            restarts: 0,
        })
    }

    /// Runs a future in the process, and advances wall time by the time that it waited.
    pub(crate) fn run<F: Future>(&self, future: F) -> F::Output {
        let (output, waited) = self.process.run(future);
        self.host.clock.advance(waited);
        output
    }

    pub(crate) fn read<T: Send + 'static>(
        &self,
        read: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> CheckResult<T> {
        self.run(self.process.app.store.read(read)).map_err(Violation::from)
    }

    /// Runs an action without injecting faults.
    pub(crate) fn without_faults<T>(
        &mut self,
        act: impl FnOnce(&mut Self) -> CheckResult<T>,
    ) -> CheckResult<T> {
        let was_paused = self.host.fault_plan.set_paused(true);
        let done = act(self);
        self.host.fault_plan.set_paused(was_paused);
        done
    }

    /// Crashes the process, which loses everything uncommitted, and starts it again.
    pub(crate) fn restart(&mut self) -> CheckResult {
        self.host.fault_plan.record_crash();
        self.restarts += 1;
        self.host.trace.note("the process crashes and restarts");
        self.process.app.store.close();
        self.process = Process::start(&self.host)?;
        let rails = Arc::clone(&self.process.app.rails);
        self.without_faults(|world| world.run(rails.reload()).map_err(Violation::from))?;
        // A process that is alone on its database takes over at once; otherwise it waits until the leases
        // expire.
        if self.host.rng.percent(60) {
            let store = self.process.app.store.clone();
            self.without_faults(|world| world.run(release_work(&store)).map_err(Violation::from))?;
        }
        Ok(())
    }

    /// Returns the number of platforms about which random steps decide: all but the one whose payments go over rails.
    pub(crate) fn ordinary_tenants(&self) -> usize {
        self.rails.as_ref().map_or(self.tenants.len(), |payer| payer.tenant)
    }

    /// Returns the number of orders that a rail may take after the next process has asked about them. A server goes on
    /// with the commit of a process that has died, and the simulated rails keep their orders there. SQLite dies with
    /// its process.
    pub(crate) fn late_orders_max(&self) -> i64 {
        if self.engine == Engine::Postgres { self.restarts } else { 0 }
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.host.clock.advance(time);
    }

    pub(crate) fn now(&self) -> Time {
        self.host.clock.now()
    }

    pub(crate) fn rng(&self) -> Rng {
        self.host.rng.clone()
    }
}
