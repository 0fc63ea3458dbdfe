//! The state of a direct debit itself.

use causeway_domain::payments::{DebitEvent, next_debit};
use causeway_store::Error;
use causeway_store::payments::Debit;

use crate::payments::locked::LockedPayment;
use crate::runtime::api_error::ApiError;

/// Ends a debit. Whoever calls writes the payment.
pub(super) fn end(locked: &mut LockedPayment, event: DebitEvent, is_sent_on: bool) -> Result<(), ApiError> {
    let debit = locked.payment.state.debit.as_mut().ok_or(Error::Missing)?;
    let status = next_debit(debit.status, event).map_err(ApiError::internal)?;
    *debit = Debit { status, is_sent_on };
    Ok(())
}
