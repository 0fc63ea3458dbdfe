//! Burns of tokens (stablecoins 6).

use causeway_vocabulary::stablecoins::{StablecoinBurnDestinationType, StablecoinBurnRail};
use schemars::JsonSchema;
use serde::Deserialize;

use super::SentTokenUnits;
use crate::scalar::{ExternalAccountId, InternalAccountId};

/// A request to burn tokens and to pay the money to a bank account.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinBurnRequest {
    /// Amount to burn, in the smallest unit of the token.
    pub amount: SentTokenUnits,
    /// Source of the tokens.
    pub source: StablecoinBurnSource,
    /// Bank account that receives the money.
    pub destination: StablecoinBurnDestination,
    /// The platform's own note, at most 1024 characters.
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
}

/// Source of the tokens of a burn.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StablecoinBurnSource {
    /// Any wallet that sends the tokens to the provider.
    ExternalAccount(StablecoinExternalAccountBurnSource),
    /// Reserved for an internal account; refused with 400.
    SvcInternalAccount(StablecoinSvcInternalBurnSource),
    /// The balance that the provider holds for the platform.
    ProviderInternalBalance(StablecoinProviderBalanceBurnSource),
}

/// Tokens that must be sent to the provider as described by the operation's `fundingInstructions`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct StablecoinExternalAccountBurnSource {}

/// Reserved for tokens of an internal account. Requests with this source fail with 400.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinSvcInternalBurnSource {
    /// Internal account id, `InternalAccount:<uuid>`.
    pub account_id: InternalAccountId,
}

/// Tokens that the provider already holds for the platform.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct StablecoinProviderBalanceBurnSource {}

/// Bank account that receives the money of a burn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinBurnDestination {
    /// Kind of destination.
    #[serde(rename = "type")]
    pub destination_type: StablecoinBurnDestinationType,
    /// Bank account, an external account of type `USD_ACCOUNT`.
    pub external_account_id: ExternalAccountId,
    /// Rail on which the provider pays the bank account.
    pub rail: StablecoinBurnRail,
}
