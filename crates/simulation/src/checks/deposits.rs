//! Money that others send to accounts or debit by their coordinates (money 3.5), and money that is paid in for quotes: what
//! it has come to.

use causeway_domain::Amount;
use causeway_domain::payments::lifecycle::Failure;
use causeway_domain::payments::{
    Direction, IncomingFailure, RefundStatus, TransactionStatus, TransactionType,
};
use causeway_store::ledger;
use causeway_store::payments::{PaymentRecord, Side};

use super::snapshot::Snapshot;
use crate::areas::is_paid_in;
use crate::violation::Checked;
use crate::world::{Tenant, World};

const CREDITED: &str = "a deposit: credited";
const DEBITED: &str = "a deposit: debited by somebody else";
const FAILED: &str = "a deposit: failed";
const RETURNED: &str = "a deposit: sent back";
const SUSPENDED: &str = "a deposit: left in suspense";
const LATE: &str = "paid in for a quote: too late, or once more";
const PAID_IN: &str = "paid in for a quote: carried out";
const NOT_AS_WANTED: &str = "paid in for a quote: not carried out";

/// What deposits must have come to.
pub(super) const EVENTS: &[&str] =
    &[CREDITED, DEBITED, FAILED, RETURNED, SUSPENDED, PAID_IN, NOT_AS_WANTED, LATE];

/// What the sandbox says of money that it makes out of nothing.
const OUT_OF_NOTHING: &str = "Internal account funding";

/// Whether it shows money that others have sent to an account, or debited. What the sandbox makes out of nothing is reported
/// where it is asked for.
pub(super) fn is_deposit(payment: &PaymentRecord) -> bool {
    matches!(payment.terms.source, Side::Funding { .. })
        && payment.kind == TransactionType::Incoming
        && payment.quote.is_none()
        && payment.terms.description.as_deref() != Some(OUT_OF_NOTHING)
}

/// What of a payment stands in suspense.
pub(super) fn suspended(world: &World, tenant: &Tenant, payment: &PaymentRecord) -> Checked<Vec<Amount>> {
    let (platform, id) = (tenant.id, payment.id);
    world.read(move |tx| ledger::suspended(tx, platform, id))
}

/// At the end: counts what the money that came in has come to.
pub(super) fn count_settled(world: &World, snapshot: &Snapshot) {
    let ends = snapshot.payments.iter().filter_map(end_of);
    ends.for_each(|end| world.host.counts.event(end));
}

fn end_of(payment: &PaymentRecord) -> Option<&'static str> {
    if payment.state().funding.is_some() {
        return Some(if is_paid_in(payment) { PAID_IN } else { NOT_AS_WANTED });
    }
    if !is_deposit(payment) {
        return None;
    }
    if payment.phase().failure() == Some(Failure::Incoming(IncomingFailure::QuoteExpired)) {
        return Some(LATE);
    }
    let refund = payment.state().refund.as_ref().map(|refund| refund.status);
    Some(match (payment.status(), payment.terms.direction, refund) {
        (TransactionStatus::Completed, Direction::Debit, _) => DEBITED,
        (TransactionStatus::Completed, Direction::Credit, _) => CREDITED,
        (_, _, Some(RefundStatus::Completed)) => RETURNED,
        (TransactionStatus::Failed, _, None) => FAILED,
        _ => SUSPENDED,
    })
}
