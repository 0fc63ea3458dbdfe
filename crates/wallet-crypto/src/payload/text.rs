//! Text form of payloads.

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Action, canonical};
use crate::{hex, json as strict};

/// The payload of one request, to be stamped by a device.
#[derive(Debug, Clone)]
pub struct Payload<'a> {
    pub organization_id: &'a str,
    pub action: Action<'a>,
    /// Time of the request in milliseconds since 1970, unique within a wallet.
    pub timestamp_ms: u64,
}

/// The issue time of a payload. All other members are compared as a whole.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IssueTime {
    timestamp_ms: String,
}

impl Payload<'_> {
    /// Returns the value of `payloadToSign`. It must be stored, because a stamp is over exactly these bytes.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut payload = json!({
            "organizationId": self.organization_id,
            "parameters": self.action.parameters(),
            "timestampMs": self.timestamp_ms.to_string(),
            "type": self.action.activity_type(),
        });
        if let Action::ExecuteQuote { .. } = self.action {
            payload["generateAppProofs"] = Value::from(true);
        }
        canonical(&payload)
    }

    /// Returns the issue time of `text` in milliseconds since 1970, or `None` unless it requests this action
    /// on this organisation's wallet. For a key service that holds the keys and trusts no stored row.
    #[must_use]
    pub fn issued_at(text: &str, organization_id: &str, action: &Action<'_>) -> Option<u64> {
        let issued: IssueTime = strict::object(text.as_bytes())?;
        let timestamp_ms = issued.timestamp_ms.parse().ok()?;
        let expected = Payload { organization_id, action: action.clone(), timestamp_ms };
        (expected.to_text() == text).then_some(timestamp_ms)
    }
}

/// Returns the challenge of a login with a passkey: lower-case SHA-256 of the body that opens the session.
#[must_use]
pub fn passkey_challenge(session_payload: &str) -> String {
    hex::encode(&Sha256::digest(session_payload))
}

#[cfg(test)]
mod tests;
