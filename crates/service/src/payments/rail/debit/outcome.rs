//! What comes of a direct debit, whatever it was begun for.

use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::{DepositEvent, OutgoingEvent};
use causeway_store::Tx;

use crate::payments::checks::gate;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::outgoing::debit;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The money is here.
pub(in crate::payments) fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    gate::check_debit_outcome(tx, context.platform, &locked.payment)?;
    match locked.payment.kind {
        TransactionType::Outgoing => debit::settle(tx, context, locked),
        TransactionType::Incoming => locked.apply(tx, context, DepositEvent::DebitSettled),
    }
}

/// Nothing came, and nothing will.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    gate::check_debit_outcome(tx, context.platform, &locked.payment)?;
    match locked.payment.kind {
        TransactionType::Outgoing => locked.apply(tx, context, OutgoingEvent::DebitFailed),
        TransactionType::Incoming => locked.apply(tx, context, DepositEvent::DebitFailed),
    }
}
