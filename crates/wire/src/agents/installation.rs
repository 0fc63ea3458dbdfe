//! How the software of an agent is installed (agents A1.3, A1.4).

use schemars::JsonSchema;
use serde::Serialize;

use super::policy::AgentPolicy;
use crate::scalar::{AgentId, DateTime, Name, text};

text::texts! {
    /// A code that installs an agent's software, once.
    DeviceCode { "pattern": "^SVC-AGENT-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$" }
}

text::secret_texts! {
    /// What an agent's software shows with `Bearer`.
    AgentAccessToken { "pattern": "^sat_[0-9a-f]{40}$" }
}

/// A code that installs an agent's software, once.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDeviceCode {
    /// The code.
    pub code: DeviceCode,
    /// Whose software it installs.
    pub agent_id: AgentId,
    /// From when on it is of no use.
    pub expires_at: DateTime,
    /// Whether it was used.
    pub redeemed: bool,
}

/// Whether a code was used.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDeviceCodeStatusResponse {
    /// The code.
    pub code: DeviceCode,
    /// Whether it was used.
    pub redeemed: bool,
}

/// What the installed software needs to know.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDeviceCodeRedeemResponse {
    /// Which agent it is now.
    pub agent_id: AgentId,
    /// What the platform calls it.
    pub agent_name: Name,
    /// What it shows with `Bearer`. It is in this answer and nowhere else.
    pub access_token: AgentAccessToken,
    /// What it may do.
    pub policy: AgentPolicy,
}
