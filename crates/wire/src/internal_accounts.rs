//! Accounts that the service holds (money 3).

pub use causeway_vocabulary::internal_accounts::{InternalAccountStatus, InternalAccountType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::CurrencyAmount;
use crate::payment_instructions::PaymentInstructions;
use crate::scalar::{CurrencyCode, Cursor, CustomerId, DateTime, InternalAccountId, PageLimit};
use crate::wallets::UncompressedPublicKey;

/// An account that the service holds for a customer or for the platform.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccount {
    /// Its id.
    pub id: InternalAccountId,
    /// Whose account it is; absent on the platform's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: InternalAccountType,
    /// Where it stands.
    pub status: InternalAccountStatus,
    /// What can be spent now.
    pub balance: CurrencyAmount,
    /// The same and what is held or not settled yet.
    pub total_balance: CurrencyAmount,
    /// How to pay money in; empty until the account is active.
    pub funding_payment_instructions: Vec<PaymentInstructions>,
    /// Whether the wallet keeps its transfers private; only on wallets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_enabled: Option<bool>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// Which of the customers' internal accounts to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountFilter {
    /// Of this currency.
    pub currency: Option<CurrencyCode>,
    /// Of this customer.
    pub customer_id: Option<CustomerId>,
    /// Of this kind.
    #[serde(rename = "type")]
    pub kind: Option<InternalAccountType>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}

/// Which of the platform's internal accounts to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformInternalAccountFilter {
    /// Of this currency.
    pub currency: Option<CurrencyCode>,
    /// Of this kind.
    #[serde(rename = "type")]
    pub kind: Option<InternalAccountType>,
}

/// What to change of a wallet; at least one field.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountUpdateRequest {
    /// Whether it keeps its transfers private.
    pub private_enabled: Option<bool>,
}

/// To whom the words of a wallet are to be encrypted.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountExportRequest {
    /// The device's key.
    pub client_public_key: UncompressedPublicKey,
}

/// The words of a wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountExportResponse {
    /// The wallet.
    pub id: InternalAccountId,
    /// JSON in a text: the words, encrypted to the device's key.
    pub encrypted_wallet_credentials: String,
}
