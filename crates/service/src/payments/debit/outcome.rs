//! What comes of a direct debit, whatever it was begun for.

use causeway_domain::payments::TransactionType;
use causeway_store::Tx;

use super::{quoted, transfer_in};
use crate::payments::gate;
use crate::payments::locked::LockedPayment;
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
        TransactionType::Outgoing => quoted::settle(tx, context, locked),
        TransactionType::Incoming => transfer_in::settle(tx, context, locked),
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
        TransactionType::Outgoing => quoted::fail(tx, context, locked),
        TransactionType::Incoming => transfer_in::fail(tx, context, locked),
    }
}
