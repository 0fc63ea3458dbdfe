//! Errors about wallet signatures (wallet 3.3, 12).

use causeway_domain::ids::InternalAccountId;
use causeway_store::Error;
use causeway_wallet_crypto::Failure;
use causeway_wallet_crypto::oidc::OidcError;
use causeway_wire::Code;

use crate::ports::wallet_keys::KeysError;
use crate::runtime::api_error::ApiError;

/// Returns the error of a user who has not proved their identity; the reason is also machine-readable.
#[must_use]
pub fn unauthorized(reason: &str) -> ApiError {
    ApiError::new(Code::Unauthorized, reason).with("reason", reason)
}

/// Returns the error of an identity token, with its own reason for each defect.
#[must_use]
pub fn bad_token(error: OidcError) -> ApiError {
    if let Failure::Unauthorized(reason) = error.failure() {
        return unauthorized(reason);
    }
    let refusal = ApiError::field("oidcToken", error.to_string());
    match error.slug() {
        Some(slug) => refusal.reason(slug),
        None => refusal,
    }
}

/// Returns the error of a request that the wallet must sign, and has not.
#[must_use]
pub fn signature_missing() -> ApiError {
    let message = "This request must be signed by the wallet: send Svc-Wallet-Signature.";
    ApiError::new(Code::WalletSignatureMissing, message)
}

pub(super) fn request_id_missing() -> ApiError {
    ApiError::new(Code::RequestIdMissing, "Say with Request-Id which challenge the signature answers.")
}

pub(super) fn signature_malformed() -> ApiError {
    ApiError::new(Code::WalletSignatureMalformed, "Svc-Wallet-Signature is not a wallet signature.")
}

/// Returns the error of a signature by an unauthorized key, or over another payload.
#[must_use]
pub fn signature_invalid() -> ApiError {
    let message =
        "The signature is not over this payload, or not by a key of an active session that may sign it.";
    ApiError::new(Code::WalletSignatureInvalid, message)
}

pub(super) fn body_mismatch() -> ApiError {
    let message = "The body differs from the one that the challenge was issued for.";
    ApiError::new(Code::WalletSignatureBodyMismatch, message)
}

/// Returns the error of a wallet without a credential, for which no session can be opened.
#[must_use]
pub fn no_credential() -> ApiError {
    ApiError::new(Code::InvalidInput, "The wallet has no credential yet; add one first.")
        .reason("NO_CREDENTIAL")
}

/// Returns the error of a wallet whose rows are not those that its keys were made for: they were tampered
/// with, or restored from a backup made before its first credential was replaced.
#[must_use]
pub fn keys_of_another_customer(account: InternalAccountId) -> ApiError {
    ApiError::internal(Error::NotAuthentic(format!(
        "the wallet {account}, which was given its keys for another customer,"
    )))
}

/// Maps an error of the key service to the caller's.
#[must_use]
pub fn keys_error(error: KeysError) -> ApiError {
    match error {
        KeysError::NotCertified | KeysError::NotAuthorized => signature_invalid(),
        KeysError::NotProven(reason) => unauthorized(reason),
        KeysError::Token(error) => bad_token(error),
        KeysError::Malformed(field) => ApiError::field(field, "cannot be read"),
        KeysError::NotAvailable => {
            let message = "Signing in to wallets is not available in this deployment.";
            ApiError::new(Code::NotImplemented, message)
        }
        KeysError::NotSent(_) | KeysError::Unavailable(_) => ApiError::internal(error),
    }
}
