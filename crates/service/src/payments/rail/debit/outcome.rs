//! The outcome of a direct debit, for quotes and transfers.

use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::{DepositEvent, OutgoingEvent};
use causeway_store::Tx;

use crate::payments::checks::pre_submission;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::outgoing::debit;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Settles the debit.
pub(in crate::payments) fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    pre_submission::check_debit_outcome(tx, context.platform, &locked.payment)?;
    match locked.payment.kind {
        TransactionType::Outgoing => debit::settle(tx, context, locked),
        TransactionType::Incoming => locked.apply(tx, context, DepositEvent::DebitSettled),
    }
}

/// Fails the debit: its money will never come.
pub(in crate::payments) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    pre_submission::check_debit_outcome(tx, context.platform, &locked.payment)?;
    match locked.payment.kind {
        TransactionType::Outgoing => locked.apply(tx, context, OutgoingEvent::DebitFailed),
        TransactionType::Incoming => locked.apply(tx, context, DepositEvent::DebitFailed),
    }
}
