//! Linked accounts at stablecoin providers (stablecoins 2).

use causeway_vocabulary::stablecoins::{
    StablecoinProvider, StablecoinProviderAccountStatus, StablecoinProviderEnvironment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, DateTime, Name, PageLimit, StablecoinProviderAccountId, text};

text::secret_texts! {
    /// Secret of the provider's API credentials. Stored encrypted and never returned.
    ApiClientSecret { "minLength": 1, "maxLength": 1024, "writeOnly": true }
}

/// A request to link an account at a stablecoin provider.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderAccountLinkRequest {
    /// Provider that issued the credentials.
    pub provider: StablecoinProvider,
    /// Client id of the provider's API credentials.
    pub api_client_id: Name,
    /// Secret of the provider's API credentials.
    pub api_client_secret: ApiClientSecret,
    /// Account to link; required if the credentials expose several.
    pub provider_account_id: Option<Name>,
}

/// A linked account at a stablecoin provider.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderAccount {
    /// Id of the link, `StablecoinProviderAccount:<uuid>`.
    pub id: StablecoinProviderAccountId,
    /// Provider of the account.
    pub provider: StablecoinProvider,
    /// The provider's own id for the account.
    pub provider_account_id: Name,
    /// Environment of the provider.
    pub provider_environment: StablecoinProviderEnvironment,
    /// Status of the link; it can only be used while `ACTIVE`.
    pub status: StablecoinProviderAccountStatus,
    /// Time at which the provider last accepted the credentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<DateTime>,
    /// Time of the first linking.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// Filters for the list of linked provider accounts, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderAccountFilter {
    /// Provider of the account.
    pub provider: Option<StablecoinProvider>,
    /// Status of the link.
    pub status: Option<StablecoinProviderAccountStatus>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
