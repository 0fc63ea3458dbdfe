//! Checks that receivers which order events by `updatedAt` end with the current state (conventions 5.2,
//! 11.4).

use std::collections::BTreeMap;

use causeway_store::outbox::DeliveryRecord;
use causeway_wire::table::{Cards, Customers, InternalAccounts, Operation, Transactions, Verifications};
use serde_json::Value;

use super::snapshot::Snapshot;
use crate::requests::Request;
use crate::violation::{CheckResult, ensure};
use crate::world::{World, send};

/// The latest shown state of each resource.
pub(super) type LatestStates<'a> = BTreeMap<&'a str, Value>;

/// Checks that `updatedAt` rises from each event of a resource to the next; returns the latest shown states.
pub(super) fn check(snapshot: &Snapshot) -> CheckResult<LatestStates<'_>> {
    let mut latest = LatestStates::new();
    for event in &snapshot.events {
        let data = data(event)?;
        let Some(after) = updated_at(&data) else { continue };
        if let Some(before) = latest.get(event.resource.as_str()).and_then(updated_at) {
            ensure(before < after, || {
                format!(
                    "updatedAt does not rise: {} has {after}, the event of {} before it {before}",
                    event.id, event.resource
                )
            })?;
        }
        latest.insert(&event.resource, data);
    }
    Ok(latest)
}

/// Checks at the end that each resource equals its latest event, or was changed after it.
pub(super) fn check_settled(world: &World, number: usize, snapshot: &Snapshot) -> CheckResult {
    for (resource, latest) in check(snapshot)? {
        let Some(current) = show(world, number, resource, &latest)? else { continue };
        let same = latest.as_object().into_iter().flatten().all(|(name, value)| current[name] == *value);
        let before = updated_at(&latest);
        let after = updated_at(&current);
        ensure(before < after || (before == after && same), || {
            format!("the latest event of {resource} shows {latest}, but the resource is {current}")
        })?;
    }
    Ok(())
}

fn data(event: &DeliveryRecord) -> CheckResult<Value> {
    let mut body: Value = serde_json::from_slice(&event.body)?;
    Ok(body["data"].take())
}

fn updated_at(data: &Value) -> Option<&str> {
    data["updatedAt"].as_str()
}

/// Reads a resource; `None` for kinds that cannot be read by id.
fn show(world: &World, number: usize, resource: &str, latest: &Value) -> CheckResult<Option<Value>> {
    let kind = resource.split_once(':').map_or(resource, |(kind, _)| kind);
    let operation = match kind {
        "Customer" => Operation::Customers(Customers::GetCustomerById),
        "Transaction" | "CardTransaction" => Operation::Transactions(Transactions::GetTransactionById),
        "Card" => Operation::Cards(Cards::GetCardById),
        "Verification" => Operation::Verifications(Verifications::GetVerification),
        "InternalAccount" => return account(world, number, resource, latest),
        _ => return Ok(None),
    };
    let request = Request::new(number, operation, world.tenants[number].first_token()).of(resource);
    let response = send(world, &request)?;
    response.expect_status(200, &request)?;
    Ok(Some(response.json()))
}

/// Reads an internal account from a list, because it cannot be read by id.
fn account(world: &World, number: usize, resource: &str, latest: &Value) -> CheckResult<Option<Value>> {
    let list = match latest["customerId"].as_str() {
        Some(customer) => {
            let operation = Operation::InternalAccounts(InternalAccounts::ListCustomerInternalAccounts);
            Request::new(number, operation, world.tenants[number].first_token()).query("customerId", customer)
        }
        None => {
            let operation = Operation::InternalAccounts(InternalAccounts::ListPlatformInternalAccounts);
            Request::new(number, operation, world.tenants[number].first_token())
        }
    };
    let request = list.query("limit", 100);
    let response = send(world, &request)?;
    response.expect_status(200, &request)?;
    let page = response.json();
    Ok(page["data"].as_array().into_iter().flatten().find(|one| one["id"] == resource).cloned())
}
