//! Keys published by an issuer (RFC 7517).

use std::fmt;

use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents};
use serde::Deserialize;
use serde_json::Value;

use super::OidcError;
use crate::{PublicKey, Signature, base64url, json};

/// An issuer's keys of the supported types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySet(Vec<Key>);

/// The error for a document that is not a key set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySetError;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    id: Option<String>,
    public: KeyMaterial,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyMaterial {
    Rs256 { n: Vec<u8>, e: Vec<u8> },
    Es256(PublicKey),
}

/// A supported signature algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Es256,
}

#[derive(Deserialize)]
struct Document {
    keys: Vec<Value>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl KeySet {
    /// Reads a published document. Keys of other types, for other algorithms and for encryption are ignored.
    ///
    /// # Errors
    /// A document that is not a JSON object with a list `keys`.
    pub fn parse(document: &[u8]) -> Result<Self, KeySetError> {
        let document: Document = json::object(document).ok_or(KeySetError)?;
        Ok(Self(
            document.keys.into_iter().filter_map(|key| read(&serde_json::from_value(key).ok()?)).collect(),
        ))
    }

    pub(super) fn check(
        &self,
        algorithm: Algorithm,
        key_id: Option<&str>,
        signed: &[u8],
        signature: &[u8],
    ) -> Result<(), OidcError> {
        let named = |key: &&Key| key_id.is_none() || key.id.as_deref() == key_id;
        let mut known = self.0.iter().filter(named).peekable();
        if known.peek().is_none() {
            return Err(OidcError::UnknownKey);
        }
        let right = known.any(|key| key.public.verifies(algorithm, signed, signature));
        if right { Ok(()) } else { Err(OidcError::Signature) }
    }
}

fn read(key: &Jwk) -> Option<Key> {
    if key.purpose.as_ref().is_some_and(|purpose| purpose != "sig") {
        return None;
    }
    let bytes = |text: &Option<String>| base64url::decode(text.as_deref()?);
    let is = |algorithm: &str| key.alg.as_ref().is_none_or(|named| named == algorithm);
    let public = match key.kty.as_str() {
        "RSA" if is("RS256") => {
            // Some issuers publish leading zeros, which the verification refuses.
            let significant = |mut bytes: Vec<u8>| {
                bytes.drain(..bytes.iter().take_while(|byte| **byte == 0).count());
                bytes
            };
            KeyMaterial::Rs256 { n: significant(bytes(&key.n)?), e: significant(bytes(&key.e)?) }
        }
        "EC" if is("ES256") && key.crv.as_deref() == Some("P-256") => {
            let encoded = [vec![4], bytes(&key.x)?, bytes(&key.y)?].concat();
            KeyMaterial::Es256(PublicKey::from_bytes(&encoded).ok()?)
        }
        _ => return None,
    };
    Some(Key { id: key.kid.clone(), public })
}

impl KeyMaterial {
    fn verifies(&self, algorithm: Algorithm, signed: &[u8], signature: &[u8]) -> bool {
        match (self, algorithm) {
            (Self::Rs256 { n, e }, Algorithm::Rs256) => rs256_verifies(n, e, signed, signature),
            (Self::Es256(key), Algorithm::Es256) => {
                Signature::from_raw(signature).is_ok_and(|signature| key.verifies(signed, &signature))
            }
            (Self::Rs256 { .. }, Algorithm::Es256) | (Self::Es256(_), Algorithm::Rs256) => false,
        }
    }
}

/// Verifies PKCS#1 v1.5 with SHA-256 by a key of 2048 to 8192 bits. Both numbers have no leading zeros.
pub(crate) fn rs256_verifies(n: &[u8], e: &[u8], signed: &[u8], signature: &[u8]) -> bool {
    RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, signed, signature).is_ok()
}

impl fmt::Display for KeySetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a set of keys")
    }
}

impl std::error::Error for KeySetError {}
