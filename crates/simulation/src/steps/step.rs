//! One step: what it is, is left to chance.

use super::{bursts, clocks, machinery, operators};
use crate::broken::Holds;
use crate::checks::fire;
use crate::dice::Dice;
use crate::requests::{any_operation, repeat, reuse_key, sound, spoil};
use crate::world::World;

/// Steps are taken by so many weights, under these names.
type Step = (u32, (&'static str, fn(&mut World) -> Holds));

const FIRST: Step = (430, ("step: a request", request));
const OTHERS: &[Step] = &[
    (160, ("step: a spoiled request", spoiled_request)),
    (60, ("step: a request repeated with its key", repeated_request)),
    (20, ("step: another request with a used key", key_reused)),
    (25, ("step: one keyed request from many senders", bursts::one_key)),
    (20, ("step: many executions of one quote", bursts::executions)),
    (25, ("step: many requests at once", bursts::mixture)),
    (90, ("step: jobs", machinery::run_jobs)),
    (80, ("step: deliveries", machinery::deliver)),
    (15, ("step: sealing and checkpoints", machinery::seal)),
    (6, ("step: pruning", machinery::prune)),
    (60, ("step: time passes", clocks::pass)),
    (8, ("step: a clock is frozen", clocks::freeze)),
    (8, ("step: a clock is resumed", clocks::resume)),
    (12, ("step: a clock is advanced", clocks::advance)),
    (5, ("step: the process is killed", machinery::kill)),
    (10, ("step: an operator's verdict on a customer", operators::verdict)),
    (8, ("step: an operator moves an account", operators::move_account)),
    (12, ("step: an operator moves a payment", operators::move_payment)),
];

/// The names of the steps.
pub(crate) const EVENTS: &[&[&str]] = &[&[FIRST.1.0], &{
    let mut names = [""; OTHERS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = OTHERS[at].1.0;
        at += 1;
    }
    names
}];

/// Takes one step.
pub(crate) fn take(world: &mut World) -> Holds {
    let (name, step) = world.dice().weighted(FIRST, OTHERS);
    world.lasting.counts.event(name);
    world.lasting.trace.note(&format!("{} {name}", world.now()));
    step(world)
}

/// The platform whose turn it is; the production one less often.
pub(super) fn any_tenant(dice: &Dice) -> usize {
    dice.weighted((50, 0), &[(40, 1), (10, 2)])
}

fn request(world: &mut World) -> Holds {
    let dice = world.dice();
    let shot = sound(world, any_tenant(&dice), any_operation(&dice));
    fire(world, &Vec::from_iter(shot))
}

fn spoiled_request(world: &mut World) -> Holds {
    let dice = world.dice();
    let shot = sound(world, any_tenant(&dice), any_operation(&dice));
    let spoiled = shot.and_then(|shot| spoil(world, shot));
    fire(world, &Vec::from_iter(spoiled))
}

fn repeated_request(world: &mut World) -> Holds {
    let shot = repeat(world, any_tenant(&world.dice()));
    fire(world, &Vec::from_iter(shot))
}

fn key_reused(world: &mut World) -> Holds {
    let shot = reuse_key(world, any_tenant(&world.dice()));
    fire(world, &Vec::from_iter(shot))
}
