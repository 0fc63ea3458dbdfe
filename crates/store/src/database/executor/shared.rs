//! The state shared by all threads of a store.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::{Ids, Time};

use crate::database::counts::Counters;
use crate::database::error::Error;
use crate::database::fault_injector::{Fault, FaultInjector, Point};
use crate::database::macs::Macs;
use crate::database::options::Options;
use crate::database::pool::Pool;
use crate::database::value::Value;
use crate::database::wake::{Subscribers, Wake, Wakes};

/// The store's ability to write, as its last attempt showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// The last write succeeded.
    Ready,
    /// The database's disk is full.
    Full,
    Unavailable,
    /// The database's files are damaged or gone. Only a restart on sound files ends this.
    Damaged,
    /// The store is shutting down, or had to stop.
    Closed,
}

/// Maximum number of inauthentic rows remembered until they are reported.
const MAX_FOREIGN_ROWS: usize = 1000;

pub(crate) struct SharedState {
    pub(crate) options: Options,
    pub(crate) counters: Counters,
    pub(crate) pool: Pool,
    pub(crate) subscribers: Subscribers,
    health: AtomicU8,
    damage: OnceLock<String>,
    foreign: Mutex<BTreeSet<String>>,
    connects: AtomicU64,
    is_inline: bool,
    is_closing: AtomicBool,
    closing: Mutex<bool>,
    closed: Condvar,
}

impl SharedState {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            options,
            counters: Counters::default(),
            pool: Pool::default(),
            subscribers: Subscribers::default(),
            health: AtomicU8::new(0),
            damage: OnceLock::new(),
            foreign: Mutex::default(),
            connects: AtomicU64::new(0),
            is_inline: false,
            is_closing: AtomicBool::new(false),
            closing: Mutex::new(false),
            closed: Condvar::new(),
        }
    }

    /// Creates the state of a store whose closures run while their caller waits.
    pub(crate) fn inline(options: Options) -> Self {
        Self { is_inline: true, ..Self::new(options) }
    }

    /// Returns `true` if the database uses the process's clock, which only moves when the simulation sets it.
    pub(crate) const fn is_inline(&self) -> bool {
        self.is_inline
    }

    pub(crate) fn now(&self) -> Time {
        self.options.clock.now()
    }

    pub(crate) fn macs(&self) -> &dyn Macs {
        &*self.options.macs
    }

    pub(crate) fn ids(&self) -> &Ids {
        &self.options.ids
    }

    fn faults(&self) -> Option<&dyn FaultInjector> {
        self.options.faults.as_deref()
    }

    pub(crate) fn fault(&self, point: Point) -> Option<Fault> {
        self.faults().and_then(|faults| faults.at(point))
    }

    /// Counts a statement that is about to be sent, and shows it to the fault injector.
    pub(crate) fn pass(&self, sql: &str, params: &[Value<'_>]) {
        self.counters.statement();
        if let Some(faults) = self.faults() {
            faults.pass(sql, params);
        }
    }

    /// Returns the number of connects of all connections: an increase shows that an outage is over.
    pub(crate) fn connects(&self) -> u64 {
        self.connects.load(Ordering::Acquire)
    }

    pub(crate) fn note_connect(&self) {
        self.connects.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn health(&self) -> Health {
        if self.is_closing() {
            return Health::Closed;
        }
        if self.damage.get().is_some() {
            return Health::Damaged;
        }
        match self.health.load(Ordering::Acquire) {
            0 => Health::Ready,
            1 => Health::Full,
            _ => Health::Unavailable,
        }
    }

    pub(crate) fn set_health(&self, health: Health) {
        let code = match health {
            Health::Ready => 0,
            Health::Full => 1,
            Health::Unavailable | Health::Damaged | Health::Closed => 2,
        };
        self.health.store(code, Ordering::Release);
    }

    /// Records that the database is damaged: from now on nothing is written.
    pub(crate) fn note_damage(&self, reason: &str) {
        if self.damage.set(reason.to_owned()).is_ok() {
            tracing::error!(
                reason,
                kind = AlertKind::DatabaseDamaged.as_str(),
                "the database is damaged: nothing is written any more; stop the server, keep a copy of the damaged \
                 files, restore the newest backup and verify it (causeway restore, causeway ledger verify)"
            );
        }
    }

    /// Records a row that this service did not write, if a closure failed because of one.
    pub(crate) fn note_foreign(&self, failure: Option<&Error>) {
        let Some(Error::NotAuthentic(what)) = failure else { return };
        let mut foreign = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        if foreign.len() < MAX_FOREIGN_ROWS && foreign.insert(what.clone()) {
            let mut wakes = Wakes::default();
            wakes.add(Wake::Foreign);
            self.subscribers.fire(wakes);
        }
    }

    /// Returns the rows recorded since the last call.
    pub(crate) fn take_foreign(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.foreign.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Checks that the database's files are not known to be damaged.
    ///
    /// # Errors
    /// [`Error::Damaged`] once they are.
    pub(crate) fn check_sound(&self) -> Result<(), Error> {
        match self.damage.get() {
            Some(reason) => Err(Error::Damaged(reason.clone())),
            None => Ok(()),
        }
    }

    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
        *self.closing.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.closed.notify_all();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Acquire)
    }

    /// Pauses for this time, or less if the store is closing; returns `true` if it is.
    pub(crate) fn pause(&self, at_most: Duration) -> bool {
        let closing = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.closed.wait_timeout_while(closing, at_most, |closing| !*closing);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns a randomised pause that grows with each attempt: 1 to 2 ms, 2 to 4 ms, … 64 to 128 ms.
    pub(crate) fn jittered(&self, attempt: u32) -> Duration {
        let base = 1_000_u64 << attempt.min(6);
        let random = u64::from(u16::from_le_bytes(self.options.ids.bytes()));
        Duration::from_micros(base + base * random / u64::from(u16::MAX))
    }
}
