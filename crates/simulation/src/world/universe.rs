//! All there is in one run.

use std::sync::Arc;
use std::time::Duration;

use causeway::wiring::release_work;
use causeway_domain::{Clock, Ids, Time};
use causeway_service::runtime::keys::Keyring;
use causeway_store::{Defect, Error, Memory, Tx};

use super::outside::Outside;
use super::platforms;
use super::process::Process;
use super::tenant::Tenant;
use super::weather::Weather;
use crate::broken::{Broken, Holds};
use crate::checks::Books;
use crate::counts::Counts;
use crate::dice::Dice;
use crate::trace::Trace;

/// When every run begins.
const START: Time = Time::from_millis(1_760_000_000_000);

/// Faults per thousand visits of a fault point, one of these for each run: from fair to foul.
const ROUGHNESS: &[u32] = &[0, 4, 4, 12, 30];

/// What outlives the process.
pub(crate) struct Lasting {
    pub(crate) dice: Dice,
    pub(crate) counts: Counts,
    pub(crate) trace: Trace,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) weather: Weather,
    pub(crate) outside: Outside,
    pub(super) keys: Arc<Keyring>,
    pub(super) memory: Memory,
}

/// One run's world.
pub(crate) struct World {
    // Before what outlives it, so that it goes first.
    pub(crate) process: Process,
    pub(crate) tenants: Vec<Tenant>,
    pub(crate) books: Books,
    pub(crate) lasting: Lasting,
}

impl World {
    /// A service that was just started on an empty database, with its platforms.
    pub(crate) fn new(seed: u64, counts: Counts, defect: Option<Defect>) -> Holds<Self> {
        let dice = Dice::new(seed);
        let (clock, ids) = (Clock::manual(START), Ids::seeded(seed));
        let trace = Trace::default();
        let roughness = if defect.is_some() { 0 } else { dice.pick(ROUGHNESS).copied().unwrap_or(0) };
        let weather = Weather::new(dice.clone(), counts.clone(), roughness, defect);
        let outside = Outside::new(dice.clone(), weather.clone(), counts.clone(), trace.clone());
        let keys = Arc::new(Keyring::generate(&ids));
        let memory = Memory::new()?;
        let lasting = Lasting { dice, counts, trace, clock, ids, weather, outside, keys, memory };
        let process = Process::start(&lasting)?;
        let mut world = Self { process, tenants: Vec::new(), books: Books::default(), lasting };
        platforms::found(&mut world)?;
        world.lasting.weather.set_calm(false);
        Ok(world)
    }

    /// Runs a future in the process. The time that it believes to have waited has passed.
    pub(crate) fn run<F: Future>(&self, future: F) -> F::Output {
        let (output, waited) = self.process.run(future);
        self.lasting.clock.advance(waited);
        output
    }

    /// Reads from the database, whatever the weather.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        read: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Holds<T> {
        self.run(self.process.app.store.read(read)).map_err(Broken::from)
    }

    /// Does something in calm weather.
    pub(crate) fn in_calm<T>(&mut self, act: impl FnOnce(&mut Self) -> Holds<T>) -> Holds<T> {
        let was_calm = self.lasting.weather.set_calm(true);
        let done = act(self);
        self.lasting.weather.set_calm(was_calm);
        done
    }

    /// The process dies with everything that it had not committed, and is started again.
    pub(crate) fn restart(&mut self) -> Holds {
        self.lasting.weather.note_death();
        self.lasting.trace.note("the process dies and starts again");
        self.process.app.store.close();
        self.process = Process::start(&self.lasting)?;
        // Alone on its database, it takes over at once; beside others, it waits until the claims have run out.
        if self.lasting.dice.percent(60) {
            let store = self.process.app.store.clone();
            self.in_calm(|world| world.run(release_work(&store)).map_err(Broken::from))?;
        }
        Ok(())
    }

    /// Lets wall time pass.
    pub(crate) fn pass(&self, time: Duration) {
        self.lasting.clock.advance(time);
    }

    pub(crate) fn now(&self) -> Time {
        self.lasting.clock.now()
    }

    pub(crate) fn dice(&self) -> Dice {
        self.lasting.dice.clone()
    }
}
