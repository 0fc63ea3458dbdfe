//! Errors of internal accounts (money 1.5, 3.2).

use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountState;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Returns the error for an account that does not exist, or that the caller may not see.
pub(super) fn not_found() -> ApiError {
    ApiError::not_found::<InternalAccountId>()
}

/// Returns the error for a status that does not allow the action.
pub(super) fn wrong_state(state: InternalAccountState) -> ApiError {
    let status = state.status().as_str();
    ApiError::new(Code::Conflict, format!("This is not possible for an account that is {status}."))
        .with("status", status)
}

/// Returns the error for an account that cannot send or receive now.
#[must_use]
pub fn account_not_active(side: &str, status: &str) -> ApiError {
    let message = format!("The {side} account is {status} and cannot be used.");
    ApiError::new(Code::InvalidInput, message).reason("ACCOUNT_NOT_ACTIVE").with("status", status)
}

/// Returns the error for closing an account that holds money.
pub(super) fn not_empty() -> ApiError {
    ApiError::new(Code::Conflict, "Only an account with a total balance of 0 can be closed.")
        .reason("FUNDS_REMAINING")
}

/// Returns the error for closing an account with an open payment.
pub(super) fn in_use() -> ApiError {
    ApiError::new(Code::Conflict, "A transaction of this account is still open.").reason("OPEN_TRANSACTIONS")
}

/// Returns the error for adding an account to an owner that has none in the currency.
pub(super) fn no_first_account(currency: &str) -> ApiError {
    ApiError::new(
        Code::Conflict,
        format!("The owner has no account in {currency} to which one could be added."),
    )
    .with("currency", currency)
}
