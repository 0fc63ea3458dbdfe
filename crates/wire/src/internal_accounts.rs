//! Accounts that the service holds (money 3).

pub use causeway_vocabulary::internal_accounts::{InternalAccountStatus, InternalAccountType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::CurrencyAmount;
use crate::payment_instructions::PaymentInstructions;
use crate::scalar::{CurrencyCode, Cursor, CustomerId, DateTime, InternalAccountId, PageLimit};

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
