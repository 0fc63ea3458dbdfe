//! Receivers that order what they hear of a resource by its `updatedAt` end with what there is (conventions 5.2, 11.4).

use std::collections::BTreeMap;

use causeway_store::outbox::DeliveryRecord;
use causeway_wire::table::{Cards, Customers, InternalAccounts, Kyc, Operation, Transactions};
use serde_json::Value;

use super::snapshot::Snapshot;
use crate::requests::Request;
use crate::violation::{Checked, ensure};
use crate::world::{World, send};

/// The resource that the latest event of it has shown.
pub(super) type Latest<'a> = BTreeMap<&'a str, Value>;

/// Checks that `updatedAt` rises from each event of a resource to the next; returns what the latest has shown.
pub(super) fn check(snapshot: &Snapshot) -> Checked<Latest<'_>> {
    let mut latest = Latest::new();
    for event in &snapshot.events {
        let data = data(event)?;
        let Some(after) = updated_at(&data) else { continue };
        if let Some(before) = latest.get(event.resource.as_str()).and_then(updated_at) {
            ensure(before < after, || {
                format!("{} is changed at {after}, {} before it at {before}", event.id, event.resource)
            })?;
        }
        latest.insert(&event.resource, data);
    }
    Ok(latest)
}

/// At the end: each resource is as its latest event has shown it, or was changed after it.
pub(super) fn check_settled(world: &World, number: usize, snapshot: &Snapshot) -> Checked {
    for (resource, told) in check(snapshot)? {
        let Some(shown) = show(world, number, resource, &told)? else { continue };
        let same = told.as_object().into_iter().flatten().all(|(name, value)| shown[name] == *value);
        let (before, after) = (updated_at(&told), updated_at(&shown));
        ensure(before < after || (before == after && same), || {
            format!("the latest event of {resource} shows {told}, and it is {shown}")
        })?;
    }
    Ok(())
}

fn data(event: &DeliveryRecord) -> Checked<Value> {
    let mut body: Value = serde_json::from_slice(&event.body)?;
    Ok(body["data"].take())
}

fn updated_at(data: &Value) -> Option<&str> {
    data["updatedAt"].as_str()
}

/// A resource as its platform is shown it; none of those that cannot be asked for by their id.
fn show(world: &World, number: usize, resource: &str, told: &Value) -> Checked<Option<Value>> {
    let kind = resource.split_once(':').map_or(resource, |(kind, _)| kind);
    let operation = match kind {
        "Customer" => Operation::Customers(Customers::GetCustomerById),
        "Transaction" | "CardTransaction" => Operation::Transactions(Transactions::GetTransactionById),
        "Card" => Operation::Cards(Cards::GetCardById),
        "Verification" => Operation::Kyc(Kyc::GetVerification),
        "InternalAccount" => return account(world, number, resource, told),
        _ => return Ok(None),
    };
    let request = Request::new(number, operation, world.tenants[number].first_token()).of(resource);
    let answer = send(world, &request)?;
    answer.expect_status(200, &request)?;
    Ok(Some(answer.json()))
}

/// An internal account, which only lists show.
fn account(world: &World, number: usize, resource: &str, told: &Value) -> Checked<Option<Value>> {
    let list = match told["customerId"].as_str() {
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
    let answer = send(world, &request)?;
    answer.expect_status(200, &request)?;
    let page = answer.json();
    Ok(page["data"].as_array().into_iter().flatten().find(|one| one["id"] == resource).cloned())
}
