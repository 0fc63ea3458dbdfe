//! Links to accounts at a provider (stablecoins 2).

use causeway_vocabulary::stablecoins::{
    StablecoinProvider, StablecoinProviderAccountStatus, StablecoinProviderEnvironment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, DateTime, Name, PageLimit, StablecoinProviderAccountId, text};

text::secret_texts! {
    /// The secret of the provider's API credentials. Kept encrypted, and never shown.
    ApiClientSecret { "minLength": 1, "maxLength": 1024, "writeOnly": true }
}

/// Credentials at a provider to be linked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderAccountLinkRequest {
    /// Whose credentials they are.
    pub provider: StablecoinProvider,
    /// The client id of the provider's API credentials.
    pub api_client_id: Name,
    /// Their secret.
    pub api_client_secret: ApiClientSecret,
    /// The account to link; required where the credentials expose several.
    pub provider_account_id: Option<Name>,
}

/// A linked account at a provider.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderAccount {
    /// Its id.
    pub id: StablecoinProviderAccountId,
    /// The provider.
    pub provider: StablecoinProvider,
    /// The provider's own id of the account.
    pub provider_account_id: Name,
    /// The provider's environment.
    pub provider_environment: StablecoinProviderEnvironment,
    /// Whether it can be used.
    pub status: StablecoinProviderAccountStatus,
    /// When the provider last accepted the credentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<DateTime>,
    /// When it was first linked.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// Which links to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderAccountFilter {
    /// Of this provider.
    pub provider: Option<StablecoinProvider>,
    /// In this status.
    pub status: Option<StablecoinProviderAccountStatus>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
