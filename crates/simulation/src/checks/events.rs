//! Checks that every change has exactly one event, with the body of that moment.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::payments::{RefundReason, RefundStatus, TransactionStatus, TransactionType};
use causeway_store::outbox::DeliveryRecord;
use causeway_store::payments::PaymentRecord;
use serde_json::Value;

use super::deposits::is_deposit;
use super::snapshot::Snapshot;
use crate::areas::{debit_of, is_paid_in, was_begun, was_not_authorized};
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{Tenant, World};

type ByResource<'a> = BTreeMap<&'a str, Vec<&'a DeliveryRecord>>;

/// Checks the events of one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult {
    let mut ids = BTreeSet::new();
    let mut by_resource = ByResource::new();
    for event in &snapshot.events {
        check_body(event)?;
        ensure(ids.insert(event.id.to_string()), || format!("event {} is stored twice", event.id))?;
        by_resource.entry(&event.resource).or_default().push(event);
    }
    let mut payments = BTreeSet::new();
    for payment in &snapshot.payments {
        check_payment(payment, &by_resource)?;
        payments.insert(payment.id.to_string());
    }
    let strange =
        by_resource.keys().find(|name| name.starts_with("Transaction:") && !payments.contains(**name));
    ensure(strange.is_none(), || format!("events of {strange:?}, which does not exist"))?;
    for (account, holds, moves) in
        world.books.of(tenant.id).into_iter().flat_map(|journal| journal.accounts())
    {
        check_account(&account.to_string(), holds, moves, &by_resource)?;
    }
    Ok(())
}

fn check_body(event: &DeliveryRecord) -> CheckResult {
    let body: Value = serde_json::from_slice(&event.body)?;
    let fits = body["id"] == event.id.to_string()
        && body["type"] == event.event_type
        && body["timestamp"] == event.created_at.to_string();
    ensure(fits, || format!("the body of {} does not fit: {body}", event.id))?;
    // The body contains the id of its resource, except in a test event, which has none.
    let about = body["data"]["id"].as_str().unwrap_or(&event.resource);
    ensure(about == event.resource, || {
        format!("event {} is about {} but shows {about}", event.id, event.resource)
    })
}

fn types<'a>(name: &str, by_resource: &ByResource<'a>) -> Vec<&'a str> {
    by_resource.get(name).into_iter().flatten().map(|event| event.event_type.as_str()).collect()
}

/// Checks that each status of a payment and of its refund has its event, in order.
fn check_payment(payment: &PaymentRecord, by_resource: &ByResource<'_>) -> CheckResult {
    let id = payment.id.to_string();
    let event_types = types(&id, by_resource);
    let counted = without_late_cancellations(payment, &event_types);
    let fits = match payment.quote {
        Some(_) => counted == expected_of_quoted(payment, &counted)?,
        None => counted == expected_of_transfer(payment, &counted),
    };
    ensure(fits, || format!("{id} is {}, and its events are {event_types:?}", payment.status()))
}

/// Returns the events that a quoted payment must have sent, without those of late cancellations.
fn expected_of_quoted(payment: &PaymentRecord, sent: &[String]) -> CheckResult<Vec<String>> {
    use TransactionStatus as S;
    let stopped = Err(Violation(format!("{} has the unexpected status {}", payment.id, payment.status())));
    let expected = match (payment.kind, payment.status()) {
        (TransactionType::Incoming, S::Completed) => vec!["COMPLETED"],
        (TransactionType::Incoming, _) => return stopped,
        (TransactionType::Outgoing, S::Pending | S::PendingAuthorization) => first_events(payment, sent),
        (TransactionType::Outgoing, S::Expired) => [&first_events(payment, sent)[..], &["EXPIRED"]].concat(),
        (TransactionType::Outgoing, S::Processing | S::Completed | S::Failed | S::Refunded) => {
            // A refused incoming payment did not execute the quote.
            let was_refused = payment.state().funding.is_some() && !is_paid_in(payment);
            // Neither did an agent's action that was not approved.
            let was_tried = !was_refused && was_begun(payment) && !was_not_authorized(payment);
            let is_carried_out = payment.status() != S::Failed || was_tried;
            let begun = [("PROCESSING", is_carried_out)].into_iter().chain(last_events(payment, sent));
            [first_events(payment, sent), stage_names(begun)].concat()
        }
        (TransactionType::Outgoing, _) => return stopped,
    };
    Ok(expected.into_iter().map(|name| about(payment, name)).collect())
}

/// Returns the first events of a quoted payment, in order. A request for authorization is not stored, unless
/// it is pending or has failed: otherwise it is taken from the sent events.
fn first_events(payment: &PaymentRecord, sent: &[String]) -> Vec<&'static str> {
    let waits = payment.status() == TransactionStatus::PendingAuthorization;
    let was_asked =
        waits || was_not_authorized(payment) || sent.contains(&about(payment, "PENDING_AUTHORIZATION"));
    // A quote to be funded begins as pending.
    let is_paid_in = payment.terms.funding.is_some();
    let is_authorized = !waits && !was_not_authorized(payment);
    match (was_asked, is_paid_in) {
        (false, _) => vec!["PENDING"],
        (true, false) => vec!["PENDING", "PENDING_AUTHORIZATION"],
        (true, true) if is_authorized => vec!["PENDING_AUTHORIZATION", "PENDING"],
        (true, true) => vec!["PENDING_AUTHORIZATION"],
    }
}

