//! Quotes for mints and burns (stablecoins 10).

use causeway_vocabulary::stablecoins::{StablecoinOperationType, StablecoinQuoteStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    SentTokenUnits, StablecoinBurnDestination, StablecoinBurnSource, StablecoinEstimatedDelivery,
    StablecoinMintDestination, StablecoinMintFundingSource, StablecoinOperationDestination,
    StablecoinOperationSource, TokenUnits,
};
use crate::scalar::{DateTime, Name, StablecoinId, StablecoinOperationId, StablecoinQuoteId};

/// A request for a quote for a mint or burn.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "operationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StablecoinQuoteRequest {
    /// A quote for a mint.
    Mint(StablecoinMintQuoteRequest),
    /// A quote for a burn.
    Burn(StablecoinBurnQuoteRequest),
}

/// A request for a quote for a mint.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinMintQuoteRequest {
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

/// A request for a quote for a burn.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinBurnQuoteRequest {
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

/// A checked preview of a mint or burn. It reserves nothing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinQuote {
    /// Quote id, `StablecoinQuote:<uuid>`.
    pub id: StablecoinQuoteId,
    /// Stablecoin to mint or burn.
    pub stablecoin_id: StablecoinId,
    /// Kind of operation: mint or burn.
    pub operation_type: StablecoinOperationType,
    /// Status of the quote.
    pub status: StablecoinQuoteStatus,
    /// Amount in the smallest unit of the token.
    pub amount: TokenUnits,
    /// Fees; always empty.
    pub fees: Vec<StablecoinQuoteFee>,
    /// End of the period in which the quote can be executed.
    pub expires_at: DateTime,
    /// Source of the money; only for mints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding_source: Option<StablecoinOperationSource>,
    /// Source of the tokens; only for burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<StablecoinOperationSource>,
    /// Destination of the tokens or money.
    pub destination: StablecoinOperationDestination,
    /// Estimate of the delivery; only for burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_delivery: Option<StablecoinEstimatedDelivery>,
    /// Operation that executed the quote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<StablecoinOperationId>,
    /// The platform's own note, at most 1024 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// One fee of a mint or burn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinQuoteFee {
    /// Name of the fee.
    pub name: Name,
    /// Amount of the fee, in cents.
    pub amount: TokenUnits,
    /// Currency of the amount.
    pub currency: Name,
}
