//! Errors of wallets (wallet 12).

use std::time::Duration;

use causeway_domain::ids::{AuthMethodId, InternalAccountId, SessionId};
use causeway_wallet_crypto::Failure;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;
use crate::runtime::wallets::unauthorized;

pub(super) fn no_account() -> ApiError {
    ApiError::not_found::<InternalAccountId>()
}

pub(super) fn no_credential() -> ApiError {
    ApiError::not_found::<AuthMethodId>()
}

pub(super) fn no_session() -> ApiError {
    ApiError::not_found::<SessionId>()
}

/// Returns the error for an account that is not a wallet, or is closed.
pub(super) fn no_wallet(field: &str) -> ApiError {
    ApiError::field(field, "must be an open account of type EMBEDDED_WALLET")
}

/// Returns the error for the removal of the only means to sign in.
pub(super) fn only_credential() -> ApiError {
    let message = "This is the only credential of the wallet; add another one first.";
    ApiError::new(Code::InvalidInput, message).reason("ONLY_CREDENTIAL")
}

pub(super) fn already_there(code: Code) -> ApiError {
    ApiError::new(code, "The wallet already has this credential.")
}

pub(super) fn identity_taken() -> ApiError {
    ApiError::field("oidcToken", "is of an identity that the wallet already has")
}

/// Returns the error for a customer without this contact.
pub(super) fn contact_missing(field: &str) -> ApiError {
    let message = format!("The customer has no {field}; set it first.");
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("field", field)
}

pub(super) fn other_type() -> ApiError {
    ApiError::field("type", "must be the type of the credential")
}

/// Returns the error for a challenge of an identity, which needs none.
pub(super) fn no_challenge() -> ApiError {
    ApiError::new(
        Code::InvalidInput,
        "A credential of type OAUTH has no challenge; verify it with a fresh token.",
    )
}

pub(super) fn no_pending_otp() -> ApiError {
    unauthorized("No pending OTP for this credential")
}

pub(super) fn malformed_bundle() -> ApiError {
    ApiError::field("encryptedOtpBundle", "must be a code and a key, encrypted to the key of the challenge")
}

pub(super) fn wrong_otp() -> ApiError {
    unauthorized("Invalid OTP code")
}

pub(super) fn unopened_otp() -> ApiError {
    unauthorized("Invalid encrypted OTP bundle")
}

pub(super) fn inactive_session() -> ApiError {
    unauthorized("Session is not active")
}

pub(super) fn too_many(wait: Duration) -> ApiError {
    let seconds = wait.as_millis().div_ceil(1_000).max(1).try_into().unwrap_or(u64::MAX);
    let message = format!("This was tried too often; wait {seconds} s.");
    ApiError::new(Code::RateLimited, message).with("retryAfter", seconds).retry_after(seconds)
}

/// Converts a cryptographic failure of a field.
pub(super) fn of_field(field: &str, failure: Failure, message: &str) -> ApiError {
    match failure {
        Failure::Unauthorized(reason) => unauthorized(reason),
        Failure::InvalidInput | Failure::WalletSignatureMalformed | Failure::WalletSignatureInvalid => {
            ApiError::field(field, message)
        }
    }
}
