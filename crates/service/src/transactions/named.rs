//! The transaction that a path names.

use causeway_domain::ids::{TransactionId, TransactionRef};

use crate::runtime::api_error::ApiError;

/// The payment or card transaction of this id.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND` for a text that is neither.
pub fn transaction(text: &str) -> Result<TransactionRef, ApiError> {
    text.parse().map_err(|_| ApiError::not_found::<TransactionId>())
}
