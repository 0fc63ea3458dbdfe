//! The three fields that sign a message.

use std::fmt;

use super::nonce::Nonce;
use crate::keys::{PrivateKey, PublicKey, Signature};

/// The fields by which a message is signed. The signature is kept as text until it is verified: a malformed
/// one is a wrong one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageSignature {
    /// Hexadecimal DER.
    pub signature: String,
    pub nonce: Nonce,
    /// In seconds.
    pub timestamp: i64,
}

/// The error for a signature that is not by the given key over the given payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignatureError;

impl MessageSignature {
    /// Signs a payload that contains this nonce and timestamp.
    #[must_use]
    pub fn sign(key: &PrivateKey, payload: &str, nonce: Nonce, timestamp: i64) -> Self {
        Self { signature: key.sign(payload.as_bytes()).to_hex(), nonce, timestamp }
    }

    /// Checks the signature over a payload.
    ///
    /// # Errors
    /// Another key, another payload, or no signature.
    pub fn verify(&self, payload: &str, key: &PublicKey) -> Result<(), SignatureError> {
        verify(&self.signature, payload, key)
    }
}

/// Checks a hexadecimal DER signature over a payload.
pub(super) fn verify(signature: &str, payload: &str, key: &PublicKey) -> Result<(), SignatureError> {
    let signature = Signature::from_hex(signature).map_err(|_| SignatureError)?;
    if key.verifies(payload.as_bytes(), &signature) { Ok(()) } else { Err(SignatureError) }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the signature does not verify")
    }
}

impl std::error::Error for SignatureError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_signature_is_a_wrong_one() {
        let key = PrivateKey::from_bytes(&[1; 32]).unwrap();
        let nonce = Nonce::parse("7").unwrap();
        let signed = MessageSignature::sign(&key, "a|7|9", nonce, 9);
        assert_eq!(signed.verify("a|7|9", &key.public_key()), Ok(()));
        assert_eq!(signed.verify("a|7|8", &key.public_key()), Err(SignatureError));
        let other = PrivateKey::from_bytes(&[2; 32]).unwrap().public_key();
        assert_eq!(signed.verify("a|7|9", &other), Err(SignatureError));
        let malformed = MessageSignature { signature: "xyz".into(), ..signed };
        assert_eq!(malformed.verify("a|7|9", &key.public_key()), Err(SignatureError));
    }
}
