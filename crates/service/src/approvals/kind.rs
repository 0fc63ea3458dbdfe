//! The kind of approval that a transaction waits for.

use causeway_domain::ids::TransactionId;
use causeway_store::{Tx, payments};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns `true` if an agent requested the transaction.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`.
pub(super) fn is_of_agent(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<bool, ApiError> {
    let found = payments::find(tx, context.platform, id)?;
    Ok(found.ok_or_else(ApiError::not_found::<TransactionId>)?.terms.agent.is_some())
}
