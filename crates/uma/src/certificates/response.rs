//! The answer with a provider's keys: `GET /.well-known/lnurlpubkey`.

use serde::{Deserialize, Serialize};

use super::chain::CertificateChain;
use super::error::CertificateError;
use crate::keys::PublicKey;
use crate::{hex, json};

/// The keys that a provider publishes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublicKeyResponse {
    /// Hexadecimal DER, the leaf first.
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "Vec::is_empty")]
    signing_cert_chain: Vec<String>,
    /// Hexadecimal DER, the leaf first.
    #[serde(default, deserialize_with = "json::or_default", skip_serializing_if = "Vec::is_empty")]
    encryption_cert_chain: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signing_pub_key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encryption_pub_key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expiration_timestamp: Option<i64>,
}

/// The time for which keys without an end are cached, in seconds.
pub const DEFAULT_CACHE_SECONDS: i64 = 5 * 60;

impl PublicKeyResponse {
    /// Returns the answer with all five fields.
    ///
    /// # Errors
    /// [`CertificateError::Format`] and [`CertificateError::Chain`] if a chain has no key of secp256k1. The
    /// chains are lists of DER, the leaf first.
    pub fn new(
        signing_chain: &[Vec<u8>],
        encryption_chain: &[Vec<u8>],
        expiration_timestamp: i64,
    ) -> Result<Self, CertificateError> {
        let digits =
            |chain: &[Vec<u8>]| -> Vec<String> { chain.iter().map(|der| hex::encode(der)).collect() };
        let leaf = |chain: &[String]| {
            let key = CertificateChain::parse(chain)?.leaf_key().ok_or(CertificateError::Chain)?;
            Ok(key.to_uncompressed_hex())
        };
        let signing_cert_chain = digits(signing_chain);
        let encryption_cert_chain = digits(encryption_chain);
        Ok(Self {
            signing_pub_key: Some(leaf(&signing_cert_chain)?),
            encryption_pub_key: Some(leaf(&encryption_cert_chain)?),
            signing_cert_chain,
            encryption_cert_chain,
            expiration_timestamp: Some(expiration_timestamp),
        })
    }

    /// Reads a peer's answer. Its keys are read when they are used.
    ///
    /// # Errors
    /// [`CertificateError::Format`].
    pub fn parse(body: &[u8]) -> Result<Self, CertificateError> {
        json::read(body).ok_or(CertificateError::Format)
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// Returns the key that verifies messages now (in seconds).
    ///
    /// # Errors
    /// Any [`CertificateError`].
    pub fn signing_key(&self, now: i64) -> Result<PublicKey, CertificateError> {
        key(&self.signing_cert_chain, self.signing_pub_key.as_deref(), now)
    }

    /// Returns the key to encrypt Travel Rule data to, now (in seconds).
    ///
    /// Some software publishes its signing chain in both fields, with the right plain key: if the chains are
    /// equal and the plain key is another one, the plain key counts.
    ///
    /// # Errors
    /// Any [`CertificateError`].
    pub fn encryption_key(&self, now: i64) -> Result<PublicKey, CertificateError> {
        let plain = self.encryption_pub_key.as_deref();
        let from_chain = key(&self.encryption_cert_chain, plain, now)?;
        let is_copied = self.encryption_cert_chain == self.signing_cert_chain;
        match plain.map(PublicKey::from_hex) {
            Some(Ok(plain)) if is_copied => Ok(plain),
            _ => Ok(from_chain),
        }
    }

    /// Returns the second until which the answer may be cached.
    #[must_use]
    pub fn cacheable_until(&self, now: i64) -> i64 {
        self.expiration_timestamp.unwrap_or_else(|| now.saturating_add(DEFAULT_CACHE_SECONDS))
    }
}

/// Returns the key of the chain's leaf, or the plain key if there is no chain.
fn key(chain: &[String], plain: Option<&str>, now: i64) -> Result<PublicKey, CertificateError> {
    if !chain.is_empty() {
        return CertificateChain::parse(chain)?.verify(now);
    }
    plain.and_then(|text| PublicKey::from_hex(text).ok()).ok_or(CertificateError::Format)
}
