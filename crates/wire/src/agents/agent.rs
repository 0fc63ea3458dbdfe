//! Agents and their usage (agents A1, A2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::installation::AgentDeviceCode;
use super::policy::AgentPolicy;
use crate::scalar::{AgentId, CustomerId, Date, DateTime, MinorUnits, Month, Name};

/// An agent to create.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCreateRequest {
    /// The platform's name for the agent; need not be unique.
    pub name: Name,
    /// The customer for whom the agent acts.
    pub customer_id: CustomerId,
    /// Permissions and limits of the agent.
    pub policy: AgentPolicy,
}

/// Changes to an agent. At least one field is required.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentUpdateRequest {
    /// New name of the agent.
    pub name: Option<Name>,
    /// `true` pauses the agent, which can then change nothing; `false` resumes it.
    pub is_paused: Option<bool>,
}

/// A new agent with the device code that installs its software.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCreateResponse {
    /// The new agent.
    pub agent: Agent,
    /// Device code for the installation, returned only this once.
    pub device_code: AgentDeviceCode,
}

/// A program that acts for a customer within a policy.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// Agent id, `Agent:<uuid>`.
    pub id: AgentId,
    /// The platform's name for the agent.
    pub name: Name,
    /// The customer for whom the agent acts.
    pub customer_id: CustomerId,
    /// `true` while the agent is paused and can change nothing.
    pub is_paused: bool,
    /// `true` once the agent's software is installed.
    pub is_connected: bool,
    /// Permissions and limits of the agent.
    pub policy: AgentPolicy,
    /// Payments made today and this month (UTC).
    pub usage: AgentUsage,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// An agent's usage today and this month (UTC). Amounts are in the currency of its spending limits.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentUsage {
    /// Number of payments today.
    pub daily_transaction_count: MinorUnits,
    /// Amount spent today, in the smallest unit.
    pub daily_spend: MinorUnits,
    /// Date at which the daily figures reset: tomorrow (UTC).
    pub daily_reset_date: Date,
    /// Amount spent this month, in the smallest unit.
    pub monthly_spend: MinorUnits,
    /// Month in which the monthly figures reset: the next one (UTC).
    pub monthly_reset_month: Month,
}
