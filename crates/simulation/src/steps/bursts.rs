//! Requests that are under way at the same time.

use causeway_wire::table::{Operation, Quotes, Sandbox};

use super::step::any_tenant;
use crate::broken::Holds;
use crate::checks::fire;
use crate::requests::{Expects, any_operation, sound};
use crate::world::World;

/// Senders at once, at most.
const MOST: i64 = 5;

const EXECUTE: Operation = Operation::Quotes(Quotes::ExecuteQuote);

/// The same keyed request from several senders: one of them carries it out.
pub(super) fn one_key(world: &mut World) -> Holds {
    let dice = world.dice();
    let tenant = any_tenant(&dice);
    let operations = [
        EXECUTE,
        Operation::Quotes(Quotes::CreateQuote),
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount),
    ];
    let operation = dice.pick(&operations).copied().unwrap_or(EXECUTE);
    let shot = sound(world, tenant, operation).filter(|shot| shot.key.is_some());
    let senders = usize::try_from(dice.between(2, MOST)).unwrap_or(2);
    fire(world, &shot.map_or_else(Vec::new, |shot| vec![shot; senders]))
}

/// Several executions of one quote, each by itself: one of them succeeds.
pub(super) fn executions(world: &mut World) -> Holds {
    let dice = world.dice();
    let tenant = any_tenant(&dice);
    let Some(first) = sound(world, tenant, EXECUTE) else { return Ok(()) };
    let mut shots = vec![first.clone()];
    for _ in 1..dice.between(2, MOST) {
        let other = sound(world, tenant, EXECUTE).unwrap_or_else(|| first.clone());
        shots.push(crate::requests::Shot { path: first.path.clone(), ..other });
    }
    fire(world, &shots)
}

/// Whatever comes together.
pub(super) fn mixture(world: &mut World) -> Holds {
    let dice = world.dice();
    let tenant = any_tenant(&dice);
    let count = dice.between(2, MOST);
    let shots = (0..count).filter_map(|_| sound(world, tenant, any_operation(&dice)));
    // One of them may delete what another one looks at; and if the process dies over them, payments into one
    // account are told apart by their keys.
    let shots: Vec<_> = shots.map(|shot| shot.expecting(Expects::Answer).keyed(&dice)).collect();
    fire(world, &shots)
}
