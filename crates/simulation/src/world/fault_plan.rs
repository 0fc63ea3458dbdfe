//! Faults of the database, requested by the store's fault points.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use causeway_store::{Fault, FaultInjector, Point};

use super::database::Engine;
use crate::counts::Counts;
use crate::rng::Rng;

/// The faults of each fault point, with their names.
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

/// Further faults if a network connects the process to its database.
const FAULTS_OF_A_NETWORK: &[(Point, Fault, &str)] = &[
    (Point::BeforeCommit, Fault::LostConnection, "COMMIT: lost on its way"),
    (Point::BeforeCommit, Fault::LostAnswer, "COMMIT: its answer lost"),
];

/// The names of the faults that every engine meets.
pub(super) const EVENTS: &[&str] = &{
    let mut names = [""; FAULTS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = FAULTS[at].2;
        at += 1;
    }
    names
};

/// The rate of faults, and the number injected. Clones share the plan.
#[derive(Clone)]
pub(crate) struct FaultPlan(Arc<State>);

struct State {
    rng: Rng,
    counts: Counts,
    /// Faults per thousand visits of a fault point.
    per_mille: u32,
    is_paused: AtomicBool,
    /// Number of injected faults.
    injected: AtomicU64,
    crashes: AtomicU32,
    engine: Engine,
}

impl FaultPlan {
    /// Creates a paused plan.
    pub(super) fn new(rng: Rng, counts: Counts, per_mille: u32, engine: Engine) -> Self {
        Self(Arc::new(State {
            rng,
            counts,
            per_mille,
            is_paused: AtomicBool::new(true),
            injected: AtomicU64::new(0),
            crashes: AtomicU32::new(0),
            engine,
        }))
    }

    /// Pauses or resumes the faults; returns the former state.
    pub(crate) fn set_paused(&self, is_paused: bool) -> bool {
        self.0.is_paused.swap(is_paused, Ordering::AcqRel)
    }

    /// Returns `true` if faults may be injected now.
    pub(crate) fn is_active(&self) -> bool {
        !self.is_paused() && self.0.per_mille > 0
    }

    fn is_paused(&self) -> bool {
        self.0.is_paused.load(Ordering::Acquire)
    }

    /// Returns the number of faults injected so far.
    pub(crate) fn injected(&self) -> u64 {
        self.0.injected.load(Ordering::Acquire)
    }

    /// Returns `true` if no fault was ever injected and the process never crashed.
    pub(crate) fn was_undisturbed(&self) -> bool {
        self.injected() == 0 && self.0.crashes.load(Ordering::Acquire) == 0
    }

    /// Injects a partner's fault in `per_mille` of a thousand cases, unless paused.
    pub(super) fn injects(&self, per_mille: u32, name: &'static str) -> bool {
        self.injects_by(&self.0.rng, per_mille, name)
    }

    /// Injects a fault as [`Self::injects`] does, by the random numbers of another generator.
    pub(crate) fn injects_by(&self, rng: &Rng, per_mille: u32, name: &'static str) -> bool {
        let injects = self.is_active() && rng.per_mille(per_mille);
        if injects {
            self.record(name);
        }
        injects
    }

    pub(super) fn record_crash(&self) {
        self.0.crashes.fetch_add(1, Ordering::AcqRel);
    }

    fn record(&self, name: &'static str) {
        self.0.injected.fetch_add(1, Ordering::AcqRel);
        self.0.counts.event(name);
    }
}

impl FaultInjector for FaultPlan {
    fn at(&self, point: Point) -> Option<Fault> {
        if self.is_paused() || !self.0.rng.per_mille(self.0.per_mille) {
            return None;
        }
        let of_network = if self.0.engine == Engine::Postgres { FAULTS_OF_A_NETWORK } else { &[] };
        let here: Vec<_> =
            FAULTS.iter().chain(of_network).filter(|(where_, _, _)| *where_ == point).collect();
        let (_, fault, name) = self.0.rng.pick(&here)?;
        self.record(name);
        Some(*fault)
    }
}
