//! Changes to policies (agents A2).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::json;

use super::policy::{AgentExecutionMode, AgentPermission};
use crate::scalar::schema::with_description;
use crate::scalar::{CurrencyCode, InternalAccountId, MinorUnits, Patch};

/// Changes to an agent's policy. Absent fields stay unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPolicyUpdateRequest {
    /// Replaces the list of permissions.
    #[schemars(length(max = 16))]
    pub permissions: Option<Vec<AgentPermission>>,
    /// Replaces the default execution mode.
    pub default_execution_mode: Option<AgentExecutionMode>,
    /// Changes to single limits.
    pub spending_limits: Option<AgentSpendingLimitsUpdate>,
    /// Changes to the restrictions on accounts.
    pub account_restrictions: Option<AgentAccountRestrictionsUpdate>,
    /// Changes to the approval threshold.
    pub approval_thresholds: Option<AgentApprovalThresholdsUpdate>,
}

/// Changes to an agent's spending limits. Absent fields stay unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSpendingLimitsUpdate {
    /// New currency of the limits. Limits not given in the same request, and the usage so far, are converted
    /// at the current rate.
    pub currency: Option<CurrencyCode>,
    /// New maximum amount of one payment.
    pub per_transaction_limit: Option<MinorUnits>,
    /// New maximum amount per day; `null` removes the limit.
    #[serde(default)]
    pub daily_limit: Patch<MinorUnits>,
    /// New maximum number of payments per day. The limit cannot be removed.
    pub daily_transaction_limit: Option<MinorUnits>,
    /// New maximum amount per month; `null` removes the limit.
    #[serde(default)]
    pub monthly_limit: Patch<MinorUnits>,
}

/// Changes to the restrictions on the accounts that an agent can use.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRestrictionsUpdate {
    /// Replaces the list of accounts; `null` allows all accounts.
    #[serde(default)]
    pub allowed_account_ids: Patch<AllowedAccountIds>,
    /// Replaces the list of rules.
    #[schemars(length(max = 256))]
    pub account_rules: Option<Vec<AgentAccountRuleUpdate>>,
}

/// The accounts that an agent can use.
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
        with_description(&["The accounts that an agent can use."], accounts)
    }
}

/// Exceptions from the policy for one account.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRuleUpdate {
    /// The account that the rule applies to.
    pub account_id: InternalAccountId,
    /// Execution mode for this account, instead of the default.
    pub execution_mode: Option<AgentExecutionMode>,
    /// Maximum amount of one payment from this account, instead of the policy's, in the smallest unit of the
    /// account's own currency. `null` is the same as absent.
    #[serde(default)]
    pub per_transaction_limit: Patch<MinorUnits>,
}

/// Changes to the approval threshold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentApprovalThresholdsUpdate {
    /// Currency of the amount.
    pub currency: Option<CurrencyCode>,
    /// Largest amount that needs no approval, in the smallest unit; `null` removes the threshold.
    #[serde(default)]
    pub amount: Patch<MinorUnits>,
}
