//! Errors of creating and revoking delegated keys (wallet 9).

use causeway_domain::cards::DelegatedKeyStatus;
use causeway_domain::ids::{CardFundingSourceId, DelegatedKeyId};
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Refuses an account that does not fund the card, or is not a wallet.
pub(super) fn not_bound() -> ApiError {
    ApiError::not_found::<CardFundingSourceId>()
}

/// Refuses a key for a closed card.
pub(super) fn card_closed() -> ApiError {
    ApiError::new(Code::CardNotMutable, "The card is closed and cannot be funded any more.")
}

/// Refuses a second active key for a funding source.
pub(super) fn has_active_key(key: DelegatedKeyId) -> ApiError {
    ApiError::new(Code::Conflict, "This funding source has an active key already.")
        .with("delegatedKeyId", key.to_string())
}

/// Refuses to revoke a key that is not active.
pub(super) fn not_active(status: DelegatedKeyStatus) -> ApiError {
    ApiError::new(Code::InvalidInput, format!("The key is {status}; only an ACTIVE one can be revoked."))
        .reason("KEY_NOT_ACTIVE")
        .with("status", status.as_str())
}
