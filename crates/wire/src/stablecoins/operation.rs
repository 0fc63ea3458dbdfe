//! Operations: mints and burns in responses (stablecoins 7).

use causeway_vocabulary::stablecoins::{
    StablecoinBurnRail, StablecoinFailureReason, StablecoinOperationStatus, StablecoinOperationType,
    StablecoinProvider, StablecoinProviderEnvironment, StablecoinSourceType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::TokenUnits;
use crate::scalar::schema::with_description;
use crate::scalar::{
    Cursor, DateTime, ExternalAccountId, InternalAccountId, Name, PageLimit, StablecoinId,
    StablecoinOperationId, StablecoinProviderAccountId, StablecoinQuoteId,
};

/// A mint or burn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperation {
    /// Operation id, `StablecoinOperation:<uuid>`.
    pub id: StablecoinOperationId,
    /// Stablecoin that is minted or burned.
    pub stablecoin_id: StablecoinId,
    /// Kind of operation: mint or burn.
    pub operation_type: StablecoinOperationType,
    /// Status of the operation.
    pub status: StablecoinOperationStatus,
    /// Amount in the smallest unit of the token.
    pub amount: TokenUnits,
    /// Provider of the stablecoin.
    pub provider: StablecoinProvider,
    /// Environment of the provider.
    pub provider_environment: StablecoinProviderEnvironment,
    /// Provider account that is used for the operation.
    pub stablecoin_provider_account_id: StablecoinProviderAccountId,
    /// Source of the money or tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<StablecoinOperationSource>,
    /// Instructions for funding the operation; present if it needs external funds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding_instructions: Option<StablecoinFundingInstructions>,
    /// Destination of the tokens or money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destination: Option<StablecoinOperationDestination>,
    /// Estimate of the delivery; only for burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_delivery: Option<StablecoinEstimatedDelivery>,
    /// End of the period in which the operation can be funded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime>,
    /// Last status of the provider, in lower case. For support only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_status: Option<Name>,
    /// Reason of the failure; present if `status` is `FAILED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<StablecoinFailureReason>,
    /// Quote that the operation executes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<StablecoinQuoteId>,
    /// The platform's own note, at most 1024 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// Source of the money or tokens of an operation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperationSource {
    /// Kind of source.
    #[serde(rename = "type")]
    pub source_type: StablecoinSourceType,
    /// Bank account that is debited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_account_id: Option<ExternalAccountId>,
    /// Reserved: internal account id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<InternalAccountId>,
    /// Reserved: identifier of another token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_token_identifier: Option<Name>,
    /// Reserved: network of another token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto_network: Option<Name>,
}

/// Destination of the tokens or money of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperationDestination {
    /// Wallet or bank account, an external account.
    pub account_id: ExternalAccountId,
    /// Rail to the bank account; only for burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<StablecoinBurnRail>,
}

/// Estimate of the money that arrives, and of the time. For guidance only.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinEstimatedDelivery {
    /// Rail on which the money is sent.
    pub rail: StablecoinBurnRail,
    /// Amount that arrives, in cents.
    pub amount: TokenUnits,
    /// Currency of the amount, for example `USD`.
    pub currency: Name,
    /// Expected time of arrival in words, for example `1-3 business days`.
    pub timing: Name,
}

/// Instructions for sending the funds that an operation waits for. The members depend on `rail`: a wire has
/// beneficiary, bank, account number and reference; tokens have `network`, `address` and `valueType`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct StablecoinFundingInstructions(pub Map<String, Value>);

impl JsonSchema for StablecoinFundingInstructions {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StablecoinFundingInstructions".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let doc = [
            " Instructions for sending the funds that an operation waits for. The members depend on `rail`: a",
            " wire has beneficiary, bank, account number and reference; tokens have `network`, `address` and",
            " `valueType`.",
        ];
        let text = serde_json::json!({ "type": "string" });
        let known = ["rail", "network", "address", "valueType"];
        let properties: Map<String, Value> =
            known.into_iter().map(|name| (name.to_owned(), text.clone())).collect();
        let rules =
            serde_json::json!({ "type": "object", "properties": properties, "additionalProperties": true });
        with_description(&doc, rules)
    }
}

/// Filters for the list of mints and burns.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperationFilter {
    /// Kind of operation: mints or burns.
    pub operation_type: Option<StablecoinOperationType>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
