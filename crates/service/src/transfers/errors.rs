//! Errors of transfers (money 10.2, 10.3).

use causeway_wire::{Code, FieldError};

use crate::runtime::api_error::ApiError;

pub(super) fn owner_mismatch() -> ApiError {
    let message = "The two accounts belong to different customers.";
    ApiError::new(Code::InvalidInput, message).reason("OWNER_MISMATCH")
}

pub(super) fn currencies_differ(source: &str, destination: &str) -> ApiError {
    let message = format!("The source is in {source} and the destination in {destination}; use a quote.");
    ApiError::new(Code::InvalidCurrency, message).with("value", destination)
}

/// Returns a field error of the amount (money 1.5).
pub(super) fn amount(message: &str, sent: Option<i64>) -> FieldError {
    let value = sent.map(Into::into);
    FieldError { code: Code::InvalidAmount, value, ..FieldError::new("amount", message) }
}

/// Returns the error for an amount that does not exceed the network's fee.
pub(super) fn fee_exceeds_amount(fee: i64) -> ApiError {
    let message = format!("The network takes {fee}; send more than that.");
    ApiError::new(Code::AmountOutOfRange, message).with("fees", fee)
}
