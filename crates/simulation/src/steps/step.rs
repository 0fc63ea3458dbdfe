//! One step, drawn at random.

use super::mutate::mutate;
use super::repeat::{repeat, reuse_key};
use super::{background, bursts, clocks, deposits, issuers, operators, rails, theme};
use crate::areas::{any_operation, valid_request};
use crate::checks::submit;
use crate::platforms::any_tenant;
use crate::violation::CheckResult;
use crate::world::World;

/// A step with its weight and name.
type Step = (u32, (&'static str, fn(&mut World) -> CheckResult));

const FIRST: Step = (430, ("step: a request", request));
const OTHERS: &[Step] = &[
    (160, ("step: a mutated request", mutated_request)),
    (60, ("step: a request repeated with its key", repeated_request)),
    (20, ("step: another request with a used key", key_reused)),
    (25, ("step: one keyed request from many senders", bursts::one_key)),
    (20, ("step: many executions of one quote", bursts::executions)),
    (25, ("step: many requests at once", bursts::mixture)),
    (240, ("step: the theme of the run", theme::work)),
    (90, ("step: jobs", background::run_jobs)),
    (80, ("step: deliveries", background::deliver)),
    (15, ("step: sealing and checkpoints", background::seal)),
    (6, ("step: pruning", background::prune)),
    (60, ("step: time passes", clocks::pass)),
    (8, ("step: a clock is frozen", clocks::freeze)),
    (8, ("step: a clock is resumed", clocks::resume)),
    (12, ("step: a clock is advanced", clocks::advance)),
    (5, ("step: the process is killed", background::kill)),
    (10, ("step: an operator decides about a customer", operators::verdict)),
    (8, ("step: an operator moves an account", operators::move_account)),
    (12, ("step: an operator moves a payment", operators::move_payment)),
    (14, ("step: third parties send or debit money", deposits::move_any)),
    (8, ("step: an operator moves a card", operators::move_card)),
    (20, ("step: an issuer reports about a card", issuers::deliver)),
];

/// The names of all steps.
pub(crate) const EVENTS: &[&[&str]] = &[&[FIRST.1.0], &{
    let mut names = [""; OTHERS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = OTHERS[at].1.0;
        at += 1;
    }
    names
}];

/// Takes a step, and in a run with rails a further one about them.
pub(crate) fn take(world: &mut World) -> CheckResult {
    let (name, step) = world.rng().weighted(FIRST.0, FIRST.1, OTHERS);
    world.host.counts.event(name);
    world.host.trace.note(&format!("{} {name}", world.now()));
    step(world)?;
    rails::take(world)
}

fn request(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let request = valid_request(world, any_tenant(&rng), any_operation(&rng));
    submit(world, &Vec::from_iter(request))
}

fn mutated_request(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let request = valid_request(world, any_tenant(&rng), any_operation(&rng));
    let mutated = request.and_then(|request| mutate(world, request));
    submit(world, &Vec::from_iter(mutated))
}

fn repeated_request(world: &mut World) -> CheckResult {
    let request = repeat(world, any_tenant(&world.rng()));
    submit(world, &Vec::from_iter(request))
}

fn key_reused(world: &mut World) -> CheckResult {
    let request = reuse_key(world, any_tenant(&world.rng()));
    submit(world, &Vec::from_iter(request))
}
