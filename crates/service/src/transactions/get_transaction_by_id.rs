//! `GET /transactions/{transactionId}` (money 10.9).

use causeway_domain::ids::TransactionId;
use causeway_store::{Tx, payments};
use causeway_wire::Code;
use causeway_wire::table::GetTransactionById;
use causeway_wire::transactions::Transaction;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Shows one transaction.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<GetTransactionById>) -> Result<Transaction, ApiError> {
    let id: TransactionId = call.path_id(Code::TransactionNotFound)?;
    let found = payments::find_at(tx, call.platform(), id, call.now)?;
    let record = found.ok_or_else(ApiError::not_found::<TransactionId>)?;
    render::transaction(call.platform(), &record)
}
