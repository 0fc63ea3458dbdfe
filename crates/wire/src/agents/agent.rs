//! Agents (agents A1, A2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::installation::AgentDeviceCode;
use super::policy::AgentPolicy;
use crate::scalar::{AgentId, CustomerId, Date, DateTime, MinorUnits, Month, Name};

/// An agent to be made.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCreateRequest {
    /// What the platform calls it; need not be unique.
    pub name: Name,
    /// For whom it acts.
    pub customer_id: CustomerId,
    /// What it may do.
    pub policy: AgentPolicy,
}

/// What to change of an agent; at least one of both.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentUpdateRequest {
    /// What the platform calls it.
    pub name: Option<Name>,
    /// Whether it may change nothing for the time being.
    pub is_paused: Option<bool>,
}

/// A new agent, with the code that installs it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCreateResponse {
    /// The agent.
    pub agent: Agent,
    /// The code, shown this once.
    pub device_code: AgentDeviceCode,
}

/// A program that acts for a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// Its id.
    pub id: AgentId,
    /// What the platform calls it.
    pub name: Name,
    /// For whom it acts.
    pub customer_id: CustomerId,
    /// Whether it may change nothing for the time being.
    pub is_paused: bool,
    /// Whether its software is installed.
    pub is_connected: bool,
    /// What it may do.
    pub policy: AgentPolicy,
    /// What it has done today and this month.
    pub usage: AgentUsage,
    /// When it was made.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// What an agent has done today and this month (UTC), in the currency of its limits.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentUsage {
    /// Payments today.
    pub daily_transaction_count: MinorUnits,
    /// Spent today.
    pub daily_spend: MinorUnits,
    /// Tomorrow.
    pub daily_reset_date: Date,
    /// Spent this month.
    pub monthly_spend: MinorUnits,
    /// The next month.
    pub monthly_reset_month: Month,
}
