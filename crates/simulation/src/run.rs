//! One run: a seed, a number of steps, and the invariants that hold throughout.

use std::fmt;

use crate::checks::{self, audit, settle};
use crate::counts::Counts;
use crate::platforms::create_platforms;
use crate::scenes;
use crate::steps;
use crate::violation::{CheckResult, Violation};
use crate::world::{self, Engine, RailSeeds, World};

/// Steps between two audits.
const AUDIT_EVERY: u32 = 25;

/// A completed run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Hash of everything that happened.
    pub trace: String,
}

/// A run that violated an invariant.
#[derive(Debug)]
pub struct Failure {
    /// The seed that reproduces the failure.
    pub seed: u64,
    /// The step after which the failure was detected, from 1; 0 is the set-up.
    pub step: u32,
    /// The violated invariant.
    pub what: String,
    /// The last lines of the trace.
    pub trace: Vec<String>,
}

/// Makes one run of `steps` steps, and then lets all work that it started finish.
///
/// After each step: no response is a failure of the service unless a fault was injected; resources that were
/// answered with success exist; every balance is the one that its platform was shown; an idempotency key has
/// one effect. Every few steps: the books balance, quotes and payments agree, every change has exactly one
/// event, and receivers got the stored bytes. At the end: no work is left, and the partners of rails have booked the
/// same payments as the ledger.
///
/// # Errors
/// The first violation.
pub fn run(
    engine: Engine,
    seed: u64,
    rail_seeds: RailSeeds,
    steps: u32,
    counts: &Counts,
) -> Result<Summary, Box<Failure>> {
    let failure = |step, Violation(what), trace| Box::new(Failure { seed, step, what, trace });
    let mut world = World::new(seed, rail_seeds, engine, counts.clone())
        .map_err(|violation| failure(0, violation, Vec::new()))?;
    let set_up = create_platforms(&mut world).and_then(|()| scenes::set(&mut world));
    set_up.map_err(|violation| failure(0, violation, world.host.trace.end()))?;
    world.host.fault_plan.set_paused(false);
    for step in 1..=steps {
        advance(&mut world, step).map_err(|violation| failure(step, violation, world.host.trace.end()))?;
    }
    finish(&mut world).map_err(|violation| failure(steps, violation, world.host.trace.end()))?;
    Ok(Summary { trace: world.host.trace.hash() })
}

fn advance(world: &mut World, step: u32) -> CheckResult {
    steps::take(world)?;
    if step.is_multiple_of(AUDIT_EVERY) { audit(world, false) } else { Ok(()) }
}

fn finish(world: &mut World) -> CheckResult {
    settle(world)?;
    audit(world, true)
}

impl Default for Counts {
    /// Creates zero counts for everything that must occur.
    fn default() -> Self {
        let all = world::EVENTS.iter().chain(steps::EVENTS).chain(steps::RAIL_EVENTS).chain(checks::EVENTS);
        Self::of(all.flat_map(|names| names.iter()).copied())
    }
}

impl Counts {
    /// Returns the number of payments that operators were shown at the end of their runs, and lists the ends of payments
    /// and refunds that never occurred.
    #[must_use]
    pub fn shown_ends(&self) -> (u64, Vec<String>) {
        let missing = checks::ENDS.iter().chain(checks::REFUNDS).filter(|name| self.count(name) == 0);
        let missing = missing.map(|name| format!("never occurred: {name}")).collect();
        (checks::ENDS.iter().map(|name| self.count(name)).sum(), missing)
    }

    /// Returns the number of orders that had ended at the rails of their runs, and lists the ends that never occurred.
    #[must_use]
    pub fn rail_ends(&self) -> (u64, Vec<String>) {
        let missing = checks::RAIL_ENDS.iter().filter(|name| self.count(name) == 0);
        let missing = missing.map(|name| format!("never occurred: {name}")).collect();
        (checks::RAIL_ENDS.iter().map(|name| self.count(name)).sum(), missing)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trace.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        write!(f, "seed {}, step {}: {}", self.seed, self.step, self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_payments_are_added_up_and_missing_ends_are_listed() {
        let counts = Counts::default();
        let (none, all) = counts.shown_ends();
        assert_eq!((none, all.len()), (0, checks::ENDS.len() + checks::REFUNDS.len()));
        for name in [checks::ENDS[0], checks::ENDS[0], checks::ENDS[1], checks::REFUNDS[0]] {
            counts.event(name);
        }
        let (shown, missing) = counts.shown_ends();
        assert_eq!((shown, missing.len()), (3, all.len() - 3));
    }

    #[test]
    fn orders_of_rails_are_added_up_and_missing_ends_are_listed() {
        let counts = Counts::default();
        assert_eq!(counts.rail_ends().1.len(), checks::RAIL_ENDS.len());
        counts.event(checks::RAIL_ENDS[0]);
        let (orders, missing) = counts.rail_ends();
        assert_eq!((orders, missing.len()), (1, checks::RAIL_ENDS.len() - 1));
    }
}
