//! Delegated keys, which sign for an embedded wallet when a card that it funds is used (wallet 9).

pub use causeway_vocabulary::cards::DelegatedKeyStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{CardFundingSourceId, CardId, DateTime, DelegatedKeyId, InternalAccountId, text};

text::texts! {
    /// The name of a delegated key, 1 to 256 characters.
    DelegatedKeyName { "minLength": 1, "maxLength": 256 }
}

/// A key that signs for a wallet when a card that it funds is used.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelegatedKey {
    /// Delegated key id, `DelegatedKey:<uuid>`.
    pub id: DelegatedKeyId,
    /// The card for which the key signs.
    pub card_id: CardId,
    /// Funding source: the link between the card and the wallet that funds it.
    pub funding_source_id: CardFundingSourceId,
    /// The wallet for which the key signs.
    pub account_id: InternalAccountId,
    /// Public key, compressed, in hexadecimal digits.
    pub public_key: String,
    /// Name given to the key.
    pub nickname: String,
    /// Current status; only an `ACTIVE` key signs.
    pub status: DelegatedKeyStatus,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// A delegated key to create. The request is sent three times with the same body, and the wallet signs twice.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelegatedKeyCreateRequest {
    /// The card for which the key signs.
    pub card_id: CardId,
    /// The wallet, which must fund the card.
    pub internal_account_id: InternalAccountId,
    /// Name given to the key.
    pub nickname: DelegatedKeyName,
}

/// Filters for the list of delegated keys, combined with AND. At least one is required.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelegatedKeyFilter {
    /// Only keys of this wallet.
    pub account_id: Option<InternalAccountId>,
    /// Only keys of this funding source of a card.
    pub funding_source_id: Option<CardFundingSourceId>,
}
