//! Previews of mints and burns (stablecoins 10).

use causeway_vocabulary::stablecoins::{StablecoinOperationType, StablecoinQuoteStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    SentTokenUnits, StablecoinBurnDestination, StablecoinBurnSource, StablecoinEstimatedDelivery,
    StablecoinMintDestination, StablecoinMintFundingSource, StablecoinOperationDestination,
    StablecoinOperationSource, TokenUnits,
};
use crate::scalar::{DateTime, Name, StablecoinId, StablecoinOperationId, StablecoinQuoteId};

/// A mint or burn to be checked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "operationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StablecoinQuoteRequest {
    /// A mint.
    Mint(StablecoinMintQuoteRequest),
    /// A burn.
    Burn(StablecoinBurnQuoteRequest),
}

/// A mint to be checked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinMintQuoteRequest {
    /// How many tokens, in the smallest unit.
    pub amount: SentTokenUnits,
    /// Where the money comes from.
    pub funding_source: StablecoinMintFundingSource,
    /// Where the tokens go.
    pub destination: StablecoinMintDestination,
    /// The platform's own note.
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
}

/// A burn to be checked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinBurnQuoteRequest {
    /// How many tokens, in the smallest unit.
    pub amount: SentTokenUnits,
    /// Where the tokens come from.
    pub source: StablecoinBurnSource,
    /// Where the money goes.
    pub destination: StablecoinBurnDestination,
    /// The platform's own note.
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
}

/// A checked preview of a mint or burn. It reserves nothing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinQuote {
    /// Its id.
    pub id: StablecoinQuoteId,
    /// The token.
    pub stablecoin_id: StablecoinId,
    /// Mint or burn.
    pub operation_type: StablecoinOperationType,
    /// Where it stands.
    pub status: StablecoinQuoteStatus,
    /// How much, in the smallest unit of the token.
    pub amount: TokenUnits,
    /// What it costs: nothing.
    pub fees: Vec<StablecoinQuoteFee>,
    /// Until when it can be executed.
    pub expires_at: DateTime,
    /// Where the money of a mint comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding_source: Option<StablecoinOperationSource>,
    /// Where the tokens of a burn come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<StablecoinOperationSource>,
    /// Where the tokens or the money go.
    pub destination: StablecoinOperationDestination,
    /// What is likely to arrive, and when; of burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_delivery: Option<StablecoinEstimatedDelivery>,
    /// The operation that it has become.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<StablecoinOperationId>,
    /// The platform's own note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// One fee of a mint or burn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinQuoteFee {
    /// What it is for.
    pub name: Name,
    /// How much, in cents.
    pub amount: TokenUnits,
    /// Of which currency.
    pub currency: Name,
}
