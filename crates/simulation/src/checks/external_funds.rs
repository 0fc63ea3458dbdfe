//! Checks that the books agree with the payments about money outside the service: pending debits, and cash.

use std::collections::BTreeMap;

use causeway_domain::ids::AccountRef;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::{Custody, Failure, IncomingUmaPhase, RefundDestination};
use causeway_domain::payments::{
    DebitStatus, Direction, OutgoingFailure, RefundStatus, TransactionStatus, TransactionType,
};
use causeway_domain::postings::AccountCode;
use causeway_store::payments::{ConversionTerms, PaymentRecord};
use causeway_store::sandbox_orders::{self, SandboxRail};

use super::deposits::{is_deposit, suspended};
use super::snapshot::Snapshot;
use super::unmatched;
use crate::areas::{conversion, debit_of};
use crate::violation::{CheckResult, ensure};
use crate::world::{Tenant, World};

/// Sums by currency; credits are positive.
type Sums = BTreeMap<CurrencyCode, i128>;

/// Checks the books of one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult {
    let mut in_flight = Sums::new();
    let mut cash = Sums::new();
    for payment in &snapshot.payments {
        if payment.credit().is_some() {
            add_incoming_uma(payment, &mut cash);
        } else if is_deposit(payment) {
            add_deposit(world, tenant, payment, &mut cash)?;
        } else if payment.quote.is_none() {
            add_transfer(payment, &mut in_flight, &mut cash);
        }
    }
    for amount in unmatched::amounts_in_suspense(world, tenant)? {
        *cash.entry(amount.currency).or_default() -= i128::from(amount.minor);
    }
    let quoted =
        |payment: &&PaymentRecord| payment.kind == TransactionType::Outgoing && payment.quote.is_some();
    for payment in snapshot.payments.iter().filter(quoted) {
        let conversion = conversion(&payment.terms)?;
        add_debit(payment, conversion, &mut in_flight, &mut cash);
        add_funding(payment, &mut cash);
        add_payout(payment, conversion, &mut cash);
    }
    for (code, expected) in [(AccountCode::DebitsInFlight, in_flight), (AccountCode::Cash, cash)] {
        let booked = world.books.of(tenant.id).into_iter().flat_map(|journal| journal.sum_of(code));
        let booked: Sums = booked.filter(|(_, sum)| *sum != 0).collect();
        let expected: Sums = expected.into_iter().filter(|(_, sum)| *sum != 0).collect();
        ensure(booked == expected, || {
            format!(
                "{} of {} holds {booked:?}, but the payments sum to {expected:?}",
                code.as_str(),
                tenant.id
            )
        })?;
    }
    check_orders(world, tenant)
}

/// Returns the amount committed to a quote, which is zero after its money was converted or refunded.
pub(super) fn committed(payment: &PaymentRecord) -> CheckResult<i128> {
    let waits = debit_of(payment).is_some_and(|debit| match debit {
        DebitStatus::Pending => true,
        DebitStatus::Settled => payment.phase().custody() == Some(Custody::Quote) && !is_refunded(payment),
        DebitStatus::Failed => false,
    });
    Ok(if waits { i128::from(conversion(&payment.terms)?.price.total_sending) } else { 0 })
}

fn is_refunded(payment: &PaymentRecord) -> bool {
    payment.state().refund.as_ref().is_some_and(|refund| refund.status != RefundStatus::Pending)
}

fn add_debit(payment: &PaymentRecord, conversion: &ConversionTerms, in_flight: &mut Sums, cash: &mut Sums) {
    let Some(debit) = debit_of(payment) else { return };
    let total = i128::from(conversion.price.total_sending);
    match debit {
        DebitStatus::Pending => *in_flight.entry(conversion.sending).or_default() -= total,
        DebitStatus::Settled => *cash.entry(conversion.sending).or_default() -= total,
        DebitStatus::Failed => {}
    }
    let refund = payment.state().refund.as_ref();
    let went_back =
        |to, status| (to, status) == (Some(RefundDestination::DebitedAccount), RefundStatus::Completed);
    if refund.is_some_and(|refund| went_back(refund.to, refund.status)) {
        *cash.entry(conversion.sending).or_default() += total;
    }
}

