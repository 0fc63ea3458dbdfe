//! What an agent may do (agents A3).

pub use causeway_vocabulary::agents::{AgentExecutionMode, AgentPermission};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{CurrencyCode, InternalAccountId, MinorUnits};

/// What an agent may do, and how much of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPolicy {
    /// What it may do; duplicates are dropped, and an empty list leaves it with looking at itself.
    #[schemars(length(max = 16))]
    pub permissions: Vec<AgentPermission>,
    /// Whether the platform is asked before money moves.
    pub default_execution_mode: AgentExecutionMode,
    /// How much it may move.
    pub spending_limits: AgentSpendingLimits,
    /// Which accounts it may touch; absent: all of its customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_restrictions: Option<AgentAccountRestrictions>,
    /// From which amount on the platform is asked in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_thresholds: Option<AgentApprovalThresholds>,
}

/// How much an agent may move, in the smallest unit of the currency. A limit may be reached and not exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSpendingLimits {
    /// The currency of the limits; payments in others are converted.
    pub currency: CurrencyCode,
    /// With one payment.
    pub per_transaction_limit: MinorUnits,
    /// In a day (UTC); absent: as much as it likes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_limit: Option<MinorUnits>,
    /// How many payments in a day; absent: as many as it likes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_transaction_limit: Option<MinorUnits>,
    /// In a month (UTC); absent: as much as it likes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monthly_limit: Option<MinorUnits>,
}

/// Which of its customer's internal accounts an agent may touch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRestrictions {
    /// These; absent: all, also future ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 256))]
    pub allowed_account_ids: Option<Vec<InternalAccountId>>,
    /// What is otherwise about one account; each is named once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 256))]
    pub account_rules: Option<Vec<AgentAccountRule>>,
}

/// What is otherwise about one account.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRule {
    /// Which one.
    pub account_id: InternalAccountId,
    /// In place of the default mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_mode: Option<AgentExecutionMode>,
    /// In place of the limit of the policy, in the smallest unit of the account's own currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_transaction_limit: Option<MinorUnits>,
}

/// From which amount on the platform is asked in any case.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentApprovalThresholds {
    /// The currency of the amount, which an amount needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
    /// What needs no approval yet, in the smallest unit; absent: no amount needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<MinorUnits>,
}
