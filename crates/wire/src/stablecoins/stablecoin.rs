//! Registered tokens (stablecoins 3).

use causeway_vocabulary::stablecoins::{
    StablecoinIssuanceStatus, StablecoinNetwork, StablecoinProvider, StablecoinProviderEnvironment,
    StablecoinSvcOperationsStatus,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, DateTime, Name, PageLimit, StablecoinId, StablecoinProviderAccountId, text};

text::texts! {
    /// The provider's own name for a token.
    ProviderTokenIdentifier { "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$" }

    /// The token on its chain, in bech32.
    NetworkTokenIdentifier {
        "maxLength": 255,
        "pattern": "^(btkn1|btknrt1)[02-9ac-hj-np-z]+$",
        "x-error-message": "must be a token identifier in bech32 that begins with btkn1",
    }
}

/// A token that exists at the provider, to be registered here.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinRegisterRequest {
    /// The provider's own name for it.
    pub provider_token_identifier: ProviderTokenIdentifier,
    /// The token on its chain.
    pub network_token_identifier: NetworkTokenIdentifier,
    /// Its chain.
    pub network: StablecoinNetwork,
    /// The link to use; required where several are active.
    pub stablecoin_provider_account_id: Option<StablecoinProviderAccountId>,
}

/// A registered token.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stablecoin {
    /// Its id.
    pub id: StablecoinId,
    /// Its name, as the provider has it.
    pub name: Name,
    /// Its symbol, as the provider has it.
    pub symbol: Name,
    /// The currency that backs it.
    pub base_currency: Name,
    /// Its chain.
    pub network: StablecoinNetwork,
    /// How many decimals its smallest unit stands for.
    #[schemars(range(min = 0))]
    pub decimals: u8,
    /// Whether the provider issues it.
    pub issuance_status: StablecoinIssuanceStatus,
    /// Whether it may be used as a currency of the service.
    pub svc_operations_status: StablecoinSvcOperationsStatus,
    /// The token on its chain.
    pub network_token_identifier: NetworkTokenIdentifier,
    /// The code of the currency that it is; once it was enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Name>,
    /// The provider.
    pub provider: StablecoinProvider,
    /// The link that it was registered with.
    pub stablecoin_provider_account_id: StablecoinProviderAccountId,
    /// The provider's environment.
    pub provider_environment: StablecoinProviderEnvironment,
    /// The provider's own name for it.
    pub provider_token_identifier: ProviderTokenIdentifier,
    /// When it was registered.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// Which tokens to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinFilter {
    /// In this status at the provider.
    pub issuance_status: Option<StablecoinIssuanceStatus>,
    /// In this status here.
    pub svc_operations_status: Option<StablecoinSvcOperationsStatus>,
    /// Of this provider.
    pub provider: Option<StablecoinProvider>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
