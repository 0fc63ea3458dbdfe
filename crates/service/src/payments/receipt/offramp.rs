//! What comes of the payout of a receipt to an external account (money 10.4).

use causeway_domain::payments::{IncomingEvent, IncomingFailure, RefundReason};
use causeway_domain::postings;
use causeway_store::{Error, Tx};

use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::locked::LockedPayment;
use crate::payments::phase::is_under_way;
use crate::payments::refund;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The money is in the external account.
pub(in crate::payments) fn deliver(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let delivered = postings::uma_offramp_delivered(&locked.payment.uma_receipt()?);
    ledger::book(tx, context, delivered, Reason::of(&locked.payment), &mut [])?;
    locked.receive(tx, context, IncomingEvent::Credited)
}

/// It will not get there: once its rail has given it up, it goes back to its sender.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    locked.receive(tx, context, IncomingEvent::CouldNotCredit(IncomingFailure::OfframpFailed))?;
    refund::open(tx, context, locked, reason)
}

/// It was there, and its bank has sent it back: it goes on to its sender.
pub(in crate::payments) fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if is_under_way(&locked.payment) {
        deliver(tx, context, locked)?;
    }
    let (receipt, reason) = (locked.payment.uma_receipt()?, Reason::of(&locked.payment));
    let booked = [postings::uma_offramp_returned(&receipt), postings::uma_offramp_reversed(&receipt)];
    ledger::book_all(tx, context, booked, reason, &mut [])?;
    // No rail has it any more.
    locked.payment.state.receipt.as_mut().ok_or(Error::Missing)?.is_sent_on = false;
    locked.receive(tx, context, IncomingEvent::OfframpReturned)?;
    refund::open(tx, context, locked, RefundReason::TransactionFailed)
}
