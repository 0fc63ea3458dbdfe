//! One run: a seed, a number of steps, and what must hold all along.

use std::fmt;

use crate::checks::{self, audit, settle};
use crate::counts::Counts;
use crate::platforms::create_platforms;
use crate::scenes;
use crate::steps;
use crate::violation::{Checked, Violation};
use crate::world::{self, Engine, World};

/// Steps between two audits.
const AUDIT_EVERY: u32 = 25;

/// A run that came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The hash of everything that happened.
    pub trace: String,
}

/// A run in which something that must hold did not.
#[derive(Debug)]
pub struct Failure {
    /// The seed that shows it again.
    pub seed: u64,
    /// The step after which it showed, from 1; 0 at the start.
    pub step: u32,
    /// What did not hold.
    pub what: String,
    /// What happened last.
    pub trace: Vec<String>,
}

/// Makes one run of `steps` steps, and then lets everything that was begun come to its end.
///
/// After each step holds: no answer is a failure of the service unless a fault was injected; what was answered
/// with success is there; every balance is what its platform was shown; a key has one effect. Every few steps the
/// books add up, quotes and payments agree, every change has its event once, and receivers got what was written.
/// At the end nothing is left to do.
///
/// # Errors
/// The first thing that does not hold.
pub fn run(engine: Engine, seed: u64, steps: u32, counts: &Counts) -> Result<Summary, Box<Failure>> {
    let failure = |step, Violation(what), trace| Box::new(Failure { seed, step, what, trace });
    let mut world = World::new(seed, engine, counts.clone()).map_err(|why| failure(0, why, Vec::new()))?;
    let begun = create_platforms(&mut world).and_then(|()| scenes::set(&mut world));
    begun.map_err(|why| failure(0, why, world.host.trace.end()))?;
    world.host.fault_plan.set_paused(false);
    for step in 1..=steps {
        advance(&mut world, step).map_err(|why| failure(step, why, world.host.trace.end()))?;
    }
    finish(&mut world).map_err(|why| failure(steps, why, world.host.trace.end()))?;
    Ok(Summary { trace: world.host.trace.hash() })
}

fn advance(world: &mut World, step: u32) -> Checked {
    steps::take(world)?;
    if step.is_multiple_of(AUDIT_EVERY) { audit(world, false) } else { Ok(()) }
}

fn finish(world: &mut World) -> Checked {
    settle(world)?;
    audit(world, true)
}

impl Default for Counts {
    /// Nothing yet, with a place for everything that must happen.
    fn default() -> Self {
        let all = world::EVENTS.iter().chain(steps::EVENTS).chain(checks::EVENTS);
        Self::of(all.flat_map(|names| names.iter()).copied())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trace.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        write!(f, "seed {}, step {}: {}", self.seed, self.step, self.what)
    }
}
