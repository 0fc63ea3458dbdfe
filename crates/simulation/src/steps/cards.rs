//! Cards at work: issued, given keys, used in whatever way comes to their network's mind, and looked at.

use causeway_wire::table::{Cards, Operation, Sandbox, Wallets};

use crate::areas::sound;
use crate::checks::submit;
use crate::requests::Expects;
use crate::rng::Rng;
use crate::violation::Checked;
use crate::world::World;

/// Cards of a platform that are enough to be used.
const ENOUGH: usize = 3;

/// What card networks do, an authorization oftener than the rest.
const FIRST: (u32, Sandbox) = (20, Sandbox::SandboxSimulateCardAuthorization);
const NETWORK: &[(u32, Sandbox)] = &[
    (12, Sandbox::SandboxSimulateCardFinancialAuthorization),
    (4, Sandbox::SandboxSimulateCardCreditAuthorization),
    (4, Sandbox::SandboxSimulateCardFinancialCreditAuthorization),
    (4, Sandbox::SandboxSimulateCardCreditAuthorizationAdvice),
    (3, Sandbox::SandboxSimulateCardBalanceInquiry),
    (12, Sandbox::SandboxSimulateCardAuthorizationAdvice),
    (14, Sandbox::SandboxSimulateCardClearing),
    (12, Sandbox::SandboxSimulateCardReturn),
    (10, Sandbox::SandboxSimulateCardReturnReversal),
];

/// What else is done with cards.
const OTHERWISE: &[(u32, Operation)] = &[
    (4, Operation::Cards(Cards::UpdateCardById)),
    (4, Operation::Cards(Cards::GetCardById)),
    (2, Operation::Cards(Cards::ListCards)),
    (3, Operation::Wallets(Wallets::ListDelegatedKeys)),
    (4, Operation::Wallets(Wallets::GetDelegatedKeyById)),
    (2, Operation::Wallets(Wallets::RevokeDelegatedKey)),
];

/// Requests until there is a key (cards 7.1).
const LEGS: usize = 3;

const CREATE_KEY: Operation = Operation::Wallets(Wallets::CreateDelegatedKey);

/// A card gets a key, its network does something with it, or its platform does.
pub(super) fn work(world: &mut World, tenant: usize) -> Checked {
    let rng = world.rng();
    let has_keys = !world.tenants[tenant].keys.is_empty();
    if rng.percent(if has_keys { 10 } else { 40 }) {
        return make_key(world, tenant);
    }
    if rng.percent(20) {
        let operation = rng.weighted((5, Operation::Cards(Cards::RevealCard)), OTHERWISE);
        let request = sound(world, tenant, operation);
        return submit(world, &Vec::from_iter(request));
    }
    be_used(world, tenant, &rng)
}

/// A card gets a key, and its wallet signs both times at once: what is to be signed does not wait for long.
fn make_key(world: &mut World, tenant: usize) -> Checked {
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

/// A card is used: a platform without one issues it.
fn be_used(world: &mut World, tenant: usize, rng: &Rng) -> Checked {
    if world.tenants[tenant].cards.len() < ENOUGH {
        let issue = sound(world, tenant, Operation::Cards(Cards::CreateCard));
        submit(world, &Vec::from_iter(issue))?;
    }
    for _ in 0..rng.between(1, 3) {
        let event = rng.weighted(FIRST, NETWORK);
        let request = sound(world, tenant, Operation::Sandbox(event));
        submit(world, &Vec::from_iter(request))?;
    }
    Ok(())
}
