//! What comes of a payout: each outcome with its postings, its events and, where the money did not arrive, the
//! beginning of its refund (money 8.7, 9, 10.8). Callers hold the quote's lock.

use causeway_domain::payments::{OutgoingFailure, RefundReason};
use causeway_domain::postings;
use causeway_store::Tx;

use super::refund;
use super::standing::is_under_way;
use super::steps::{Pair, Step, conversion};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::ledger;

/// L5c: the money is with the beneficiary.
pub(super) fn deliver(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    ledger::book(tx, context, postings::payout_delivered(&conversion(&pair.quote)), pair.reason(), &mut [])?;
    pair.step(tx, context, Step::Delivered)
}

/// The payout will not arrive. Its money is still out: it comes back with the refund.
pub(super) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &mut Pair,
    failure: OutgoingFailure,
    reason: RefundReason,
) -> Result<(), ApiError> {
    pair.step(tx, context, Step::Failed(failure))?;
    refund::open(tx, context, pair, reason)
}

/// L5f: the receiving bank sent back what had arrived. A rail that tells only now that it had arrived has
/// delivered it first.
pub(super) fn send_back(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    if is_under_way(&pair.payment) {
        deliver(tx, context, pair)?;
    }
    ledger::book(tx, context, postings::payout_returned(&conversion(&pair.quote)), pair.reason(), &mut [])?;
    pair.step(tx, context, Step::Returned)?;
    refund::open(tx, context, pair, RefundReason::TransactionFailed)
}

/// The payout was cancelled on its way. Its payment keeps its status until the money is back (money 10.7).
pub(super) fn cancel(tx: &mut Tx<'_>, context: &Context, pair: &mut Pair) -> Result<(), ApiError> {
    refund::open(tx, context, pair, RefundReason::UserCancellation)
}
