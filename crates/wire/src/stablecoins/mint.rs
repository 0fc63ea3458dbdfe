//! Mints of tokens (stablecoins 5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::SentTokenUnits;
use crate::scalar::{AccountRef, ExternalAccountId, InternalAccountId, Name};

/// A request to mint tokens into a wallet.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinMintRequest {
    /// Amount to mint, in the smallest unit of the token.
    pub amount: SentTokenUnits,
    /// Source of the money.
    pub funding_source: StablecoinMintFundingSource,
    /// Wallet that receives the tokens.
    pub destination: StablecoinMintDestination,
    /// The platform's own note, at most 1024 characters.
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
}

/// Source of the money of a mint.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StablecoinMintFundingSource {
    /// A wire to the provider.
    Wire(StablecoinWireFundingSource),
    /// An ACH debit of a bank account.
    AchDebit(StablecoinAchDebitFundingSource),
    /// A same-day ACH debit of a bank account.
    SameDayAchDebit(StablecoinSameDayAchDebitFundingSource),
    /// Reserved for an internal account; refused with 400.
    SvcInternalAccount(StablecoinSvcInternalFundingSource),
    /// Reserved for another token that the provider holds; refused with 400.
    ProviderInternalBalance(StablecoinProviderBalanceFundingSource),
}

/// Money that must be wired to the provider as described by the operation's `fundingInstructions`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct StablecoinWireFundingSource {}

/// Money that the provider debits from a bank account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinAchDebitFundingSource {
    /// Bank account to debit, an external account of type `USD_ACCOUNT`.
    pub external_account_id: ExternalAccountId,
}

/// Money that the provider debits from a bank account on the same day.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinSameDayAchDebitFundingSource {
    /// Bank account to debit, an external account of type `USD_ACCOUNT`.
    pub external_account_id: ExternalAccountId,
}

/// Reserved for money of an internal account. Requests with this source fail with 400.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinSvcInternalFundingSource {
    /// Internal account id, `InternalAccount:<uuid>`.
    pub account_id: InternalAccountId,
}

/// Reserved for another token that the provider holds. Requests with this source fail with 400.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinProviderBalanceFundingSource {
    /// Identifier of the token.
    pub source_token_identifier: Name,
    /// Network of the token.
    pub crypto_network: Name,
}

/// Wallet that receives the minted tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinMintDestination {
    /// Id of an external account of type `SPARK_WALLET`.
    pub account_id: AccountRef,
}
