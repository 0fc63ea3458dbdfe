//! Post-transaction hooks (uma 8).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::addresses::Host;
use crate::errors::WireCode;
use crate::json;
use crate::keys::{PrivateKey, PublicKey};
use crate::signing::{MessageSignature, Nonce, SignatureError, payload};

/// The message after a payment. The signature covers nonce and timestamp alone: the rest is not evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransactionHook {
    pub utxos: Vec<UtxoAmount>,
    /// The provider that sends the hook, whose keys verify it.
    pub vasp_domain: Host,
    pub signature: MessageSignature,
    /// `COMPLETED` or `FAILED`; some peers send it.
    pub transaction_status: Option<String>,
    pub error_code: Option<String>,
    pub error_reason: Option<String>,
}

/// A transaction output of a channel, with the amount that went over it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UtxoAmount {
    /// `transaction:output`.
    pub utxo: String,
    /// In millisatoshi.
    pub amount_msats: u64,
}

/// The error for a body that is not a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransactionHookError;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HookMembers {
    #[serde(default, deserialize_with = "json::or_default")]
    utxos: Vec<UtxoAmount>,
    vasp_domain: String,
    signature: String,
    signature_nonce: String,
    signature_timestamp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_reason: Option<String>,
}

impl TransactionHook {
    /// Returns a signed hook.
    #[must_use]
    pub fn sign(
        key: &PrivateKey,
        vasp_domain: Host,
        utxos: Vec<UtxoAmount>,
        nonce: Nonce,
        timestamp: i64,
    ) -> Self {
        let payload = payload::transaction_hook(&nonce, timestamp);
        Self {
            utxos,
            vasp_domain,
            signature: MessageSignature::sign(key, &payload, nonce, timestamp),
            transaction_status: None,
            error_code: None,
            error_reason: None,
        }
    }

    /// Reads the body of a peer's hook.
    ///
    /// # Errors
    /// Another body.
    pub fn parse(body: &[u8]) -> Result<Self, TransactionHookError> {
        let read: HookMembers = json::read(body).ok_or(TransactionHookError)?;
        Ok(Self {
            utxos: read.utxos,
            vasp_domain: Host::parse(&read.vasp_domain).map_err(|_| TransactionHookError)?,
            signature: MessageSignature {
                signature: read.signature,
                nonce: Nonce::parse(&read.signature_nonce).map_err(|_| TransactionHookError)?,
                timestamp: read.signature_timestamp,
            },
            transaction_status: read.transaction_status,
            error_code: read.error_code,
            error_reason: read.error_reason,
        })
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(&HookMembers {
            utxos: self.utxos.clone(),
            vasp_domain: self.vasp_domain.to_string(),
            signature: self.signature.signature.clone(),
            signature_nonce: self.signature.nonce.to_string(),
            signature_timestamp: self.signature.timestamp,
            transaction_status: self.transaction_status.clone(),
            error_code: self.error_code.clone(),
            error_reason: self.error_reason.clone(),
        })
    }

    /// Returns the signed text.
    #[must_use]
    pub fn payload(&self) -> String {
        payload::transaction_hook(&self.signature.nonce, self.signature.timestamp)
    }

    /// Checks the signature with the key of the sending provider.
    ///
    /// # Errors
    /// Another key, or a changed nonce or timestamp.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        self.signature.verify(&self.payload(), key)
    }
}

impl TransactionHookError {
    /// Returns the wire code.
    #[must_use]
    pub const fn code(self) -> WireCode {
        WireCode::ParseUtxoCallbackError
    }
}

impl fmt::Display for TransactionHookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the post-transaction hook cannot be read")
    }
}

impl std::error::Error for TransactionHookError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hook() -> TransactionHook {
        let key = PrivateKey::from_bytes(&[1; 32]).unwrap();
        let utxos = vec![UtxoAmount { utxo: "ab:1".into(), amount_msats: 5 }];
        TransactionHook::sign(&key, Host::parse("p1.example").unwrap(), utxos, Nonce::parse("7").unwrap(), 9)
    }

    #[test]
    fn a_hook_is_written_and_read() {
        let key = PrivateKey::from_bytes(&[1; 32]).unwrap().public_key();
        let sent = hook();
        let received = TransactionHook::parse(sent.to_json().as_bytes()).unwrap();
        assert_eq!(received, sent);
        assert_eq!(received.verify(&key), Ok(()));
        let changed = sent.to_json().replace("\"signatureNonce\":\"7\"", "\"signatureNonce\":\"8\"");
        assert_eq!(TransactionHook::parse(changed.as_bytes()).unwrap().verify(&key), Err(SignatureError));
        for (part, instead) in
            [("p1.example", "10.0.0.1"), ("\"7\"", "\"\""), (":5", ":-5"), ("signatureNonce", "x")]
        {
            let other = sent.to_json().replace(part, instead);
            assert_eq!(TransactionHook::parse(other.as_bytes()), Err(TransactionHookError), "{instead}");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_read_or_refused(body: Vec<u8>, at: prop::sample::Index, byte: u8) {
            let _ = TransactionHook::parse(&body);
            let mut changed = hook().to_json().into_bytes();
            let at = at.index(changed.len());
            changed[at] = byte;
            let _ = TransactionHook::parse(&changed);
        }
    }
}
