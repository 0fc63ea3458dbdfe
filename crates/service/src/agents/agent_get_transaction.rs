//! `GET /agents/me/transactions/{transactionId}` (agents A6).

use causeway_store::Tx;
use causeway_wire::transactions::Transaction;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::transactions::get_transaction_by_id;

/// Shows a transaction of the agent's customer.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`, also for a transaction that the agent does not know of.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: &str) -> Result<Transaction, ApiError> {
    get_transaction_by_id::apply(tx, context, id)
}
