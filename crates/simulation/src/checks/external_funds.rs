//! What the books say of money outside the service is what payments say of it: debits that are under way, and cash.

use std::collections::BTreeMap;

use causeway_domain::money::Currency;
use causeway_domain::payments::{DebitStatus, OutgoingFailure, RefundStatus, TransactionType};
use causeway_domain::postings::AccountCode;
use causeway_store::quotes::{QuoteDestination, QuoteRecord};
use causeway_store::sandbox_orders::{self, SandboxRail};
use causeway_store::transactions::{Failure, RefundTo, TransactionRecord};

use super::snapshot::Snapshot;
use crate::violation::{Checked, Violation, ensure};
use crate::world::{Tenant, World};

/// Sums by currency; credits are positive.
type Sums = BTreeMap<Currency, i128>;

/// Checks one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> Checked {
    let (mut in_flight, mut cash) = (Sums::new(), Sums::new());
    let outgoing = |payment: &&TransactionRecord| payment.kind == TransactionType::Outgoing;
    for payment in snapshot.payments.iter().filter(outgoing) {
        let quote = payment.quote.and_then(|id| snapshot.quotes.get(&id));
        let quote = quote.ok_or_else(|| Violation(format!("{} has no quote", payment.id)))?;
        add_debit(payment, quote, &mut in_flight, &mut cash);
        add_payout(payment, quote, &mut cash);
    }
    for (code, expected) in [(AccountCode::CollectionsInFlight, in_flight), (AccountCode::Cash, cash)] {
        let booked = world.books.of(tenant.id).into_iter().flat_map(|journal| journal.sum_of(code));
        let booked: Sums = booked.filter(|(_, sum)| *sum != 0).collect();
        let expected: Sums = expected.into_iter().filter(|(_, sum)| *sum != 0).collect();
        ensure(booked == expected, || {
            format!("{} of {} holds {booked:?}, where payments make {expected:?}", code.as_str(), tenant.id)
        })?;
    }
    check_orders(world, tenant)
}

/// What is committed to a quote whose money has neither been converted nor gone back.
pub(super) fn committed(payment: &TransactionRecord, quote: &QuoteRecord) -> i128 {
    let waits = payment.doc.debit.is_some_and(|debit| match debit.status {
        DebitStatus::Pending => true,
        DebitStatus::Settled => !debit.is_sent_on && !is_refunded(payment),
        DebitStatus::Failed => false,
    });
    if waits { i128::from(quote.doc.price.total_sending) } else { 0 }
}

fn is_refunded(payment: &TransactionRecord) -> bool {
    payment.doc.refund.as_ref().is_some_and(|refund| refund.status != RefundStatus::Pending)
}

fn add_debit(payment: &TransactionRecord, quote: &QuoteRecord, in_flight: &mut Sums, cash: &mut Sums) {
    let Some(debit) = payment.doc.debit else { return };
    let total = i128::from(quote.doc.price.total_sending);
    match debit.status {
        DebitStatus::Pending => *in_flight.entry(quote.doc.sending).or_default() -= total,
        DebitStatus::Settled => *cash.entry(quote.doc.sending).or_default() -= total,
        DebitStatus::Failed => {}
    }
    let refund = payment.doc.refund.as_ref();
    let went_back = |to, status| (to, status) == (Some(RefundTo::DebitedAccount), RefundStatus::Completed);
    if refund.is_some_and(|refund| went_back(refund.to, refund.status)) {
        *cash.entry(quote.doc.sending).or_default() += total;
    }
}

fn add_payout(payment: &TransactionRecord, quote: &QuoteRecord, cash: &mut Sums) {
    let QuoteDestination::External { .. } = quote.doc.destination else { return };
    let price = &quote.doc.price;
    let cash = cash.entry(quote.doc.receiving).or_default();
    if payment.doc.settled_at.is_some() {
        *cash += i128::from(price.total_receiving) + i128::from(price.counterparty_fee);
    }
    if payment.doc.failure == Some(Failure::Outgoing(OutgoingFailure::PayoutReturned)) {
        *cash -= i128::from(price.total_receiving);
    }
}

/// No rail was told twice to pay, or to debit.
fn check_orders(world: &World, tenant: &Tenant) -> Checked {
    let platform = tenant.id;
    for rail in [SandboxRail::Payouts, SandboxRail::Debits] {
        let orders = world.read(move |tx| sandbox_orders::list(tx, rail, platform))?;
        let again = orders.iter().find(|order| order.submissions > 1);
        ensure(again.is_none(), || format!("{rail:?}: told more than once: {again:?}"))?;
    }
    Ok(())
}
