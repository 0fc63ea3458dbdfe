//! Errors of contact verification (customers 4).

use std::time::Duration;

use causeway_domain::contact::CodeError;
use causeway_wire::{Code, FieldError};

use crate::ports::MessageError;
use crate::runtime::api_error::ApiError;

/// Refuses the verification of a channel that need not be confirmed.
pub(super) fn not_required() -> ApiError {
    ApiError::new(Code::Conflict, "This contact of the customer does not have to be verified.")
        .reason("CONTACT_VERIFICATION_NOT_REQUIRED")
}

pub(super) fn already_verified() -> ApiError {
    ApiError::new(Code::Conflict, "This contact of the customer is verified.").reason("ALREADY_VERIFIED")
}

/// Refuses a verification because the customer has no contact for the channel.
pub(super) fn contact_missing() -> ApiError {
    ApiError::new(Code::Conflict, "The customer has no such contact; set it first.").reason("CONTACT_MISSING")
}

/// Refuses to send a code over the rate limit.
pub(super) fn too_many(wait: Duration) -> ApiError {
    let seconds = wait.as_millis().div_ceil(1_000).try_into().unwrap_or(u64::MAX);
    let message = format!("Too many codes were sent to this contact; wait {seconds} s.");
    ApiError::new(Code::RateLimited, message).with("retryAfter", seconds).retry_after(seconds)
}

/// Refuses a wrong or expired code.
pub(super) fn wrong_code(error: CodeError) -> ApiError {
    let (message, reason) = match error {
        CodeError::Invalid => ("is not the code that was sent last", "INVALID_CODE"),
        CodeError::Expired => ("comes after the code expired; send a new one", "CODE_EXPIRED"),
    };
    ApiError::fields(vec![FieldError::new("code", message)]).reason(reason)
}

/// Reports a message that could not be sent.
pub(super) fn not_sent(error: MessageError) -> ApiError {
    ApiError::internal(error)
}
