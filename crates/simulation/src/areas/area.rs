//! What each area says of its operations, and the way from an operation to its area.

use causeway_wire::table::{Operation, Platform};
use serde_json::Value;

use super::Caller;
use crate::requests::Request;
use crate::rng::Rng;
use crate::violation::{Checked, Violation};
use crate::world::World;

/// The operations of one area. An operation without a request does not compile.
pub(crate) trait Area {
    /// How often the operation is chosen, against the others.
    fn weight(&self) -> u32 {
        2
    }

    /// A request that could succeed; none while the platform lacks what it is about.
    fn request(&self, caller: &Caller<'_>) -> Option<Request>;

    /// Takes in what the caller learns from a success.
    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked;

    /// What another request must show after a success; none where nothing can be looked at.
    fn verify(&self, _request: &Request, _body: &Value) -> Option<Shown> {
        None
    }

    /// Finds out what became of a request without a key that the process crashed over. What it may have made, nobody
    /// was answered; what it may have moved or ended must be looked at.
    fn resolve(&self, _world: &mut World, _request: &Request) -> Checked {
        Ok(())
    }
}

/// What a request must show after another one.
pub(crate) enum Shown {
    /// What was answered.
    Same(Request),
    /// That there is nothing any more.
    Nothing(Request),
}

/// The area of an operation. An area that the simulation does not know does not compile.
pub(crate) fn area_of(operation: &Operation) -> &dyn Area {
    match operation {
        Operation::Platform(area) => area,
        Operation::Tokens(area) => area,
        Operation::Customers(area) => area,
        Operation::Contact(area) => area,
        Operation::Documents(area) => area,
        Operation::Kyc(area) => area,
        Operation::InternalAccounts(area) => area,
        Operation::ExternalAccounts(area) => area,
        Operation::Rates(area) => area,
        Operation::Quotes(area) => area,
        Operation::Transfers(area) => area,
        Operation::Transactions(area) => area,
        Operation::Discoveries(area) => area,
        Operation::Vasps(area) => area,
        Operation::UmaProviders(area) => area,
        Operation::Invitations(area) => area,
        Operation::Stablecoins(area) => area,
        Operation::Wallets(area) => area,
        Operation::AgentManagement(area) => area,
        Operation::AgentOperations(area) => area,
        Operation::Cards(area) => area,
        Operation::Sca(area) => area,
        Operation::Sandbox(area) => area,
    }
}

/// One of all operations, by their weights.
pub(crate) fn any_operation(rng: &Rng) -> Operation {
    let all: Vec<(u32, Operation)> =
        Operation::all().map(|operation| (area_of(&operation).weight(), operation)).collect();
    match all.split_first() {
        Some((first, others)) => rng.weighted(*first, others),
        None => Operation::Platform(Platform::GetPlatformConfig),
    }
}

/// A request for an operation that could succeed; none while the platform lacks what it is about.
pub(crate) fn sound(world: &World, tenant: usize, operation: Operation) -> Option<Request> {
    area_of(&operation).request(&Caller::new(world, tenant))
}

/// A member of an answer that must be a text.
pub(super) fn text<'a>(body: &'a Value, name: &str) -> Checked<&'a str> {
    body[name].as_str().ok_or_else(|| Violation(format!("no {name} in {body}")))
}

/// Keeps where the next page of a list begins.
pub(super) fn learn_cursor(world: &mut World, request: &Request, body: &Value) {
    let cursors = &mut world.tenants[request.tenant].cursors;
    let name = request.operation.meta().name;
    match body["nextCursor"].as_str() {
        Some(cursor) => {
            let plain = request.query.split('&').filter(|part| !part.starts_with("cursor="));
            let query: Vec<&str> = plain.filter(|part| !part.is_empty()).collect();
            cursors.insert(name, [&query[..], &[&format!("cursor={cursor}")]].concat().join("&"));
        }
        None => drop(cursors.remove(name)),
    }
}
