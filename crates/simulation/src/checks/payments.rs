//! Quotes and payments agree, with each other and with what their platform was shown.

use causeway_domain::payments::lifecycle::RefundTo;
use causeway_domain::payments::{RefundStatus, TransactionType};
use causeway_domain::postings::AccountCode;
use causeway_store::payments::PaymentRecord;
use causeway_store::{customers, external_accounts, tokens};

use super::deposits::{is_deposit, suspended};
use super::external_funds;
use super::snapshot::Snapshot;
use crate::areas::{has_moved, is_paid_in};
use crate::violation::{Checked, Violation, ensure};
use crate::world::{Tenant, World};

/// Checks one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> Checked {
    for payment in &snapshot.payments {
        let (Some(id), TransactionType::Outgoing) = (payment.quote, payment.kind) else { continue };
        ensure(snapshot.quotes.contains_key(&id), || format!("{id} is gone"))?;
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
                "{committed} is committed to {id}, whose payment is {}, and not {expected}",
                payment.status()
            )
        })?;
    }
    for (id, known) in &tenant.quotes {
        ensure(snapshot.quotes.contains_key(id), || format!("{id} is gone"))?;
        let payment = snapshot.payments.iter().find(|payment| payment.id == known.transaction);
        let payment = payment.ok_or_else(|| Violation(format!("{} is gone", known.transaction)))?;
        let moved = has_moved(payment);
        ensure(moved == known.is_executed, || {
            format!("{id} is {}, where execution was answered: {}", payment.status(), known.is_executed)
        })?;
    }
    check_records(world, tenant)
}

/// Whether the end of a refund is a posting of its own. Of what was paid in and never converted, only that it goes back
/// to its payer is.
fn is_booked_apart(payment: &PaymentRecord) -> bool {
    let refund = payment.state().refund.as_ref().map(|refund| (refund.to, refund.status));
    payment.state().funding.is_none()
        || is_paid_in(payment)
        || refund == Some((Some(RefundTo::Payer), RefundStatus::Completed))
}

/// Everything that the platform was shown is there, and what it has deleted is not.
fn check_records(world: &World, tenant: &Tenant) -> Checked {
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
    ensure(wrong.is_empty(), || format!("not as its platform was shown: {}", wrong.join(", ")))
}

fn note(wrong: &mut Vec<String>, id: &impl ToString, is_right: bool) {
    if !is_right {
        wrong.push(id.to_string());
    }
}

/// At the end: no payment is under way, and nothing is left on the accounts of money in flight.
pub(super) fn check_settled(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> Checked {
    for payment in snapshot.payments.iter().filter(|payment| !payment.status().is_final()) {
        // What no account takes waits for an operator, for ever.
        let is_suspended = is_deposit(payment) && !suspended(world, tenant, payment)?.is_empty();
        ensure(is_suspended, || format!("still under way: {payment:?}"))?;
    }
    let refunds = snapshot.payments.iter().filter_map(|payment| payment.state().refund.as_ref());
    let open = refunds.into_iter().find(|refund| refund.status == RefundStatus::Pending);
    ensure(open.is_none(), || format!("still on its way back: {open:?}"))?;
    let in_flight = world.books.of(tenant.id).map(|journal| {
        journal.sum_of(AccountCode::PayoutsInFlight).filter(|(_, sum)| *sum != 0).collect::<Vec<_>>()
    });
    let in_flight = in_flight.unwrap_or_default();
    ensure(in_flight.is_empty(), || format!("payouts in flight, of which none is: {in_flight:?}"))
}
