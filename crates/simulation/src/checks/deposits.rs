//! The outcomes of money that third parties send to accounts or debit by their coordinates (money 3.5), and
//! of incoming payments that fund quotes.

use causeway_domain::Amount;
use causeway_domain::payments::lifecycle::Failure;
use causeway_domain::payments::{
    Direction, IncomingFailure, RefundStatus, TransactionStatus, TransactionType,
};
use causeway_store::ledger;
use causeway_store::payments::{PaymentRecord, Side};

use super::snapshot::Snapshot;
use crate::areas::is_paid_in;
use crate::violation::CheckResult;
use crate::world::{Tenant, World};

const CREDITED: &str = "a deposit: credited";
const DEBITED: &str = "a deposit: debited by a third party";
const FAILED: &str = "a deposit: failed";
const RETURNED: &str = "a deposit: returned";
const SUSPENDED: &str = "a deposit: left in suspense";
const LATE: &str = "funding of a quote: late or repeated";
const PAID_IN: &str = "funding of a quote: executed";
const NOT_AS_WANTED: &str = "funding of a quote: not executed";

/// The outcomes that must occur.
pub(super) const EVENTS: &[&str] =
    &[CREDITED, DEBITED, FAILED, RETURNED, SUSPENDED, PAID_IN, NOT_AS_WANTED, LATE];

/// The description of money that the sandbox credits without a payer.
const OUT_OF_NOTHING: &str = "Internal account funding";

/// Returns `true` if the payment is a deposit or debit by a third party. Money credited by the sandbox does
/// not count: its request reports it.
pub(super) fn is_deposit(payment: &PaymentRecord) -> bool {
    matches!(payment.terms.source, Side::Funding { .. })
        && payment.kind == TransactionType::Incoming
        && payment.quote.is_none()
        && payment.terms.description.as_deref() != Some(OUT_OF_NOTHING)
}

/// Returns the amounts of a payment that are in suspense.
pub(super) fn suspended(world: &World, tenant: &Tenant, payment: &PaymentRecord) -> CheckResult<Vec<Amount>> {
    let platform = tenant.id;
    let id = payment.id;
    world.read(move |tx| ledger::suspended(tx, platform, id))
}

/// Counts the outcomes of incoming money at the end.
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
