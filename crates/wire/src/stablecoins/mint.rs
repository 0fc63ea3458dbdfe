//! Tokens to be minted (stablecoins 5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::SentTokenUnits;
use crate::scalar::{AccountRef, ExternalAccountId, InternalAccountId, Name};

/// Tokens to be minted.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinMintRequest {
    /// How many, in the smallest unit of the token.
    pub amount: SentTokenUnits,
    /// Where the money comes from.
    pub funding_source: StablecoinMintFundingSource,
    /// Where the tokens go.
    pub destination: StablecoinMintDestination,
    /// The platform's own note.
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
}

/// Where the money of a mint comes from.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StablecoinMintFundingSource {
    /// Somebody wires it.
    Wire(StablecoinWireFundingSource),
    /// A bank account is debited.
    AchDebit(StablecoinAchDebitFundingSource),
    /// A bank account is debited on the same day.
    SameDayAchDebit(StablecoinSameDayAchDebitFundingSource),
    /// Reserved.
    SvcInternalAccount(StablecoinSvcInternalFundingSource),
    /// Reserved.
    ProviderInternalBalance(StablecoinProviderBalanceFundingSource),
}

/// Money that is wired to the provider, as the answer instructs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct StablecoinWireFundingSource {}

/// Money that the provider debits from a bank account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinAchDebitFundingSource {
    /// The bank account.
    pub external_account_id: ExternalAccountId,
}

/// Money that the provider debits from a bank account on the same day.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinSameDayAchDebitFundingSource {
    /// The bank account.
    pub external_account_id: ExternalAccountId,
}

/// Reserved: money of an internal account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinSvcInternalFundingSource {
    /// The account.
    pub account_id: InternalAccountId,
}

/// Reserved: another token that the provider holds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderBalanceFundingSource {
    /// The token.
    pub source_token_identifier: Name,
    /// Its chain.
    pub crypto_network: Name,
}

/// The wallet that minted tokens go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinMintDestination {
    /// An external account that is a Spark wallet.
    pub account_id: AccountRef,
}
