//! What is wrong with an internal account (money 1.5, 3.2).

use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountState;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// No such account, or not one that the caller may see.
pub(super) fn not_found() -> ApiError {
    ApiError::not_found::<InternalAccountId>()
}

/// The account's status does not allow what is wanted.
pub(super) fn wrong_state(state: InternalAccountState) -> ApiError {
    let status = state.status().as_str();
    ApiError::new(Code::Conflict, format!("This is not possible for an account that is {status}."))
        .with("status", status)
}

/// An account that cannot send or receive now.
#[must_use]
pub fn account_not_active(side: &str, status: &str) -> ApiError {
    let message = format!("The {side} account is {status} and cannot be used.");
    ApiError::new(Code::InvalidInput, message).reason("ACCOUNT_NOT_ACTIVE").with("status", status)
}

/// Closing would strand money.
pub(super) fn not_empty() -> ApiError {
    ApiError::new(Code::Conflict, "Only an account with a total balance of 0 can be closed.")
        .reason("FUNDS_REMAINING")
}

/// Closing would strand a payment.
pub(super) fn in_use() -> ApiError {
    ApiError::new(Code::Conflict, "A transaction of this account is still open.").reason("OPEN_TRANSACTIONS")
}

/// A further account needs a first one.
pub(super) fn no_first_account(currency: &str) -> ApiError {
    ApiError::new(
        Code::Conflict,
        format!("The owner has no account in {currency} to which one could be added."),
    )
    .with("currency", currency)
}
