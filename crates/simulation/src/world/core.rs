//! All there is in one run.

use std::time::Duration;

use causeway::wiring::release_work;
use causeway_domain::Time;
use causeway_store::{Error, Tx};

use super::disk::Engine;
use super::host::Host;
use super::journal::Books;
use super::process::Process;
use super::tenant::Tenant;
use super::theme::Theme;
use crate::counts::Counts;
use crate::rng::Rng;
use crate::violation::{Checked, Violation};

/// One run's world.
pub(crate) struct World {
    // Before what outlives it, so that it goes first.
    pub(crate) process: Process,
    pub(crate) tenants: Vec<Tenant>,
    pub(crate) books: Books,
    /// What the run is mostly about, and on which platform.
    pub(crate) theme: (Theme, usize),
    pub(crate) host: Host,
}

impl World {
    /// A service that was just started on an empty database; no faults yet.
    pub(crate) fn new(seed: u64, engine: Engine, counts: Counts) -> Checked<Self> {
        let host = Host::new(seed, engine, counts)?;
        let process = Process::start(&host)?;
        let theme = (Theme::Anything, 0);
        Ok(Self { process, tenants: Vec::new(), books: Books::default(), theme, host })
    }

    /// Runs a future in the process. The time that it believes to have waited has passed.
    pub(crate) fn run<F: Future>(&self, future: F) -> F::Output {
        let (output, waited) = self.process.run(future);
        self.host.clock.advance(waited);
        output
    }

    /// Reads from the database.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        read: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Checked<T> {
        self.run(self.process.app.store.read(read)).map_err(Violation::from)
    }

    /// Does something without faults.
    pub(crate) fn without_faults<T>(&mut self, act: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let was_paused = self.host.fault_plan.set_paused(true);
        let done = act(self);
        self.host.fault_plan.set_paused(was_paused);
        done
    }

    /// The process crashes with everything that it had not committed, and is started again.
    pub(crate) fn restart(&mut self) -> Checked {
        self.host.fault_plan.record_crash();
        self.host.trace.note("the process crashes and starts again");
        self.process.app.store.close();
        self.process = Process::start(&self.host)?;
        // Alone on its database, it takes over at once; beside others, it waits until the claims have run out.
        if self.host.rng.percent(60) {
            let store = self.process.app.store.clone();
            self.without_faults(|world| world.run(release_work(&store)).map_err(Violation::from))?;
        }
        Ok(())
    }

    /// Lets wall time pass.
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
