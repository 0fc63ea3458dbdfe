//! Concurrent requests.

use causeway_wire::table::{Operation, Quotes, Sandbox};

use crate::areas::{any_operation, valid_request};
use crate::checks::submit;
use crate::platforms::any_tenant;
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::World;

/// Maximum number of concurrent requests.
const MOST: i64 = 5;

const EXECUTE: Operation = Operation::Quotes(Quotes::ExecuteQuote);

/// Sends the same keyed request several times at once: it takes effect once.
pub(super) fn one_key(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    let operations = [
        EXECUTE,
        Operation::Quotes(Quotes::CreateQuote),
        Operation::Sandbox(Sandbox::SandboxFundInternalAccount),
    ];
    let operation = rng.pick(&operations).copied().unwrap_or(EXECUTE);
    let request = valid_request(world, tenant, operation).filter(|request| request.key.is_some());
    let senders = usize::try_from(rng.between(2, MOST)).unwrap_or(2);
    submit(world, &request.map_or_else(Vec::new, |request| vec![request; senders]))
}

/// Executes one quote several times at once, with separate requests: one of them succeeds.
pub(super) fn executions(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    let Some(first) = valid_request(world, tenant, EXECUTE) else { return Ok(()) };
    let mut requests = vec![first.clone()];
    for _ in 1..rng.between(2, MOST) {
        let other = valid_request(world, tenant, EXECUTE).unwrap_or_else(|| first.clone());
        requests.push(Request { path: first.path.clone(), ..other });
    }
    submit(world, &requests)
}

/// Sends random requests at once.
pub(super) fn mixture(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    let count = rng.between(2, MOST);
    let requests = (0..count).filter_map(|_| valid_request(world, tenant, any_operation(&rng)));
    // Any response will do, because one request may delete the resource of another. All have keys, so that
    // after a crash credits to the same account can be told apart.
    let requests: Vec<_> =
        requests.map(|request| request.expecting(Expectation::AnyResponse).keyed(&rng)).collect();
    submit(world, &requests)
}
