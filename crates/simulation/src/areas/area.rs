//! The interface of an area of operations, and the lookup of an operation's area.

use causeway_wire::table::{Operation, Platforms};
use serde_json::Value;

use super::Caller;
use crate::requests::Request;
use crate::rng::Rng;
use crate::violation::{CheckResult, Violation};
use crate::world::World;

/// The operations of one area. An operation without a request does not compile.
pub(crate) trait Area {
    /// Returns the weight of the operation among all operations.
    fn weight(&self) -> u32 {
        2
    }

    /// Builds a request that can succeed, or returns `None` if the platform lacks a resource for it.
    fn request(&self, caller: &Caller<'_>) -> Option<Request>;

    /// Records the effects of a successful request.
    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult;

    /// Returns the request that reads the result back; `None` if it cannot be read.
    fn verify(&self, _request: &Request, _body: &Value) -> Option<ReadBack> {
        None
    }

    /// Determines the outcome of a request without an idempotency key during which the process crashed.
    /// Resources that it may have created are unknown to the caller; money that it may have moved and
    /// resources that it may have deleted are read back.
    fn resolve(&self, _world: &mut World, _request: &Request) -> CheckResult {
        Ok(())
    }
}

/// The expected result of reading back.
pub(crate) enum ReadBack {
    /// The body of the first response.
    Same(Request),
    /// Status 404: the resource is gone.
    Gone(Request),
}

/// Returns the area of an operation. An area that the simulation does not know does not compile.
pub(crate) fn area_of(operation: &Operation) -> &dyn Area {
    match operation {
        Operation::Platforms(area) => area,
        Operation::Tokens(area) => area,
        Operation::Customers(area) => area,
        Operation::Contact(area) => area,
        Operation::Documents(area) => area,
        Operation::Verifications(area) => area,
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

/// Picks one of all operations, by weight.
pub(crate) fn any_operation(rng: &Rng) -> Operation {
    let all: Vec<(u32, Operation)> =
        Operation::all().map(|operation| (area_of(&operation).weight(), operation)).collect();
    match all.split_first() {
        Some((first, others)) => rng.weighted(first.0, first.1, others),
        None => Operation::Platforms(Platforms::GetPlatformConfig),
    }
}

/// Builds a request for an operation that can succeed, or returns `None` if the platform lacks a resource for
/// it.
pub(crate) fn valid_request(world: &World, tenant: usize, operation: Operation) -> Option<Request> {
    area_of(&operation).request(&Caller::new(world, tenant))
}

/// Returns a string member of a response.
pub(super) fn text<'a>(body: &'a Value, name: &str) -> CheckResult<&'a str> {
    body[name].as_str().ok_or_else(|| Violation(format!("no {name} in {body}")))
}

/// Stores the query for the next page of a list.
pub(super) fn learn_cursor(world: &mut World, request: &Request, body: &Value) {
    let cursors = &mut world.tenants[request.tenant].cursors;
    let name = request.operation.row().name;
    match body["nextCursor"].as_str() {
        Some(cursor) => {
            let plain = request.query.split('&').filter(|part| !part.starts_with("cursor="));
            let query: Vec<&str> = plain.filter(|part| !part.is_empty()).collect();
            cursors.insert(name, [&query[..], &[&format!("cursor={cursor}")]].concat().join("&"));
        }
        None => drop(cursors.remove(name)),
    }
}
