//! Registered stablecoins (stablecoins 3).

use causeway_vocabulary::stablecoins::{
    StablecoinIssuanceStatus, StablecoinNetwork, StablecoinProvider, StablecoinProviderEnvironment,
    StablecoinSvcOperationsStatus,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, DateTime, Name, PageLimit, StablecoinId, StablecoinProviderAccountId, text};

text::texts! {
    /// The provider's own identifier of a token: 1 to 64 letters, digits and `. _ -`.
    ProviderTokenIdentifier { "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$" }

    /// Identifier of a token on its network, in bech32.
    NetworkTokenIdentifier {
        "maxLength": 255,
        "pattern": "^(btkn1|btknrt1)[02-9ac-hj-np-z]+$",
        "x-error-message": "must be a token identifier in bech32 that begins with btkn1",
    }
}

/// A request to register a token that exists at the provider.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinRegisterRequest {
    /// The provider's own identifier of the token.
    pub provider_token_identifier: ProviderTokenIdentifier,
    /// Identifier of the token on its network, in bech32.
    pub network_token_identifier: NetworkTokenIdentifier,
    /// Network on which the token is issued.
    pub network: StablecoinNetwork,
    /// Provider account to use; required if several are `ACTIVE`.
    pub stablecoin_provider_account_id: Option<StablecoinProviderAccountId>,
}

/// A registered stablecoin.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stablecoin {
    /// Stablecoin id, `Stablecoin:<uuid>`.
    pub id: StablecoinId,
    /// Name of the token at the provider.
    pub name: Name,
    /// Symbol of the token at the provider.
    pub symbol: Name,
    /// Currency that backs the token.
    pub base_currency: Name,
    /// Network on which the token is issued.
    pub network: StablecoinNetwork,
    /// Number of decimal places of the token's smallest unit.
    #[schemars(range(min = 0))]
    pub decimals: u8,
    /// Status of the issuance at the provider; mints and burns need `PROVISIONED`.
    pub issuance_status: StablecoinIssuanceStatus,
    /// Status of the token as a normal currency of the service. Mints and burns do not depend on it.
    pub svc_operations_status: StablecoinSvcOperationsStatus,
    /// Identifier of the token on its network, in bech32.
    pub network_token_identifier: NetworkTokenIdentifier,
    /// Currency code of the token; present once `svcOperationsStatus` has been `ENABLED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Name>,
    /// Provider that issues the token.
    pub provider: StablecoinProvider,
    /// Provider account with which the token was registered.
    pub stablecoin_provider_account_id: StablecoinProviderAccountId,
    /// Environment of the provider.
    pub provider_environment: StablecoinProviderEnvironment,
    /// The provider's own identifier of the token.
    pub provider_token_identifier: ProviderTokenIdentifier,
    /// Time of registration.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// Filters for the list of stablecoins, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinFilter {
    /// Status of the issuance at the provider.
    pub issuance_status: Option<StablecoinIssuanceStatus>,
    /// Status of the token as a normal currency of the service.
    pub svc_operations_status: Option<StablecoinSvcOperationsStatus>,
    /// Provider that issues the token.
    pub provider: Option<StablecoinProvider>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
