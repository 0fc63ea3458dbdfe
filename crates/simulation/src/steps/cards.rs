//! Cards at work: issued, given delegated keys, used in arbitrary ways, and read.

use causeway_wire::table::{Cards, Operation, Sandbox, Wallets};

use crate::areas::valid_request;
use crate::checks::submit;
use crate::requests::Expectation;
use crate::rng::Rng;
use crate::violation::CheckResult;
use crate::world::World;

/// Number of cards per platform that are issued before use.
const ENOUGH: usize = 3;

/// The most frequent operation of the card network, with its weight.
const FIRST: (u32, Sandbox) = (20, Sandbox::SandboxSimulateCardAuthorization);
/// The other operations of the card network, with their weights.
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

/// Other operations on cards.
const OTHERWISE: &[(u32, Operation)] = &[
    (4, Operation::Cards(Cards::UpdateCardById)),
    (4, Operation::Cards(Cards::GetCardById)),
    (2, Operation::Cards(Cards::ListCards)),
    (3, Operation::Wallets(Wallets::ListDelegatedKeys)),
    (4, Operation::Wallets(Wallets::GetDelegatedKeyById)),
    (2, Operation::Wallets(Wallets::RevokeDelegatedKey)),
];

/// Number of requests until a delegated key is active (cards 7.1).
const LEGS: usize = 3;

const CREATE_KEY: Operation = Operation::Wallets(Wallets::CreateDelegatedKey);

/// Creates a delegated key, sends an operation of the platform, or uses a card.
pub(super) fn work(world: &mut World, tenant: usize) -> CheckResult {
    let rng = world.rng();
    let has_keys = !world.tenants[tenant].keys.is_empty();
    if rng.percent(if has_keys { 10 } else { 40 }) {
        return make_key(world, tenant);
    }
    if rng.percent(20) {
        let operation = rng.weighted(5, Operation::Cards(Cards::RevealCard), OTHERWISE);
        let request = valid_request(world, tenant, operation);
        return submit(world, &Vec::from_iter(request));
    }
    use_card(world, tenant, &rng)
}

/// Creates a delegated key; its wallet signs both times immediately, because the challenges expire soon.
fn make_key(world: &mut World, tenant: usize) -> CheckResult {
    world.tenants[tenant].signed.retain(|request| request.operation != CREATE_KEY);
    let mut next = valid_request(world, tenant, CREATE_KEY);
    for _ in 0..LEGS {
        let Some(request) = next else { return Ok(()) };
        submit(world, &[request.expecting(Expectation::AnyResponse)])?;
        let signed = &mut world.tenants[tenant].signed;
        next = signed.iter().position(|request| request.operation == CREATE_KEY).map(|at| signed.remove(at));
    }
    Ok(())
}

/// Uses a card; issues one first if the platform has too few.
fn use_card(world: &mut World, tenant: usize, rng: &Rng) -> CheckResult {
    if world.tenants[tenant].cards.len() < ENOUGH {
        let issue = valid_request(world, tenant, Operation::Cards(Cards::CreateCard));
        submit(world, &Vec::from_iter(issue))?;
    }
    for _ in 0..rng.between(1, 3) {
        let event = rng.weighted(FIRST.0, FIRST.1, NETWORK);
        let request = valid_request(world, tenant, Operation::Sandbox(event));
        submit(world, &Vec::from_iter(request))?;
    }
    Ok(())
}
