//! Internal accounts, which the service holds (money 3).

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
    /// Internal account id, `InternalAccount:<uuid>`.
    pub id: InternalAccountId,
    /// Customer that owns the account; absent on the platform's own accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// Kind of account.
    #[serde(rename = "type")]
    pub kind: InternalAccountType,
    /// Current status of the account.
    pub status: InternalAccountStatus,
    /// Available funds.
    pub balance: CurrencyAmount,
    /// Available funds plus funds that are held or not yet settled.
    pub total_balance: CurrencyAmount,
    /// Ways to pay money into the account; empty until the account is active.
    pub funding_payment_instructions: Vec<PaymentInstructions>,
    /// `true` if the wallet keeps its transfers private; only on wallets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_enabled: Option<bool>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// Filters for the list of the customers' internal accounts, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountFilter {
    /// Only accounts in this currency.
    pub currency: Option<CurrencyCode>,
    /// Only accounts of this customer.
    pub customer_id: Option<CustomerId>,
    /// Only accounts of this type.
    #[serde(rename = "type")]
    pub kind: Option<InternalAccountType>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}

/// Filters for the list of the platform's internal accounts, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformInternalAccountFilter {
    /// Only accounts in this currency.
    pub currency: Option<CurrencyCode>,
    /// Only accounts of this type.
    #[serde(rename = "type")]
    pub kind: Option<InternalAccountType>,
}

/// Changes to a wallet. At least one field is required.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountUpdateRequest {
    /// `true` to keep the wallet's transfers private.
    pub private_enabled: Option<bool>,
}

/// A request to export the mnemonic of a wallet.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountExportRequest {
    /// Public key of the device. The mnemonic is encrypted for it.
    pub client_public_key: UncompressedPublicKey,
}

/// The encrypted mnemonic of a wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountExportResponse {
    /// The exported wallet.
    pub id: InternalAccountId,
    /// Mnemonic, encrypted for the device's key, as serialized JSON.
    pub encrypted_wallet_credentials: String,
}
