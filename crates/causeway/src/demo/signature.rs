//! A receiver's check of `X-Svc-Signature` (conventions 11.3), as a platform's own backend would implement
//! it.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey;
use serde::Deserialize;

/// Name of the signature header.
pub(super) const HEADER: &str = "x-svc-signature";

/// The published public key of a platform.
#[derive(Debug, Clone)]
pub(super) struct PublishedKey(VerifyingKey);

/// The value of the header, in its JSON form.
#[derive(Deserialize)]
struct SignatureValue {
    s: String,
}

/// The reason why a signature is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadSignature {
    /// The webhook has none.
    Missing,
    /// The header is not JSON with the base64 of a DER signature.
    Form,
    /// The signature was not made with the published key over this body.
    Wrong,
}

impl PublishedKey {
    /// Parses a PEM text; `None` if it contains no public key on P-256.
    pub(super) fn from_pem(pem: &str) -> Option<Self> {
        VerifyingKey::from_public_key_pem(pem).ok().map(Self)
    }

    /// Verifies the signature over the exact bytes of a body.
    pub(super) fn verify(&self, header: Option<&str>, body: &[u8]) -> Result<(), BadSignature> {
        let value: SignatureValue =
            serde_json::from_str(header.ok_or(BadSignature::Missing)?).map_err(|_| BadSignature::Form)?;
        let der = STANDARD.decode(value.s).map_err(|_| BadSignature::Form)?;
        let signature = Signature::from_der(&der).map_err(|_| BadSignature::Form)?;
        self.0.verify(body, &signature).map_err(|_| BadSignature::Wrong)
    }
}

impl fmt::Display for BadSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "the header is missing",
            Self::Form => "the header is not JSON with the base64 of a DER signature",
            Self::Wrong => "it was not made with the published key over this body",
        })
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Ids;
    use causeway_service::runtime::keys::WebhookKey;

    use super::*;

    #[test]
    fn only_a_signature_by_the_key_over_the_same_bytes_is_valid() {
        let own = WebhookKey::generate(&Ids::seeded(1));
        let published = PublishedKey::from_pem(&own.public_pem().unwrap()).unwrap();
        let form = |signature: String| format!(r#"{{"v":"1","s":"{signature}"}}"#);
        let header = form(own.sign(b"body"));
        assert_eq!(published.verify(Some(&header), b"body"), Ok(()));
        assert_eq!(published.verify(Some(&header), b"bodY"), Err(BadSignature::Wrong));
        let other = form(WebhookKey::generate(&Ids::seeded(2)).sign(b"body"));
        assert_eq!(published.verify(Some(&other), b"body"), Err(BadSignature::Wrong));
        for wrong in ["%", &own.sign(b"body"), &form("%".to_owned()), r#"{"v":"1"}"#] {
            assert_eq!(published.verify(Some(wrong), b"body"), Err(BadSignature::Form), "{wrong}");
        }
        assert_eq!(published.verify(None, b"body"), Err(BadSignature::Missing));
        assert!(PublishedKey::from_pem("no key").is_none());
    }
}
