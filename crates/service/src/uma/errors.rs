//! Errors of starting a payment from a UMA address (money 13.2, uma 6.2).

use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

pub(super) fn no_endpoint() -> ApiError {
    let message =
        "The platform decides about such payments, and has no webhook endpoint: set webhookEndpoint.";
    ApiError::new(Code::WebhookEndpointNotSet, message)
}

/// Returns the error for a receiver without an account.
pub(super) fn no_account() -> ApiError {
    let message = "The receiver has no account that the money could go into.";
    ApiError::new(Code::InvalidInput, message).reason("ACCOUNT_NOT_ACTIVE")
}

pub(super) fn not_receivable(currency: &str) -> ApiError {
    let message = format!("The receiver does not take {currency}.");
    ApiError::new(Code::InvalidCurrency, message).with("value", currency)
}

pub(super) fn amount_out_of_range(minimum: i64, maximum: i64, currency: &str) -> ApiError {
    let message = format!("What arrives must lie between {minimum} and {maximum}.");
    ApiError::new(Code::AmountOutOfRange, message)
        .with("minAmount", minimum)
        .with("maxAmount", maximum)
        .with("currency", currency)
}

/// Returns the error for a known receiver that cannot be paid.
pub(super) fn not_ready() -> ApiError {
    ApiError::new(Code::UserNotReady, "The receiver cannot be paid yet.")
}

/// Returns the error for an address without a customer, at a look-up.
pub(super) fn unknown_address() -> ApiError {
    ApiError::new(Code::UmaNotFound, "This UMA address does not exist.")
}
