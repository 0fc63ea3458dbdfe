//! Mints and burns as they are shown (stablecoins 7).

use causeway_vocabulary::stablecoins::{
    StablecoinBurnRail, StablecoinFailureReason, StablecoinOperationStatus, StablecoinOperationType,
    StablecoinProvider, StablecoinProviderEnvironment, StablecoinSourceType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::TokenUnits;
use crate::scalar::schema::with_prose;
use crate::scalar::{
    Cursor, DateTime, ExternalAccountId, InternalAccountId, Name, PageLimit, StablecoinId,
    StablecoinOperationId, StablecoinProviderAccountId, StablecoinQuoteId,
};

/// One mint or burn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperation {
    /// Its id.
    pub id: StablecoinOperationId,
    /// The token.
    pub stablecoin_id: StablecoinId,
    /// Mint or burn.
    pub operation_type: StablecoinOperationType,
    /// Where it stands.
    pub status: StablecoinOperationStatus,
    /// How much, in the smallest unit of the token.
    pub amount: TokenUnits,
    /// The provider.
    pub provider: StablecoinProvider,
    /// The provider's environment.
    pub provider_environment: StablecoinProviderEnvironment,
    /// The link that it goes through.
    pub stablecoin_provider_account_id: StablecoinProviderAccountId,
    /// Where the money or the tokens come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<StablecoinOperationSource>,
    /// What somebody must do for it to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding_instructions: Option<StablecoinFundingInstructions>,
    /// Where the tokens or the money go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destination: Option<StablecoinOperationDestination>,
    /// What is likely to arrive, and when; of burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_delivery: Option<StablecoinEstimatedDelivery>,
    /// Until when it can be funded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime>,
    /// The provider's own status, in lower case. For support only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_status: Option<Name>,
    /// Why it has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<StablecoinFailureReason>,
    /// The quote that it executes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<StablecoinQuoteId>,
    /// The platform's own note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1024))]
    pub description: Option<String>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// Where the money or the tokens of an operation come from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperationSource {
    /// The kind of source.
    #[serde(rename = "type")]
    pub source_type: StablecoinSourceType,
    /// The bank account that is debited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_account_id: Option<ExternalAccountId>,
    /// Reserved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<InternalAccountId>,
    /// Reserved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_token_identifier: Option<Name>,
    /// Reserved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto_network: Option<Name>,
}

/// Where the tokens or the money of an operation go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperationDestination {
    /// The wallet or bank account.
    pub account_id: ExternalAccountId,
    /// How the money goes there; of burns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<StablecoinBurnRail>,
}

/// What is likely to arrive, and when. Guidance only.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinEstimatedDelivery {
    /// How the money goes.
    pub rail: StablecoinBurnRail,
    /// How much, in cents.
    pub amount: TokenUnits,
    /// Of which currency.
    pub currency: Name,
    /// When, in words.
    pub timing: Name,
}

/// Where to send what an operation waits for. The members depend on the rail: a wire has beneficiary, bank, account
/// number and reference, tokens have network, address and valueType.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct StablecoinFundingInstructions(pub Map<String, Value>);

impl JsonSchema for StablecoinFundingInstructions {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StablecoinFundingInstructions".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let doc = [
            " Where to send what an operation waits for. The members depend on the rail: a wire has beneficiary, bank,",
            " account number and reference, tokens have network, address and valueType.",
        ];
        let text = serde_json::json!({ "type": "string" });
        let known = ["rail", "network", "address", "valueType"];
        let properties: Map<String, Value> =
            known.into_iter().map(|name| (name.to_owned(), text.clone())).collect();
        let rules =
            serde_json::json!({ "type": "object", "properties": properties, "additionalProperties": true });
        with_prose(&doc, rules)
    }
}

/// Which operations to list.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StablecoinOperationFilter {
    /// Mints or burns.
    pub operation_type: Option<StablecoinOperationType>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
