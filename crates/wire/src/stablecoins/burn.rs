//! Tokens to be burned (stablecoins 6).

use causeway_vocabulary::stablecoins::{StablecoinBurnDestinationType, StablecoinBurnRail};
use schemars::JsonSchema;
use serde::Deserialize;

use super::SentTokenUnits;
use crate::scalar::{ExternalAccountId, InternalAccountId};

/// Tokens to be burned.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinBurnRequest {
    /// How many, in the smallest unit of the token.
    pub amount: SentTokenUnits,
    /// Where the tokens come from.
    pub source: StablecoinBurnSource,
    /// Where the money goes.
    pub destination: StablecoinBurnDestination,
    /// The platform's own note.
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
}

/// Where the tokens of a burn come from.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StablecoinBurnSource {
    /// Somebody sends them, from any wallet.
    ExternalAccount(StablecoinExternalAccountBurnSource),
    /// Reserved.
    SvcInternalAccount(StablecoinSvcInternalBurnSource),
    /// The provider holds them already.
    ProviderInternalBalance(StablecoinProviderBalanceBurnSource),
}

/// Tokens that are sent to the provider, as the answer instructs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct StablecoinExternalAccountBurnSource {}

/// Reserved: tokens of an internal account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinSvcInternalBurnSource {
    /// The account.
    pub account_id: InternalAccountId,
}

/// Tokens that the provider holds for the platform.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct StablecoinProviderBalanceBurnSource {}

/// The bank account that the money of a burn goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinBurnDestination {
    /// The kind of destination.
    #[serde(rename = "type")]
    pub destination_type: StablecoinBurnDestinationType,
    /// The bank account.
    pub external_account_id: ExternalAccountId,
    /// How the money goes there.
    pub rail: StablecoinBurnRail,
}
