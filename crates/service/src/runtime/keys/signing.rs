//! The key pair that signs the webhooks of one platform (conventions 11.3).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::Ids;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey, VerifyingKey};
use p256::pkcs8::{EncodePublicKey, LineEnding};

use super::Secret;

/// A P-256 key pair: the private half signs deliveries, the public half is published as PEM.
#[derive(Clone)]
pub struct WebhookKey(SigningKey);

/// The error of bytes that are not a P-256 private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookKeyError;

impl WebhookKey {
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        loop {
            // All but about one in 2^32 draws are valid scalars.
            if let Ok(key) = SigningKey::from_slice(&ids.bytes::<32>()) {
                return Self(key);
            }
        }
    }

    /// Restores the key pair from its private scalar (32 bytes, big endian).
    ///
    /// # Errors
    /// If the bytes are not a scalar of the curve.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WebhookKeyError> {
        SigningKey::from_slice(bytes).map(Self).map_err(|_| WebhookKeyError)
    }

    /// Returns the private scalar, for encryption.
    #[must_use]
    pub fn to_bytes(&self) -> Secret<Vec<u8>> {
        Secret::new(self.0.to_bytes().to_vec())
    }

    /// Returns the public key as PEM (SubjectPublicKeyInfo).
    ///
    /// # Errors
    /// If the key cannot be encoded, which does not happen to a valid key.
    pub fn public_pem(&self) -> Result<String, WebhookKeyError> {
        VerifyingKey::from(&self.0).to_public_key_pem(LineEnding::LF).map_err(|_| WebhookKeyError)
    }

    /// Returns the value of `X-Svc-Signature` for these body bytes: base64 of the ASN.1 DER signature with
    /// SHA-256.
    #[must_use]
    pub fn sign(&self, body: &[u8]) -> String {
        let signature: Signature = self.0.sign(body);
        STANDARD.encode(signature.to_der())
    }
}

impl fmt::Debug for WebhookKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookKey(…)")
    }
}

impl fmt::Display for WebhookKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a P-256 key")
    }
}

impl std::error::Error for WebhookKeyError {}

#[cfg(test)]
mod tests {
    use p256::ecdsa::signature::Verifier;
    use p256::pkcs8::DecodePublicKey;

    use super::*;

    #[test]
    fn a_signature_verifies_with_the_published_key_over_exactly_these_bytes() {
        let key = WebhookKey::generate(&Ids::seeded(11));
        let restored = WebhookKey::from_bytes(key.to_bytes().expose()).unwrap();
        let public = VerifyingKey::from_public_key_pem(&restored.public_pem().unwrap()).unwrap();
        let signature = Signature::from_der(&STANDARD.decode(key.sign(b"body")).unwrap()).unwrap();
        assert!(public.verify(b"body", &signature).is_ok());
        assert!(public.verify(b"bodY", &signature).is_err());
    }
}