/// Adds a transfer: it takes the network's fee along, and comes back without it.
fn add_transfer(payment: &PaymentRecord, in_flight: &mut Sums, cash: &mut Sums) {
    let terms = &payment.terms;
    let (Some(sent), Some(received)) = (terms.sent, terms.received) else { return };
    let was_here = payment.state().settled_at.is_some();
    let is_back = payment.status() == TransactionStatus::Failed && was_here;
    let cash = cash.entry(sent.currency).or_default();
    match payment.kind {
        TransactionType::Outgoing => {
            *cash += if was_here { i128::from(sent.minor) } else { 0 };
            *cash -= if is_back { i128::from(received.minor) - missing(payment) } else { 0 };
        }
        TransactionType::Incoming => {
            *cash -= if was_here && !is_back { i128::from(received.minor) } else { 0 };
            let is_open = debit_of(payment) == Some(DebitStatus::Pending);
            *in_flight.entry(sent.currency).or_default() -= if is_open { i128::from(sent.minor) } else { 0 };
        }
    }
}

/// Adds a deposit, which is in its account or in suspense, or a third party's debit, which has left.
fn add_deposit(world: &World, tenant: &Tenant, payment: &PaymentRecord, cash: &mut Sums) -> CheckResult {
    let Some(moved) = payment.terms.received else { return Ok(()) };
    let is_debit = payment.terms.direction == Direction::Debit;
    if payment.status() == TransactionStatus::Completed {
        let amount = i128::from(moved.minor);
        *cash.entry(moved.currency).or_default() += if is_debit { amount } else { -amount };
        return Ok(());
    }
    for amount in suspended(world, tenant, payment)? {
        *cash.entry(amount.currency).or_default() -= i128::from(amount.minor);
    }
    Ok(())
}

/// Adds an incoming UMA payment, which is here until it is paid out or refunded to its sender.
fn add_incoming_uma(payment: &PaymentRecord, cash: &mut Sums) {
    let (Some(settled), Some(credited), Some(account)) =
        (payment.terms.sent, payment.terms.received, payment.credit())
    else {
        return;
    };
    let is_sent_on = payment.phase() == IncomingUmaPhase::PayingOut.into();
    let refund = payment.state().refund.as_ref().map(|refund| refund.status);
    let has_come = payment.status() == TransactionStatus::Completed || is_sent_on || refund.is_some();
    if has_come && refund != Some(RefundStatus::Completed) {
        *cash.entry(settled.currency).or_default() -= i128::from(settled.minor);
    }
    if payment.status() == TransactionStatus::Completed && matches!(account, AccountRef::External(_)) {
        *cash.entry(credited.currency).or_default() += i128::from(credited.minor);
    }
}

fn add_funding(payment: &PaymentRecord, cash: &mut Sums) {
    let Some(funding) = &payment.state().funding else { return };
    let refund = payment.state().refund.as_ref().map(|refund| (refund.to, refund.status));
    if refund != Some((Some(RefundDestination::Payer), RefundStatus::Completed)) {
        *cash.entry(funding.amount.currency).or_default() -= i128::from(funding.amount.minor);
    }
}

fn add_payout(payment: &PaymentRecord, conversion: &ConversionTerms, cash: &mut Sums) {
    if matches!(payment.terms.destination.account(), Some(AccountRef::Internal(_))) {
        return;
    }
    let price = &conversion.price;
    let cash = cash.entry(conversion.receiving).or_default();
    if payment.state().settled_at.is_some() {
        *cash += i128::from(price.total_receiving) + i128::from(price.counterparty_fee);
    }
    if payment.phase().failure() == Some(Failure::Outgoing(OutgoingFailure::PayoutReturned)) {
        *cash -= i128::from(price.total_receiving) - missing(payment);
    }
}

/// Returns the part of a returned payout that did not come back.
fn missing(payment: &PaymentRecord) -> i128 {
    payment.state().return_short.map_or(0, |short| i128::from(short.minor))
}

/// Checks that no order was submitted to a rail twice, except one that a rail took late from a process that had died.
fn check_orders(world: &World, tenant: &Tenant) -> CheckResult {
    let platform = tenant.id;
    for rail in [SandboxRail::Payouts, SandboxRail::Debits] {
        let orders = world.read(move |tx| sandbox_orders::list(tx, rail, platform))?;
        let again = orders.iter().find(|order| order.submissions > 1 + world.late_orders_max());
        ensure(again.is_none(), || format!("{rail:?}: submitted more than once: {again:?}"))?;
    }
    Ok(())
}
