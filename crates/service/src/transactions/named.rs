//! The transaction id in a path.

use causeway_domain::ids::{TransactionId, TransactionRef};

use crate::runtime::api_error::ApiError;

/// Parses the id of a payment or card transaction.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND` for a text that is neither.
pub fn transaction(text: &str) -> Result<TransactionRef, ApiError> {
    text.parse().map_err(|_| ApiError::not_found::<TransactionId>())
}
