//! Installation of an agent's software (agents A1.3, A1.4).

use schemars::JsonSchema;
use serde::Serialize;

use super::policy::AgentPolicy;
use crate::scalar::{AgentId, DateTime, Name, text};

text::texts! {
    /// A one-time code that installs an agent's software.
    DeviceCode { "pattern": "^SVC-AGENT-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$" }
}

text::secret_texts! {
    /// The bearer token of an agent's software.
    AgentAccessToken { "pattern": "^sat_[0-9a-f]{40}$" }
}

/// A one-time code that installs an agent's software.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDeviceCode {
    /// The code, of the form `SVC-AGENT-XXXX-XXXX`.
    pub code: DeviceCode,
    /// The agent that the code installs.
    pub agent_id: AgentId,
    /// Expiry time of the code (UTC).
    pub expires_at: DateTime,
    /// `true` if the code has been used.
    pub redeemed: bool,
}

/// The status of a device code.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDeviceCodeStatusResponse {
    /// The code, of the form `SVC-AGENT-XXXX-XXXX`.
    pub code: DeviceCode,
    /// `true` if the code has been used.
    pub redeemed: bool,
}

/// Credentials and policy of an installed agent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentDeviceCodeRedeemResponse {
    /// The agent as which the software now acts.
    pub agent_id: AgentId,
    /// The platform's name for the agent.
    pub agent_name: Name,
    /// Bearer token for all further requests, returned only in this response.
    pub access_token: AgentAccessToken,
    /// Permissions and limits of the agent.
    pub policy: AgentPolicy,
}
