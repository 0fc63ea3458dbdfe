//! Checks of rails: an order is booked once by one partner or not at all, its payment has the same end, cash by rail
//! account is the partner's book to the unit, and no adapter is accused of a contradiction that it has not made.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::ids::{RailId, TransactionId};
use causeway_domain::payments::{RefundStatus, TransactionStatus, TransactionType};
use causeway_rail_protocol::values::{EndToEndId, OrderKind, OrderState};
use causeway_store::payments::PaymentRecord;
use causeway_store::rails::{
    CashMovementRecord, PinnedRail, RailOrderRecord, StoredState, cash, evidence, orders,
};
use causeway_store::{Error, Tx, alerts};
use uuid::Uuid;

use super::snapshot::Snapshot;
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{Booking, BookingState, RailPayer, Tenant, World};

const PAYOUT_SETTLED: &str = "an order of a payout: settled";
const PAYOUT_FAILED: &str = "an order of a payout: failed";
const PAYOUT_CANCELLED: &str = "an order of a payout: cancelled";
const PAYOUT_RETURNED: &str = "an order of a payout: returned";
const PAYOUT_SHORT: &str = "an order of a payout: returned in part";
const PAYOUT_UNSENT: &str = "an order of a payout: released before it was sent";
const DEBIT_SETTLED: &str = "an order of a collection: settled";
const DEBIT_FAILED: &str = "an order of a collection: failed";
const DEBIT_CANCELLED: &str = "an order of a collection: cancelled";
const DEBIT_RETURNED: &str = "an order of a collection: returned";

/// The ends of orders, all of which must occur. Each order has one.
pub(crate) const ENDS: &[&str] = &[
    PAYOUT_SETTLED,
    PAYOUT_FAILED,
    PAYOUT_CANCELLED,
    PAYOUT_RETURNED,
    PAYOUT_SHORT,
    PAYOUT_UNSENT,
    DEBIT_SETTLED,
    DEBIT_FAILED,
    DEBIT_CANCELLED,
    DEBIT_RETURNED,
];

/// Kinds of alerts that no honest adapter causes, whatever becomes of requests and answers.
const DISTRUST: &[&str] = &[
    "RAIL_MEMORY_LOST",
    "RAIL_UNKNOWN_ORDER",
    "RAIL_CONTRADICTION",
    "RAIL_PAUSED",
    "RAIL_FEED_SKIPPED",
    "RAIL_CAPABILITIES_INVALID",
    "RAIL_UNKNOWN_VALUE",
    "RAIL_ORDER_REFUSED",
    "RAIL_NOT_AUTHENTICATED",
    "RAIL_REFUND_HELD",
];

/// Maximum number of alerts that are read, closed ones included.
const ALERTS: i64 = 10_000;

/// A payment in the book of a rail's partner.
struct RailBooking {
    rail: RailId,
    booking: Booking,
}

/// Checks that no partner, and not two of them, have booked an order twice.
pub(crate) fn check_bookings(world: &World) -> CheckResult {
    let mut known = BTreeSet::new();
    for RailBooking { booking, .. } in bookings(world)? {
        let reference = booking.reference;
        ensure(known.insert(reference), || format!("{reference:?} is booked twice"))?;
    }
    Ok(())
}

