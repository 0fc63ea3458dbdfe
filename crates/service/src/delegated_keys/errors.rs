//! Why no key is made or revoked (wallet 9).

use causeway_domain::cards::DelegatedKeyStatus;
use causeway_domain::ids::{CardFundingSourceId, DelegatedKeyId};
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// The account does not fund the card, or is no wallet.
pub(super) fn not_bound() -> ApiError {
    ApiError::not_found::<CardFundingSourceId>()
}

/// Nothing funds a closed card.
pub(super) fn card_closed() -> ApiError {
    ApiError::new(Code::CardNotMutable, "The card is closed and cannot be funded any more.")
}

/// One key is enough.
pub(super) fn has_active_key(key: DelegatedKeyId) -> ApiError {
    ApiError::new(Code::Conflict, "This funding source has an active key already.")
        .with("delegatedKeyId", key.to_string())
}

/// A key that signs nothing cannot be revoked.
pub(super) fn not_active(status: DelegatedKeyStatus) -> ApiError {
    ApiError::new(Code::InvalidInput, format!("The key is {status}; only an ACTIVE one can be revoked."))
        .reason("KEY_NOT_ACTIVE")
        .with("status", status.as_str())
}
