//! Stamp: a device's signature over a payload, sent in a header (wallet 2.2).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Failure, PrivateKey, PublicKey, Signature, base64url, hex, json};

/// The only supported signature scheme.
const SCHEME: &str = "SIGNATURE_SCHEME_TK_API_P256";
/// Maximum length of the header in bytes.
const MAX_LENGTH: usize = 8192;

/// A decoded value of `Svc-Wallet-Signature`: the claimed signer and the signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    public_key: PublicKey,
    signature: Signature,
}

/// A reason to refuse a stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StampError {
    /// The header cannot be decoded.
    Malformed,
    /// The key may not sign this, or the signature is not over these bytes.
    Invalid,
}

#[derive(Serialize, Deserialize)]
struct Members {
    #[serde(rename = "publicKey")]
    public_key: String,
    scheme: String,
    signature: String,
}

impl Stamp {
    /// Decodes the value of the header.
    ///
    /// # Errors
    /// [`StampError::Malformed`]: not base64url of a JSON object with a P-256 key, the supported scheme and a
    /// DER signature.
    pub fn parse(header: &str) -> Result<Self, StampError> {
        if header.len() > MAX_LENGTH {
            return Err(StampError::Malformed);
        }
        Self::decode(header).ok_or(StampError::Malformed)
    }

    fn decode(header: &str) -> Option<Self> {
        let members: Members = json::object(&base64url::decode(header)?)?;
        if members.scheme != SCHEME {
            return None;
        }
        let public_key = PublicKey::from_hex(&members.public_key).ok()?;
        let signature = Signature::from_der(&hex::decode(&members.signature)?).ok()?;
        Some(Self { public_key, signature })
    }

    /// Signs a payload, as a device does.
    #[must_use]
    pub fn sign(key: &PrivateKey, payload: &str) -> Self {
        Self { public_key: key.public_key(), signature: key.sign(payload.as_bytes()) }
    }

    /// Returns the value of the header.
    #[must_use]
    pub fn to_header(&self) -> String {
        let key = self.public_key.to_compressed_hex();
        let signature = hex::encode(&self.signature.to_der());
        base64url::encode(format!(r#"{{"publicKey":"{key}","scheme":"{SCHEME}","signature":"{signature}"}}"#))
    }

    /// Returns the claimed signer. It is not proven before [`Self::authorise`].
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// Checks that one of the allowed signers stamped exactly these bytes, and returns its index in
    /// `allowed`.
    ///
    /// # Errors
    /// [`StampError::Invalid`]: another key, or another payload.
    pub fn authorise(&self, allowed: &[PublicKey], payload: &str) -> Result<usize, StampError> {
        let signer = allowed.iter().position(|key| *key == self.public_key).ok_or(StampError::Invalid)?;
        if self.public_key.verifies(payload.as_bytes(), &self.signature) {
            Ok(signer)
        } else {
            Err(StampError::Invalid)
        }
    }
}

impl StampError {
    /// Returns the interface's answer.
    #[must_use]
    pub const fn failure(self) -> Failure {
        match self {
            Self::Malformed => Failure::WalletSignatureMalformed,
            Self::Invalid => Failure::WalletSignatureInvalid,
        }
    }
}

impl fmt::Display for StampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the wallet signature cannot be decoded",
            Self::Invalid => "the wallet signature does not authorise this payload",
        })
    }
}

impl std::error::Error for StampError {}

#[cfg(test)]
mod tests;
