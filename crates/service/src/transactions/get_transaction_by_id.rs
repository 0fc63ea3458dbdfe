//! `GET /transactions/{transactionId}` (money 10.9).

use causeway_domain::ids::TransactionId;
use causeway_store::{Tx, payments};
use causeway_wire::transactions::Transaction;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one transaction.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Transaction, ApiError> {
    let found = payments::find_at(tx, context.platform, id, context.now)?;
    let found = found
        .filter(|found| context.principal.knows(found.customer) || context.principal.knows(found.recipient));
    render::transaction(context.platform, &found.ok_or_else(ApiError::not_found::<TransactionId>)?)
}
