//! The stamp: a device's signature over a payload, in a header (wallet 2.2).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Failure, PrivateKey, PublicKey, Signature, base64url, hex, json};

/// The one scheme that is spoken.
const SCHEME: &str = "SIGNATURE_SCHEME_TK_API_P256";
/// Longest header in bytes.
const LONGEST: usize = 8192;

/// The value of `Svc-Wallet-Signature`, decoded: who says to have signed, and the signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    public_key: PublicKey,
    signature: Signature,
}

/// Why a stamp does not authorise.
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
    /// Decodes a header's value.
    ///
    /// # Errors
    /// [`StampError::Malformed`]: not base64url of a JSON object with a key of P-256, the known scheme and a signature
    /// in DER.
    pub fn parse(header: &str) -> Result<Self, StampError> {
        if header.len() > LONGEST {
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

    /// The value for the header.
    #[must_use]
    pub fn to_header(&self) -> String {
        let (key, signature) = (self.public_key.to_compressed_hex(), hex::encode(&self.signature.to_der()));
        base64url::encode(format!(r#"{{"publicKey":"{key}","scheme":"{SCHEME}","signature":"{signature}"}}"#))
    }

    /// Who says to have signed. Believe it after [`Self::authorise`].
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// Whether one of the allowed signers stamped exactly these bytes; gives the place of that signer.
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
    /// What the interface answers.
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
