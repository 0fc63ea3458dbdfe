//! Requests that are under way at the same time.

use causeway_wire::table::{Cards, Operation, Quotes, Sandbox, Wallets};

use crate::areas::{any_operation, sound};
use crate::checks::submit;
use crate::platforms::any_tenant;
use crate::requests::{Expects, Request};
use crate::violation::Checked;
use crate::world::World;

/// Senders at once, at most.
const MOST: i64 = 5;

/// Cards of a platform that are enough to be used.
const CARDS: usize = 3;

/// What card networks do, an authorization twice as often as the rest.
const NETWORK: &[Sandbox] = &[
    Sandbox::SandboxSimulateCardAuthorization,
    Sandbox::SandboxSimulateCardAuthorization,
    Sandbox::SandboxSimulateCardFinancialAuthorization,
    Sandbox::SandboxSimulateCardCreditAuthorization,
    Sandbox::SandboxSimulateCardFinancialCreditAuthorization,
    Sandbox::SandboxSimulateCardCreditAuthorizationAdvice,
    Sandbox::SandboxSimulateCardBalanceInquiry,
    Sandbox::SandboxSimulateCardAuthorizationAdvice,
    Sandbox::SandboxSimulateCardClearing,
    Sandbox::SandboxSimulateCardReturn,
    Sandbox::SandboxSimulateCardReturnReversal,
];

/// Requests until there is a key (cards 7.1).
const LEGS: usize = 3;

const CREATE_KEY: Operation = Operation::Wallets(Wallets::CreateDelegatedKey);
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

/// A card gets a key, and its wallet signs both times at once: what is to be signed does not wait for long.
pub(super) fn card_key(world: &mut World) -> Checked {
    let tenant = any_tenant(&world.rng());
    world.tenants[tenant].signed.retain(|request| request.operation != CREATE_KEY);
    let mut next = sound(world, tenant, CREATE_KEY);
    for _ in 0..LEGS {
        let Some(request) = next else { return Ok(()) };
        submit(world, &[request.expecting(Expects::Answer)])?;
        let signed = &mut world.tenants[tenant].signed;
        next = signed.iter().position(|request| request.operation == CREATE_KEY).map(|at| signed.remove(at));
    }
    Ok(())
}

/// A card is used, in whatever way comes to its network's mind: a platform without one issues it.
pub(super) fn card_use(world: &mut World) -> Checked {
    let rng = world.rng();
    let tenant = any_tenant(&rng);
    if world.tenants[tenant].cards.len() < CARDS {
        let issue = sound(world, tenant, Operation::Cards(Cards::CreateCard));
        submit(world, &Vec::from_iter(issue))?;
    }
    for _ in 0..rng.between(2, 6) {
        let Some(event) = rng.pick(NETWORK) else { break };
        let request = sound(world, tenant, Operation::Sandbox(*event));
        submit(world, &Vec::from_iter(request))?;
    }
    Ok(())
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
