//! Faults of the database, as the store's fault points ask for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use causeway_store::{Defect, Fault, FaultInjector, Point};

use crate::counts::Counts;
use crate::dice::Dice;

/// What can happen where: the pairs that mean something to SQLite.
const FAULTS: &[(Point, Fault, &str)] = &[
    (Point::BeforeClosure, Fault::LostRace, "before a closure: lost race"),
    (Point::BeforeClosure, Fault::Full, "before a closure: disk full"),
    (Point::BeforeClosure, Fault::Io, "before a closure: input or output failed"),
    (Point::BeforeClosure, Fault::LostConnection, "before a closure: connection lost"),
    (Point::AfterClosure, Fault::LostRace, "after a closure: lost race"),
    (Point::AfterClosure, Fault::Full, "after a closure: disk full"),
    (Point::AfterClosure, Fault::Io, "after a closure: input or output failed"),
    (Point::AfterClosure, Fault::LostConnection, "after a closure: connection lost"),
    (Point::BeforeCommit, Fault::LostRace, "COMMIT: lost race"),
    (Point::BeforeCommit, Fault::Full, "COMMIT: disk full"),
    (Point::BeforeCommit, Fault::Io, "COMMIT: input or output failed"),
    (Point::BeforeCommit, Fault::FailedSync, "COMMIT: the process dies before it"),
    (Point::AfterCommit, Fault::FailedSync, "COMMIT: the process dies after it"),
];

/// The names of the faults.
pub(super) const EVENTS: &[&str] = &{
    let mut names = [""; FAULTS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = FAULTS[at].2;
        at += 1;
    }
    names
};

/// How often anything misbehaves, and whether anything just did. Clones are the same weather.
#[derive(Clone)]
pub(crate) struct Weather(Arc<State>);

struct State {
    dice: Dice,
    counts: Counts,
    /// Faults per thousand visits of a fault point.
    roughness: u32,
    is_calm: AtomicBool,
    /// How often anything has misbehaved so far.
    disturbances: AtomicU64,
    deaths: AtomicU32,
    defect: Option<Defect>,
}

impl Weather {
    /// Calm at first.
    pub(super) fn new(dice: Dice, counts: Counts, roughness: u32, defect: Option<Defect>) -> Self {
        Self(Arc::new(State {
            dice,
            counts,
            roughness,
            is_calm: AtomicBool::new(true),
            disturbances: AtomicU64::new(0),
            deaths: AtomicU32::new(0),
            defect,
        }))
    }

    /// Lets nothing misbehave, or things misbehave again; whether it was calm before.
    pub(crate) fn set_calm(&self, is_calm: bool) -> bool {
        self.0.is_calm.swap(is_calm, Ordering::AcqRel)
    }

    /// Whether anything may misbehave now.
    pub(super) fn is_rough(&self) -> bool {
        !self.is_calm() && self.0.roughness > 0
    }

    fn is_calm(&self) -> bool {
        self.0.is_calm.load(Ordering::Acquire)
    }

    /// How often something has misbehaved so far.
    pub(crate) fn disturbances(&self) -> u64 {
        self.0.disturbances.load(Ordering::Acquire)
    }

    /// Whether nothing has ever misbehaved and nobody has died.
    pub(crate) fn was_always_calm(&self) -> bool {
        self.disturbances() == 0 && self.0.deaths.load(Ordering::Acquire) == 0
    }

    /// Somebody else misbehaves this often in a thousand times, when it is not calm.
    pub(super) fn strikes(&self, per_mille: u32, name: &'static str) -> bool {
        let strikes = self.is_rough() && self.0.dice.per_mille(per_mille);
        if strikes {
            self.disturb(name);
        }
        strikes
    }

    /// The process dies.
    pub(super) fn note_death(&self) {
        self.0.deaths.fetch_add(1, Ordering::AcqRel);
    }

    fn disturb(&self, name: &'static str) {
        self.0.disturbances.fetch_add(1, Ordering::AcqRel);
        self.0.counts.event(name);
    }
}

impl FaultInjector for Weather {
    fn at(&self, point: Point) -> Option<Fault> {
        if self.is_calm() || !self.0.dice.per_mille(self.0.roughness) {
            return None;
        }
        let here: Vec<_> = FAULTS.iter().filter(|(where_, _, _)| *where_ == point).collect();
        let (_, fault, name) = self.0.dice.pick(&here)?;
        self.disturb(name);
        Some(*fault)
    }

    /// A planted defect is there whenever it is not calm, however smooth the weather. Only commits are not
    /// lost every time: work whose every record is lost would be done again without end.
    fn has(&self, defect: Defect) -> bool {
        let shows = |defect| defect != Defect::AcknowledgeBeforeCommit || self.0.dice.per_mille(500);
        !self.is_calm() && self.0.defect == Some(defect) && shows(defect)
    }
}
