//! Every change has its event, once, with the body of that moment.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::payments::{RefundReason, RefundStatus, TransactionStatus, TransactionType};
use causeway_store::outbox::DeliveryRecord;
use causeway_store::payments::PaymentRecord;
use serde_json::Value;

use super::deposits::is_deposit;
use super::snapshot::Snapshot;
use crate::areas::{debit_of, is_paid_in, was_begun, was_not_authorized};
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
    let sent = types(&id, by_resource);
    let counted = without_vain_cancellations(payment, &sent);
    let fits = match payment.quote {
        Some(_) => counted == expected_of_quoted(payment, &counted)?,
        None => counted == expected_of_transfer(payment, &counted),
    };
    ensure(fits, || format!("{id} is {}, and its events are {sent:?}", payment.status()))
}

/// What must have been sent about a payment that a quote started, but for cancellations that came too late.
fn expected_of_quoted(payment: &PaymentRecord, sent: &[String]) -> Checked<Vec<String>> {
    use TransactionStatus as S;
    let stopped = Err(Violation(format!("{} has come to be {}", payment.id, payment.status())));
    let expected = match (payment.kind, payment.status()) {
        (TransactionType::Incoming, S::Completed) => vec!["COMPLETED"],
        (TransactionType::Incoming, _) => return stopped,
        (TransactionType::Outgoing, S::Pending | S::PendingAuthorization) => made(payment, sent),
        (TransactionType::Outgoing, S::Expired) => [&made(payment, sent)[..], &["EXPIRED"]].concat(),
        (TransactionType::Outgoing, S::Processing | S::Completed | S::Failed | S::Refunded) => {
            // What was paid in and refused did not carry it out.
            let was_refused = payment.state().funding.is_some() && !is_paid_in(payment);
            // What an agent asked for and was not approved neither.
            let was_tried = !was_refused && was_begun(payment) && !was_not_authorized(payment);
            let is_carried_out = payment.status() != S::Failed || was_tried;
            let begun = [("PROCESSING", is_carried_out)].into_iter().chain(ends(payment, sent));
            [made(payment, sent), happened(begun)].concat()
        }
        (TransactionType::Outgoing, _) => return stopped,
    };
    Ok(expected.into_iter().map(|name| about(payment, name)).collect())
}

/// How a payment that a quote started begins, in order. Whether its customer was asked to authorize it is taken from what
/// was sent, but where it waits for that, or was not authorized: that does not stay on record.
fn made(payment: &PaymentRecord, sent: &[String]) -> Vec<&'static str> {
    let waits = payment.status() == TransactionStatus::PendingAuthorization;
    let was_asked =
        waits || was_not_authorized(payment) || sent.contains(&about(payment, "PENDING_AUTHORIZATION"));
    // One that is paid in for begins by waiting.
    let is_paid_in = payment.terms.funding.is_some();
    let is_authorized = !waits && !was_not_authorized(payment);
    match (was_asked, is_paid_in) {
        (false, _) => vec!["PENDING"],
        (true, false) => vec!["PENDING", "PENDING_AUTHORIZATION"],
        (true, true) if is_authorized => vec!["PENDING_AUTHORIZATION", "PENDING"],
        (true, true) => vec!["PENDING_AUTHORIZATION"],
    }
}

/// What must have been sent about a transfer or a deposit, but for cancellations that came too late. Whether its rail was
/// heard to work on it is not on record: that is taken from what was sent.
fn expected_of_transfer(payment: &PaymentRecord, sent: &[String]) -> Vec<String> {
    use TransactionStatus as S;
    if is_deposit(payment) {
        let expected = happened(announced(payment, sent).into_iter().chain(ends(payment, sent)));
        return expected.into_iter().map(|name| about(payment, name)).collect();
    }
    let is_outgoing = payment.kind == TransactionType::Outgoing;
    let is_agents = payment.terms.agent.is_some();
    let was_begun =
        is_outgoing || is_agents || debit_of(payment).is_some() || payment.state().receipt.is_some();
    let was_refused = payment.status() == S::Failed && sent.len() == 1;
    let was_worked_on = sent.contains(&about(payment, "PROCESSING"));
    let begun = [
        ("PENDING", was_begun && !was_refused),
        ("PROCESSING", was_worked_on || (is_outgoing && payment.status() == S::Processing)),
    ];
    let expected = happened(begun.into_iter().chain(ends(payment, sent)));
    expected.into_iter().map(|name| about(payment, name)).collect()
}

/// How a deposit begins. A bank may announce it, and its platform is notified again when no account takes it, or of coins
/// that wait: what was sent says whether either was so, but where it has not come to an end.
fn announced(payment: &PaymentRecord, sent: &[String]) -> [Stage; 2] {
    let notified = sent.iter().filter(|name| **name == about(payment, "PENDING")).count();
    let is_open = payment.status() == TransactionStatus::Pending;
    [("PENDING", is_open || notified > 0), ("PENDING", notified > 1)]
}

type Stage = (&'static str, bool);

/// How a payment that was carried out ends, in order. Whether an operator had to make its refund is taken from what was
/// sent: that does not stand on the refund.
fn ends(payment: &PaymentRecord, sent: &[String]) -> [Stage; 6] {
    use TransactionStatus as S;
    let state = &payment.state();
    let is_over = payment.status().is_final() && payment.status() != S::Completed;
    let refund = state.refund.as_ref().filter(|refund| is_over || refund.status == RefundStatus::Pending);
    // A cancellation that came too late is not counted, whatever the payment came to afterwards.
    let refund = refund.filter(|refund| {
        refund.status != RefundStatus::Failed || sent.contains(&about(payment, "REFUND_PENDING"))
    });
    // One that arrived and came back is no cancellation any more.
    let is_cancelled = refund.is_some_and(|refund| refund.reason == RefundReason::UserCancellation);
    [
        ("COMPLETED", state.settled_at.is_some()),
        ("FAILED", matches!(payment.status(), S::Failed | S::Rejected) && !is_cancelled),
        ("REFUND_PENDING", refund.is_some()),
        // The rail had failed it before it could be stopped.
        ("FAILED", payment.status() == S::Failed && is_cancelled),
        ("REFUND_FAILED", sent.contains(&about(payment, "REFUND_FAILED"))),
        ("REFUND_COMPLETED", refund.is_some_and(|refund| refund.status == RefundStatus::Completed)),
    ]
}

fn happened(stages: impl Iterator<Item = Stage>) -> Vec<&'static str> {
    stages.filter(|(_, has_happened)| *has_happened).map(|(name, _)| name).collect()
}

fn about(payment: &PaymentRecord, name: &str) -> String {
    let side = match payment.kind {
        TransactionType::Incoming => "INCOMING",
        TransactionType::Outgoing => "OUTGOING",
    };
    format!("{side}_PAYMENT.{name}")
}

/// The events of a payment without those of cancellations that came too late: it arrived all the same.
fn without_vain_cancellations(payment: &PaymentRecord, sent: &[&str]) -> Vec<String> {
    let [begun, failed] = ["REFUND_PENDING", "REFUND_FAILED"].map(|name| about(payment, name));
    let ends = ["COMPLETED", "FAILED"].map(|name| about(payment, name));
    let mut left: Vec<String> = Vec::new();
    for name in sent {
        let is_open = left.iter().all(|earlier| !ends.contains(earlier));
        if is_open && *name == failed && left.last() == Some(&begun) {
            left.pop();
        } else {
            left.push((*name).to_owned());
        }
    }
    left
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
