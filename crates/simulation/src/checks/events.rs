//! Every change has its event, once, with the body of that moment.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::transactions::{TransactionStatus, TransactionType};
use causeway_store::outbox::DeliveryRecord;
use causeway_store::transactions::TransactionRecord;
use serde_json::Value;

use super::picture::Picture;
use crate::broken::{Broken, Holds, must};
use crate::world::{Tenant, World};

type ByResource<'a> = BTreeMap<&'a str, Vec<&'a DeliveryRecord>>;

/// Checks one platform.
pub(super) fn check(world: &World, tenant: &Tenant, picture: &Picture) -> Holds {
    let mut ids = BTreeSet::new();
    let mut by_resource = ByResource::new();
    for event in &picture.events {
        check_body(event)?;
        must(ids.insert(event.id.to_string()), || format!("{} is there twice", event.id))?;
        by_resource.entry(&event.resource).or_default().push(event);
    }
    let mut payments = BTreeSet::new();
    for payment in &picture.payments {
        check_payment(payment, &by_resource)?;
        payments.insert(payment.id.to_string());
    }
    let strange =
        by_resource.keys().find(|name| name.starts_with("Transaction:") && !payments.contains(**name));
    must(strange.is_none(), || format!("events of {strange:?}, which there is not"))?;
    for (account, holds, moves) in
        world.books.of(tenant.id).into_iter().flat_map(|journal| journal.accounts())
    {
        check_account(&account.to_string(), holds, moves, &by_resource)?;
    }
    Ok(())
}

fn check_body(event: &DeliveryRecord) -> Holds {
    let body: Value = serde_json::from_slice(&event.body)?;
    let fits = body["id"] == event.id.to_string()
        && body["type"] == event.event_type
        && body["timestamp"] == event.created_at.to_string();
    must(fits, || format!("the body of {} does not fit: {body}", event.id))?;
    // What the event is about names itself; a test is about nothing.
    let about = body["data"]["id"].as_str().unwrap_or(&event.resource);
    must(about == event.resource, || format!("{} is about {} and shows {about}", event.id, event.resource))
}

fn types<'a>(name: &str, by_resource: &ByResource<'a>) -> Vec<&'a str> {
    by_resource.get(name).into_iter().flatten().map(|event| event.event_type.as_str()).collect()
}

/// Each status that a payment has been in has its event, in order.
fn check_payment(payment: &TransactionRecord, by_resource: &ByResource<'_>) -> Holds {
    let id = payment.id.to_string();
    let expected = told_of(payment)?;
    let told = types(&id, by_resource);
    must(told == expected, || format!("{id} is {}, and its events are {told:?}", payment.status))
}

fn told_of(payment: &TransactionRecord) -> Holds<Vec<&'static str>> {
    use TransactionStatus as S;
    const PENDING: &str = "OUTGOING_PAYMENT.PENDING";
    const PROCESSING: &str = "OUTGOING_PAYMENT.PROCESSING";
    Ok(match (payment.kind, payment.status) {
        (TransactionType::Incoming, S::Completed) => vec!["INCOMING_PAYMENT.COMPLETED"],
        (TransactionType::Outgoing, S::Pending) => vec![PENDING],
        (TransactionType::Outgoing, S::Expired) => vec![PENDING, "OUTGOING_PAYMENT.EXPIRED"],
        (TransactionType::Outgoing, S::Processing) => vec![PENDING, PROCESSING],
        (TransactionType::Outgoing, S::Completed) => vec![PENDING, PROCESSING, "OUTGOING_PAYMENT.COMPLETED"],
        (_, status) => return Err(Broken(format!("{} has come to be {status}", payment.id))),
    })
}

/// Each move of an account's balance has its event, and the last one shows what the account holds.
fn check_account(id: &str, holds: i128, moves: usize, by_resource: &ByResource<'_>) -> Holds {
    let events = by_resource.get(id).into_iter().flatten();
    let moved: Vec<_> =
        events.filter(|event| event.event_type == "INTERNAL_ACCOUNT.BALANCE_UPDATED").collect();
    must(moved.len() == moves, || format!("{id} was moved {moves} times, with {} events", moved.len()))?;
    let Some(last) = moved.last() else { return Ok(()) };
    let body: Value = serde_json::from_slice(&last.body)?;
    let shown = body["data"]["totalBalance"]["amount"].as_i64().map(i128::from);
    must(shown == Some(holds), || format!("{id} holds {holds}, and its last event shows {shown:?}"))
}