/// Checks the orders of the platform that pays over rails.
pub(super) fn check(world: &World, payer: &RailPayer, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult {
    check_bookings(world)?;
    check_alerts(world, payer)?;
    let all = all_orders(world, tenant, snapshot)?;
    for RailBooking { rail, booking } in bookings(world)? {
        let EndToEndId { kind, transaction } = booking.reference;
        let order = all.iter().find(|order| order.transaction == transaction && order.kind == kind);
        let pinned = order.and_then(|order| order.pinned.as_ref());
        let is_ours = pinned.is_some_and(|pinned| pinned.rail == rail)
            && order.is_some_and(|order| order.amount.minor == booking.amount);
        ensure(is_ours, || format!("{booking:?} of {rail} is not stored so: {order:?}"))?;
    }
    Ok(())
}

/// Checks at the end that each order has an end, that both sides agree about it, and that their cash is the same.
pub(super) fn check_settled(
    world: &World,
    payer: &RailPayer,
    tenant: &Tenant,
    snapshot: &Snapshot,
) -> CheckResult {
    let booked = bookings(world)?;
    let all = all_orders(world, tenant, snapshot)?;
    for order in &all {
        let reference = EndToEndId { kind: order.kind, transaction: order.transaction };
        let found = booked.iter().find(|one| one.booking.reference == reference);
        let end = end_of(order, found.map(|one| one.booking))?;
        world.host.counts.event(end);
        let payment = snapshot.payments.iter().find(|payment| payment.id == order.transaction);
        let payment = payment.ok_or_else(|| Violation(format!("{order:?} has no payment")))?;
        check_payment(order, payment)?;
    }
    check_evidence(world, payer, tenant, &all)?;
    check_cash(world, tenant, &all, &booked, snapshot)
}

fn bookings(world: &World) -> CheckResult<Vec<RailBooking>> {
    let table = world.process.app.rails.table();
    let mut all = Vec::new();
    for adapter in &world.host.rails {
        let rail = table.named(adapter.name).map(|rail| rail.record.id);
        let rail = rail.ok_or_else(|| Violation(format!("the rail {} is gone", adapter.name)))?;
        all.extend(adapter.bookings().into_iter().map(|booking| RailBooking { rail, booking }));
    }
    Ok(all)
}

fn all_orders(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult<Vec<RailOrderRecord>> {
    let platform = tenant.id;
    let ids = ids(snapshot);
    world.read(move |tx| collect(tx, &ids, |tx, id| orders::of_payment(tx, platform, id)))
}

fn ids(snapshot: &Snapshot) -> Vec<TransactionId> {
    snapshot.payments.iter().map(|payment| payment.id).collect()
}

/// Reads the rows of each payment.
fn collect<T>(
    tx: &mut Tx<'_>,
    payments: &[TransactionId],
    read: impl Fn(&mut Tx<'_>, TransactionId) -> Result<Vec<T>, Error>,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    for id in payments {
        all.extend(read(tx, *id)?);
    }
    Ok(all)
}

/// Returns the end of an order, if its partner has the same.
fn end_of(order: &RailOrderRecord, booking: Option<Booking>) -> CheckResult<&'static str> {
    let unequal = || Err(Violation(format!("the partner has {booking:?}, and stored is {order:?}")));
    let StoredState::Known(state) = order.state else {
        return Err(Violation(format!("no record at the end: {order:?}")));
    };
    let is_payout = order.kind == OrderKind::Payout;
    let one_of = |payout, debit| Ok(if is_payout { payout } else { debit });
    match (state, booking.map(|booking| booking.state)) {
        (OrderState::Cancelled, None) if order.pinned.is_none() => one_of(PAYOUT_UNSENT, DEBIT_CANCELLED),
        (OrderState::Settled, Some(BookingState::Settled)) => one_of(PAYOUT_SETTLED, DEBIT_SETTLED),
        (OrderState::Failed, Some(BookingState::Refused)) => one_of(PAYOUT_FAILED, DEBIT_FAILED),
        (OrderState::Cancelled, None | Some(BookingState::Cancelled)) => {
            one_of(PAYOUT_CANCELLED, DEBIT_CANCELLED)
        }
        (OrderState::Returned, Some(BookingState::Returned(back))) => {
            let is_short = back < order.amount.minor;
            one_of(if is_short { PAYOUT_SHORT } else { PAYOUT_RETURNED }, DEBIT_RETURNED)
        }
        (OrderState::Received | OrderState::Sent | OrderState::Accepted | OrderState::InDoubt, _) => {
            Err(Violation(format!("an order without an end: {order:?}, booked as {booking:?}")))
        }
        _ => unequal(),
    }
}

/// Checks that a payout which has arrived is completed, and that one which was released is refunded. A debit that has
/// settled completes a transfer; that of a quote is one of its parts.
fn check_payment(order: &RailOrderRecord, payment: &PaymentRecord) -> CheckResult {
    let is_settled = order.state == StoredState::Known(OrderState::Settled);
    let is_completed = payment.status() == TransactionStatus::Completed;
    let refund = payment.state().refund.as_ref().map(|refund| refund.status);
    let is_refunded = matches!(payment.status(), TransactionStatus::Failed | TransactionStatus::Refunded)
        && refund.is_none_or(|refund| refund == RefundStatus::Completed);
    let fits = match (order.kind, payment.kind) {
        (OrderKind::Collection, TransactionType::Outgoing) => is_settled || is_refunded,
        (OrderKind::Payout | OrderKind::Refund, _) | (OrderKind::Collection, TransactionType::Incoming) => {
            if is_settled {
                is_completed
            } else {
                is_refunded
            }
        }
    };
    ensure(fits, || format!("the order is {}, and its payment {payment:?}", order.state.as_str()))
}

/// Checks that there is one alert for each payment about which an adapter has contradicted itself, and no other one that
/// accuses an adapter.
fn check_alerts(world: &World, payer: &RailPayer) -> CheckResult {
    let raised = world.read(|tx| alerts::list(tx, true, ALERTS))?;
    let mut accused = BTreeMap::new();
    for alert in raised.into_iter().filter(|alert| DISTRUST.contains(&alert.kind.as_str())) {
        let contested = payer.contested.iter().find(|payment| payment.to_string() == alert.subject);
        let contested = contested.filter(|_| alert.kind == "RAIL_CONTRADICTION");
        let payment =
            contested.ok_or_else(|| Violation(format!("an honest adapter is accused: {alert:?}")))?;
        *accused.entry(*payment).or_insert(0) += 1;
    }
    let expected: BTreeMap<TransactionId, i32> =
        payer.contested.iter().map(|payment| (*payment, 1)).collect();
    ensure(accused == expected, || format!("alerts by payment: {accused:?}, contradictions: {expected:?}"))
}

/// Checks that no answer was kept as a contradiction, except those that were one.
fn check_evidence(world: &World, payer: &RailPayer, tenant: &Tenant, all: &[RailOrderRecord]) -> CheckResult {
    let platform = tenant.id;
    for order in all {
        let id = order.id;
        let kept = world.read(move |tx| evidence::of_order(tx, platform, id))?;
        let count = kept.iter().filter(|kept| kept.is_contradiction).count();
        let is_contested = payer.contested.contains(&order.transaction) && order.kind == OrderKind::Payout;
        ensure(is_contested == (count > 0), || {
            format!("{} answers about {} are kept as contradictions", count, order.transaction)
        })?;
    }
    Ok(())
}

/// Compares the cash of each rail account with the book of the partner that has it.
fn check_cash(
    world: &World,
    tenant: &Tenant,
    all: &[RailOrderRecord],
    booked: &[RailBooking],
    snapshot: &Snapshot,
) -> CheckResult {
    let platform = tenant.id;
    let ids = ids(snapshot);
    let movements: Vec<CashMovementRecord> =
        world.read(move |tx| collect(tx, &ids, |tx, id| cash::of_payment(tx, platform, id)))?;
    let mut by_account: BTreeMap<Uuid, i64> = BTreeMap::new();
    for movement in movements {
        if let Some(account) = movement.account {
            *by_account.entry(account).or_default() += movement.amount.minor;
        }
    }
    let mut by_book: BTreeMap<Uuid, i64> = BTreeMap::new();
    for PinnedRail { rail, account, .. } in all.iter().filter_map(|order| order.pinned.as_ref()) {
        let of_rail = booked.iter().filter(|one| one.rail == *rail);
        by_book.insert(*account, of_rail.map(|one| one.booking.moved_out()).sum());
    }
    by_account.retain(|_, sum| *sum != 0);
    by_book.retain(|_, sum| *sum != 0);
    ensure(by_account == by_book, || {
        format!("cash by rail account is {by_account:?}, and the partners have booked {by_book:?}")
    })
}
