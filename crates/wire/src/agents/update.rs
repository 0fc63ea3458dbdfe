//! Changes of policies (agents A2).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::json;

use super::policy::{AgentExecutionMode, AgentPermission};
use crate::scalar::schema::with_prose;
use crate::scalar::{CurrencyCode, InternalAccountId, MinorUnits, Patch};

/// What to change of a policy. What is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPolicyUpdateRequest {
    /// Replaces the list.
    #[schemars(length(max = 16))]
    pub permissions: Option<Vec<AgentPermission>>,
    /// Replaces the mode.
    pub default_execution_mode: Option<AgentExecutionMode>,
    /// Changes the limits one by one.
    pub spending_limits: Option<AgentSpendingLimitsUpdate>,
    /// Changes which accounts may be touched.
    pub account_restrictions: Option<AgentAccountRestrictionsUpdate>,
    /// Changes the threshold.
    pub approval_thresholds: Option<AgentApprovalThresholdsUpdate>,
}

/// What to change of the limits.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSpendingLimitsUpdate {
    /// Another currency: whatever amount is not given anew, and what is spent, is converted at the present rate.
    pub currency: Option<CurrencyCode>,
    /// With one payment.
    pub per_transaction_limit: Option<MinorUnits>,
    /// In a day; `null` removes the limit.
    #[serde(default)]
    pub daily_limit: Patch<MinorUnits>,
    /// How many payments in a day. It cannot be removed.
    pub daily_transaction_limit: Option<MinorUnits>,
    /// In a month; `null` removes the limit.
    #[serde(default)]
    pub monthly_limit: Patch<MinorUnits>,
}

/// What to change of the accounts that may be touched.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRestrictionsUpdate {
    /// Replaces the list; `null`: all accounts.
    #[serde(default)]
    pub allowed_account_ids: Patch<AllowedAccountIds>,
    /// Replaces the list.
    #[schemars(length(max = 256))]
    pub account_rules: Option<Vec<AgentAccountRuleUpdate>>,
}

/// The accounts that an agent may touch.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct AllowedAccountIds(pub Vec<InternalAccountId>);

impl JsonSchema for AllowedAccountIds {
    fn schema_name() -> Cow<'static, str> {
        "AllowedAccountIds".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<InternalAccountId>();
        let accounts = json!({ "type": "array", "items": items, "maxItems": 256 });
        with_prose(&["The accounts that an agent may touch."], accounts)
    }
}

/// What is otherwise about one account.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRuleUpdate {
    /// Which one.
    pub account_id: InternalAccountId,
    /// In place of the default mode.
    pub execution_mode: Option<AgentExecutionMode>,
    /// In place of the limit of the policy, in the smallest unit of the account's own currency; `null` is the same as
    /// nothing.
    #[serde(default)]
    pub per_transaction_limit: Patch<MinorUnits>,
}

/// What to change of the threshold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentApprovalThresholdsUpdate {
    /// The currency of the amount.
    pub currency: Option<CurrencyCode>,
    /// The amount; `null` removes the threshold.
    #[serde(default)]
    pub amount: Patch<MinorUnits>,
}
