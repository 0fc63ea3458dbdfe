//! Keys that sign for a wallet when one of its cards is used (wallet 9).

pub use causeway_vocabulary::cards::DelegatedKeyStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{CardFundingSourceId, CardId, DateTime, DelegatedKeyId, InternalAccountId, text};

text::texts! {
    /// What a delegated key is called, 1 to 256 characters.
    DelegatedKeyName { "minLength": 1, "maxLength": 256 }
}

/// A key that signs for a wallet when one of its cards is used.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelegatedKey {
    /// Its id.
    pub id: DelegatedKeyId,
    /// The card.
    pub card_id: CardId,
    /// The binding of the wallet to the card.
    pub funding_source_id: CardFundingSourceId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// Its public half: compressed, in hexadecimal digits.
    pub public_key: String,
    /// What it is called.
    pub nickname: String,
    /// Where it stands.
    pub status: DelegatedKeyStatus,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// A delegated key to be made. The wallet signs for it twice; all three requests have the same body.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelegatedKeyCreateRequest {
    /// The card.
    pub card_id: CardId,
    /// The wallet, which must fund it.
    pub internal_account_id: InternalAccountId,
    /// What the key is called.
    pub nickname: DelegatedKeyName,
}

/// Which delegated keys to list: at least one of both. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelegatedKeyFilter {
    /// Of this wallet.
    pub account_id: Option<InternalAccountId>,
    /// Of this binding.
    pub funding_source_id: Option<CardFundingSourceId>,
}
