//! The text of a payload.

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Action, canonical};
use crate::{hex, json as strict};

/// What one request asks a device to stamp.
#[derive(Debug, Clone)]
pub struct Payload<'a> {
    /// The wallet's organisation.
    pub organization_id: &'a str,
    /// What is asked for.
    pub action: Action<'a>,
    /// When it was asked, in milliseconds since 1970; unique in a wallet.
    pub timestamp_ms: u64,
}

/// The members that say when a payload was issued; the rest is compared whole.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Issued {
    timestamp_ms: String,
}

impl Payload<'_> {
    /// The value of `payloadToSign`. Store it: a stamp is over exactly these bytes.
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

    /// Whether `text` asks for this action on this organisation's wallet, whenever it was issued; gives the instant in
    /// milliseconds since 1970. For who holds the keys and believes no stored row.
    #[must_use]
    pub fn issued_at(text: &str, organization_id: &str, action: &Action<'_>) -> Option<u64> {
        let issued: Issued = strict::object(text.as_bytes())?;
        let timestamp_ms = issued.timestamp_ms.parse().ok()?;
        let expected = Payload { organization_id, action: action.clone(), timestamp_ms };
        (expected.to_text() == text).then_some(timestamp_ms)
    }
}

/// The challenge of a login by passkey: lower-case SHA-256 of the body that opens the session.
#[must_use]
pub fn passkey_challenge(session_payload: &str) -> String {
    hex::encode(&Sha256::digest(session_payload))
}

#[cfg(test)]
mod tests;
