//! Checks that quotes and payments agree, with each other and with the platform's knowledge.

use causeway_domain::payments::lifecycle::RefundDestination;
use causeway_domain::payments::{RefundStatus, TransactionType};
use causeway_domain::postings::AccountCode;
use causeway_store::payments::PaymentRecord;
use causeway_store::{customers, external_accounts, tokens};

use super::deposits::{is_deposit, suspended};
use super::external_funds;
use super::snapshot::Snapshot;
use crate::areas::{has_moved, is_paid_in};
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{Tenant, World};

/// Checks the payments of one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult {
    for payment in &snapshot.payments {
        let (Some(id), TransactionType::Outgoing) = (payment.quote, payment.kind) else { continue };
        ensure(snapshot.quotes.contains_key(&id), || format!("{id} is missing"))?;
        let journal = world.books.of(tenant.id);
        let ends = journal.map_or(0, |journal| journal.ends_of_refund(id));
        let refund = payment.state().refund.as_ref().map(|refund| refund.status);
        let is_over = matches!(refund, Some(RefundStatus::Completed | RefundStatus::Failed));
        let expected = usize::from(is_over && is_booked_apart(payment));
        ensure(ends == expected, || {
            format!("the refund of {} is {refund:?}, booked {ends} times", payment.id)
        })?;
        let committed = journal.map_or(0, |journal| journal.committed_to(id));
        let expected = external_funds::committed(payment)?;
        ensure(committed == expected, || {
            format!(
                "{committed} is committed to {id}, whose payment is {}; expected {expected}",
                payment.status()
            )
        })?;
    }
    for (id, known) in &tenant.quotes {
        ensure(snapshot.quotes.contains_key(id), || format!("{id} is missing"))?;
        let payment = snapshot.payments.iter().find(|payment| payment.id == known.transaction);
        let payment = payment.ok_or_else(|| Violation(format!("{} is missing", known.transaction)))?;
        let moved = has_moved(payment);
        ensure(moved == known.is_executed, || {
            format!(
                "{id} is {}, but execution was answered with success: {}",
                payment.status(),
                known.is_executed
            )
        })?;
    }
    check_records(world, tenant)
}

/// Returns `true` if the end of the refund is a posting of its own. For incoming money that was never
/// converted, only the refund to its payer is.
fn is_booked_apart(payment: &PaymentRecord) -> bool {
    let refund = payment.state().refund.as_ref().map(|refund| (refund.to, refund.status));
    payment.state().funding.is_none()
        || is_paid_in(payment)
        || refund == Some((Some(RefundDestination::Payer), RefundStatus::Completed))
}

/// Checks that every resource shown to the platform exists, and that deleted ones do not.
fn check_records(world: &World, tenant: &Tenant) -> CheckResult {
    let platform = tenant.id;
    let known: Vec<_> = tenant.tokens.iter().map(|token| (token.id, true)).collect();
    let dead = tenant.dead_tokens.iter().map(|token| (token.id, false));
    let all_tokens: Vec<_> = known.into_iter().chain(dead).collect();
    let all_customers: Vec<_> = tenant.customers.iter().map(|one| (one.id, one.is_deleted)).collect();
    let all_externals: Vec<_> = tenant.externals.iter().map(|one| (one.id, one.is_deleted)).collect();
    let wrong = world.read(move |tx| {
        let mut wrong = Vec::new();
        for (id, is_there) in &all_tokens {
            note(&mut wrong, id, tokens::find(tx, platform, *id)?.is_some() == *is_there);
        }
        for (id, is_deleted) in &all_customers {
            let found = customers::find(tx, platform, *id)?;
            note(&mut wrong, id, found.is_some_and(|found| found.is_deleted == *is_deleted));
        }
        for (id, is_deleted) in &all_externals {
            let found = external_accounts::find(tx, platform, *id)?;
            note(&mut wrong, id, found.is_some_and(|found| found.is_deleted == *is_deleted));
        }
        Ok(wrong)
    })?;
    ensure(wrong.is_empty(), || format!("not as shown to the platform: {}", wrong.join(", ")))
}

fn note(wrong: &mut Vec<String>, id: &impl ToString, is_right: bool) {
    if !is_right {
        wrong.push(id.to_string());
    }
}

/// Checks at the end that no payment is under way, and that no money is booked as in flight.
pub(super) fn check_settled(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult {
    for payment in snapshot.payments.iter().filter(|payment| !payment.status().is_final()) {
        // A deposit that no account takes waits for an operator, without a time limit.
        let is_suspended = is_deposit(payment) && !suspended(world, tenant, payment)?.is_empty();
        ensure(is_suspended, || format!("still under way: {payment:?}"))?;
    }
    let refunds = snapshot.payments.iter().filter_map(|payment| payment.state().refund.as_ref());
    let open = refunds.into_iter().find(|refund| refund.status == RefundStatus::Pending);
    ensure(open.is_none(), || format!("refund still pending: {open:?}"))?;
    let in_flight = world.books.of(tenant.id).map(|journal| {
        journal.sum_of(AccountCode::PayoutsInFlight).filter(|(_, sum)| *sum != 0).collect::<Vec<_>>()
    });
    let in_flight = in_flight.unwrap_or_default();
    ensure(in_flight.is_empty(), || format!("booked payouts in flight, though none is: {in_flight:?}"))
}
