//! Requests that are under way at the same time.

use causeway_wire::table::{Operation, Quotes, Sandbox};

use crate::areas::{any_operation, sound};
use crate::checks::submit;
use crate::platforms::any_tenant;
use crate::requests::{Expects, Request};
use crate::violation::Checked;
use crate::world::World;

/// Senders at once, at most.
const MOST: i64 = 5;

const EXECUTE: Operation = Operation::Quotes(Quotes::ExecuteQuote);

/// The same keyed request from several senders: one of them carries it out.
pub(super) fn one_key(world: &mut World) -> Checked {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    let operations = [
        EXECUTE,
        Operation::Quotes(Quotes::CreateQuote),
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount),
    ];
    let operation = rng.pick(&operations).copied().unwrap_or(EXECUTE);
    let request = sound(world, tenant, operation).filter(|request| request.key.is_some());
    let senders = usize::try_from(rng.between(2, MOST)).unwrap_or(2);
    submit(world, &request.map_or_else(Vec::new, |request| vec![request; senders]))
}

/// Several executions of one quote, each by itself: one of them succeeds.
pub(super) fn executions(world: &mut World) -> Checked {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    let Some(first) = sound(world, tenant, EXECUTE) else { return Ok(()) };
    let mut requests = vec![first.clone()];
    for _ in 1..rng.between(2, MOST) {
        let other = sound(world, tenant, EXECUTE).unwrap_or_else(|| first.clone());
        requests.push(Request { path: first.path.clone(), ..other });
    }
    submit(world, &requests)
}

/// Whatever comes together.
pub(super) fn mixture(world: &mut World) -> Checked {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    let count = rng.between(2, MOST);
    let requests = (0..count).filter_map(|_| sound(world, tenant, any_operation(&rng)));
    // One of them may delete what another one looks at; and if the process crashes over them, payments into one
    // account are told apart by their keys.
    let requests: Vec<_> = requests.map(|request| request.expecting(Expects::Answer).keyed(&rng)).collect();
    submit(world, &requests)
}
