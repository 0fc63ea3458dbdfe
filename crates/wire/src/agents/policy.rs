//! Policies of agents (agents A3).

pub use causeway_vocabulary::agents::{AgentExecutionMode, AgentPermission};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{CurrencyCode, InternalAccountId, MinorUnits};

/// The permissions and limits of an agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPolicy {
    /// Permitted operations; duplicates are dropped. With an empty list the agent can only read itself, its
    /// actions and its quotes.
    #[schemars(length(max = 16))]
    pub permissions: Vec<AgentPermission>,
    /// Default for payments: execute at once, or ask the platform for approval first.
    pub default_execution_mode: AgentExecutionMode,
    /// Limits on the money that the agent can move.
    pub spending_limits: AgentSpendingLimits,
    /// Restrictions on the internal accounts that the agent can use. If absent, it can use all accounts of
    /// its customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_restrictions: Option<AgentAccountRestrictions>,
    /// Threshold above which the platform is always asked for approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_thresholds: Option<AgentApprovalThresholds>,
}

/// Limits on the money that an agent can move, in the smallest unit of `currency`. A limit can be reached but
/// not exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentSpendingLimits {
    /// Currency of the limits. Payments in other currencies are converted.
    pub currency: CurrencyCode,
    /// Maximum amount of one payment.
    pub per_transaction_limit: MinorUnits,
    /// Maximum amount per day (UTC); unlimited if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_limit: Option<MinorUnits>,
    /// Maximum number of payments per day (UTC); unlimited if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_transaction_limit: Option<MinorUnits>,
    /// Maximum amount per month (UTC); unlimited if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monthly_limit: Option<MinorUnits>,
}

/// Restrictions on the internal accounts of its customer that an agent can use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRestrictions {
    /// Accounts that the agent can use. If absent, all of them, including future ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 256))]
    pub allowed_account_ids: Option<Vec<InternalAccountId>>,
    /// Exceptions for single accounts; each account can appear once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 256))]
    pub account_rules: Option<Vec<AgentAccountRule>>,
}

/// Exceptions from the policy for one account.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAccountRule {
    /// The account that the rule applies to.
    pub account_id: InternalAccountId,
    /// Execution mode for this account, instead of the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_mode: Option<AgentExecutionMode>,
    /// Maximum amount of one payment from this account, instead of the policy's, in the smallest unit of the
    /// account's own currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_transaction_limit: Option<MinorUnits>,
}

/// Threshold above which the platform is always asked for approval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentApprovalThresholds {
    /// Currency of `amount`; required with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
    /// Largest amount that needs no approval, in the smallest unit. No threshold applies if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<MinorUnits>,
}