/// Returns the events that a transfer or deposit must have sent, without those of late cancellations. The
/// rail's report that it is processing is not stored: it is taken from the sent events.
fn expected_of_transfer(payment: &PaymentRecord, sent: &[String]) -> Vec<String> {
    use TransactionStatus as S;
    if is_deposit(payment) {
        let expected =
            stage_names(deposit_announcements(payment, sent).into_iter().chain(last_events(payment, sent)));
        return expected.into_iter().map(|name| about(payment, name)).collect();
    }
    let is_outgoing = payment.kind == TransactionType::Outgoing;
    let is_agents = payment.terms.agent.is_some();
    let was_begun =
        is_outgoing || is_agents || debit_of(payment).is_some() || payment.state().incoming_uma.is_some();
    let was_refused = payment.status() == S::Failed && sent.len() == 1;
    let was_worked_on = sent.contains(&about(payment, "PROCESSING"));
    let begun = [
        ("PENDING", was_begun && !was_refused),
        ("PROCESSING", was_worked_on || (is_outgoing && payment.status() == S::Processing)),
    ];
    let expected = stage_names(begun.into_iter().chain(last_events(payment, sent)));
    expected.into_iter().map(|name| about(payment, name)).collect()
}

/// Returns the first events of a deposit. A bank may announce it, and the platform is notified again if no
/// account takes it, or if coins must wait. Both are taken from the sent events, unless the deposit is still
/// open.
fn deposit_announcements(payment: &PaymentRecord, sent: &[String]) -> [Stage; 2] {
    let notified = sent.iter().filter(|name| **name == about(payment, "PENDING")).count();
    let is_open = payment.status() == TransactionStatus::Pending;
    [("PENDING", is_open || notified > 0), ("PENDING", notified > 1)]
}

type Stage = (&'static str, bool);

/// Returns the last events of an executed payment, in order. An operator's intervention in its refund is not
/// stored: it is taken from the sent events.
fn last_events(payment: &PaymentRecord, sent: &[String]) -> [Stage; 6] {
    use TransactionStatus as S;
    let state = &payment.state();
    let is_over = payment.status().is_final() && payment.status() != S::Completed;
    let refund = state.refund.as_ref().filter(|refund| is_over || refund.status == RefundStatus::Pending);
    // A late cancellation does not count, whatever the payment's final status.
    let refund = refund.filter(|refund| {
        refund.status != RefundStatus::Failed || sent.contains(&about(payment, "REFUND_PENDING"))
    });
    // A payment that arrived and was returned is not cancelled any more.
    let is_cancelled = refund.is_some_and(|refund| refund.reason == RefundReason::UserCancellation);
    [
        ("COMPLETED", state.settled_at.is_some()),
        ("FAILED", matches!(payment.status(), S::Failed | S::Rejected) && !is_cancelled),
        ("REFUND_PENDING", refund.is_some()),
        // The rail failed it before it could be cancelled.
        ("FAILED", payment.status() == S::Failed && is_cancelled),
        ("REFUND_FAILED", sent.contains(&about(payment, "REFUND_FAILED"))),
        ("REFUND_COMPLETED", refund.is_some_and(|refund| refund.status == RefundStatus::Completed)),
    ]
}

fn stage_names(stages: impl Iterator<Item = Stage>) -> Vec<&'static str> {
    stages.filter(|(_, has_happened)| *has_happened).map(|(name, _)| name).collect()
}

fn about(payment: &PaymentRecord, name: &str) -> String {
    let side = match payment.kind {
        TransactionType::Incoming => "INCOMING",
        TransactionType::Outgoing => "OUTGOING",
    };
    format!("{side}_PAYMENT.{name}")
}

/// Removes the events of late cancellations, after which the payment arrived all the same.
fn without_late_cancellations(payment: &PaymentRecord, sent: &[&str]) -> Vec<String> {
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

/// Checks that each change of an account's balance has its event, and that the last event shows the balance.
fn check_account(id: &str, holds: i128, moves: usize, by_resource: &ByResource<'_>) -> CheckResult {
    let events = by_resource.get(id).into_iter().flatten();
    let balance_events: Vec<_> =
        events.filter(|event| event.event_type == "INTERNAL_ACCOUNT.BALANCE_UPDATED").collect();
    ensure(balance_events.len() == moves, || {
        format!("the balance of {id} changed {moves} times, with {} events", balance_events.len())
    })?;
    let Some(last) = balance_events.last() else { return Ok(()) };
    let body: Value = serde_json::from_slice(&last.body)?;
    let reported = body["data"]["totalBalance"]["amount"].as_i64().map(i128::from);
    ensure(reported == Some(holds), || format!("{id} holds {holds}, but its last event shows {reported:?}"))
}
