//! The receiver's check of `X-Svc-Signature` (conventions 11.3).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey;
use serde_json::Value;

const HEADER: &str = "X-Svc-Signature";

/// The reason why a delivery must not be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadSignature {
    /// The published key is not a PEM public key on P-256.
    Key,
    /// The delivery has no signature header.
    Missing,
    /// The header is not the base64 of a DER signature.
    Form,
    /// The signature is not one of this key over these bytes.
    Forged,
}

impl fmt::Display for BadSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "the published key is not a PEM public key on P-256",
            Self::Missing => "the delivery carries no signature",
            Self::Form => "the signature is not the base64 of a DER signature",
            Self::Forged => "the signature is not one of this key over this body",
        })
    }
}

impl std::error::Error for BadSignature {}

/// Checks a delivery as its receiver has to: ECDSA on P-256 with SHA-256 over the exact body.
///
/// Both documented forms of the header are accepted: plain base64, and `{"v":"1","s":"<base64>"}`.
///
/// # Errors
/// The reason why it must not be trusted.
pub fn verify(public_key_pem: &str, delivery: &super::ReceivedRequest) -> Result<(), BadSignature> {
    check(public_key_pem, delivery.header(HEADER).ok_or(BadSignature::Missing)?, &delivery.body)
}

fn check(public_key_pem: &str, header: &str, body: &[u8]) -> Result<(), BadSignature> {
    let key = VerifyingKey::from_public_key_pem(public_key_pem).map_err(|_| BadSignature::Key)?;
    let base64 = match serde_json::from_str::<Value>(header) {
        Ok(form @ Value::Object(_)) => form["s"].as_str().unwrap_or_default().to_owned(),
        _ => header.to_owned(),
    };
    let der = STANDARD.decode(base64).map_err(|_| BadSignature::Form)?;
    let signature = Signature::from_der(&der).map_err(|_| BadSignature::Form)?;
    key.verify(body, &signature).map_err(|_| BadSignature::Forged)
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::SigningKey;
    use p256::ecdsa::signature::Signer;
    use p256::pkcs8::{EncodePublicKey, LineEnding};

    use super::*;

    const BODY: &[u8] = br#"{"id":"Webhook:1"}"#;

    fn signed() -> (String, String) {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let signature: Signature = key.sign(BODY);
        let pem = VerifyingKey::from(&key).to_public_key_pem(LineEnding::LF).unwrap();
        (pem, STANDARD.encode(signature.to_der()))
    }

    #[test]
    fn accepts_both_forms_of_a_right_signature() {
        let (pem, header) = signed();
        assert_eq!(check(&pem, &header, BODY), Ok(()));
        assert_eq!(check(&pem, &format!(r#"{{"v":"1","s":"{header}"}}"#), BODY), Ok(()));
    }

    #[test]
    fn one_changed_byte_is_a_forgery() {
        let (pem, header) = signed();
        let mut body = BODY.to_vec();
        body[9] ^= 1;
        assert_eq!(check(&pem, &header, &body), Err(BadSignature::Forged));
    }

    #[test]
    fn names_the_unreadable_part() {
        let (pem, header) = signed();
        assert_eq!(check(&pem, "not base64!", BODY), Err(BadSignature::Form));
        assert_eq!(check(&pem, &STANDARD.encode([1; 64]), BODY), Err(BadSignature::Form));
        assert_eq!(check(&pem, r#"{"v":"1"}"#, BODY), Err(BadSignature::Form));
        assert_eq!(check("no key", &header, BODY), Err(BadSignature::Key));
    }
}
