//! Every change has its event, once, with the body of that moment.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::payments::{RefundStatus, TransactionStatus, TransactionType};
use causeway_store::outbox::DeliveryRecord;
use causeway_store::payments::PaymentRecord;
use serde_json::Value;

use super::snapshot::Snapshot;
use crate::violation::{Checked, Violation, ensure};
use crate::world::{Tenant, World};

type ByResource<'a> = BTreeMap<&'a str, Vec<&'a DeliveryRecord>>;

/// Checks one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> Checked {
    let mut ids = BTreeSet::new();
    let mut by_resource = ByResource::new();
    for event in &snapshot.events {
        check_body(event)?;
        ensure(ids.insert(event.id.to_string()), || format!("{} is there twice", event.id))?;
        by_resource.entry(&event.resource).or_default().push(event);
    }
    let mut payments = BTreeSet::new();
    for payment in &snapshot.payments {
        check_payment(payment, &by_resource)?;
        payments.insert(payment.id.to_string());
    }
    let strange =
        by_resource.keys().find(|name| name.starts_with("Transaction:") && !payments.contains(**name));
    ensure(strange.is_none(), || format!("events of {strange:?}, which there is not"))?;
    for (account, holds, moves) in
        world.books.of(tenant.id).into_iter().flat_map(|journal| journal.accounts())
    {
        check_account(&account.to_string(), holds, moves, &by_resource)?;
    }
    Ok(())
}

fn check_body(event: &DeliveryRecord) -> Checked {
    let body: Value = serde_json::from_slice(&event.body)?;
    let fits = body["id"] == event.id.to_string()
        && body["type"] == event.event_type
        && body["timestamp"] == event.created_at.to_string();
    ensure(fits, || format!("the body of {} does not fit: {body}", event.id))?;
    // What the event is about names itself; a test is about nothing.
    let about = body["data"]["id"].as_str().unwrap_or(&event.resource);
    ensure(about == event.resource, || format!("{} is about {} and shows {about}", event.id, event.resource))
}

fn types<'a>(name: &str, by_resource: &ByResource<'a>) -> Vec<&'a str> {
    by_resource.get(name).into_iter().flatten().map(|event| event.event_type.as_str()).collect()
}

/// Each status that a payment and its refund have been in has its event, in order.
fn check_payment(payment: &PaymentRecord, by_resource: &ByResource<'_>) -> Checked {
    let id = payment.id.to_string();
    let told = types(&id, by_resource);
    // Whether an operator had to make it does not stand on the refund.
    let was_resolved = told.contains(&REFUND_FAILED);
    let expected = told_of(payment, was_resolved)?;
    ensure(told == expected, || format!("{id} is {}, and its events are {told:?}", payment.status))
}

const PENDING: &str = "OUTGOING_PAYMENT.PENDING";
const REFUND_FAILED: &str = "OUTGOING_PAYMENT.REFUND_FAILED";

fn told_of(payment: &PaymentRecord, was_resolved: bool) -> Checked<Vec<&'static str>> {
    use TransactionStatus as S;
    if payment.kind == TransactionType::Incoming {
        return match payment.status {
            S::Completed => Ok(vec!["INCOMING_PAYMENT.COMPLETED"]),
            status => Err(Violation(format!("{} has come to be {status}", payment.id))),
        };
    }
    let mut told = vec![PENDING];
    match payment.status {
        S::Pending => return Ok(told),
        S::Expired => {
            told.push("OUTGOING_PAYMENT.EXPIRED");
            return Ok(told);
        }
        S::Processing | S::Completed | S::Failed | S::Refunded => told.push("OUTGOING_PAYMENT.PROCESSING"),
        status => return Err(Violation(format!("{} has come to be {status}", payment.id))),
    }
    // One that came back had arrived before.
    if payment.state.settled_at.is_some() {
        told.push("OUTGOING_PAYMENT.COMPLETED");
    }
    if payment.status == S::Failed {
        told.push("OUTGOING_PAYMENT.FAILED");
    }
    let Some(refund) = &payment.state.refund else { return Ok(told) };
    told.push("OUTGOING_PAYMENT.REFUND_PENDING");
    if was_resolved {
        told.push(REFUND_FAILED);
    }
    if refund.status == RefundStatus::Completed {
        told.push("OUTGOING_PAYMENT.REFUND_COMPLETED");
    }
    Ok(told)
}

/// Each move of an account's balance has its event, and the last one shows what the account holds.
fn check_account(id: &str, holds: i128, moves: usize, by_resource: &ByResource<'_>) -> Checked {
    let events = by_resource.get(id).into_iter().flatten();
    let moved: Vec<_> =
        events.filter(|event| event.event_type == "INTERNAL_ACCOUNT.BALANCE_UPDATED").collect();
    ensure(moved.len() == moves, || format!("{id} was moved {moves} times, with {} events", moved.len()))?;
    let Some(last) = moved.last() else { return Ok(()) };
    let body: Value = serde_json::from_slice(&last.body)?;
    let shown = body["data"]["totalBalance"]["amount"].as_i64().map(i128::from);
    ensure(shown == Some(holds), || format!("{id} holds {holds}, and its last event shows {shown:?}"))
}
