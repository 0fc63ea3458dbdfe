//! Chains of certificates.

use x509_cert::Certificate;
use x509_cert::der::{Decode, Header, Reader, SliceReader};

use super::error::CertificateError;
use super::issuer::IssuerKey;
use crate::hex;
use crate::keys::PublicKey;

/// A chain of certificates, the leaf first, at least one. There is no trust anchor: a chain is as good as the
/// TLS connection over which the domain sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateChain(Vec<ChainLink>);

/// A certificate with the bytes that its signature covers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ChainLink {
    certificate: Certificate,
    signed_bytes: Vec<u8>,
}

impl CertificateChain {
    /// The most certificates of a chain.
    pub const MAX: usize = 8;

    /// Reads certificates in hexadecimal DER.
    ///
    /// # Errors
    /// [`CertificateError::Format`] if there are none or too many, or one cannot be read.
    pub fn parse<S: AsRef<str>>(certificates: &[S]) -> Result<Self, CertificateError> {
        if certificates.is_empty() || certificates.len() > Self::MAX {
            return Err(CertificateError::Format);
        }
        let links: Option<Vec<ChainLink>> =
            certificates.iter().map(|text| ChainLink::parse(&hex::decode(text.as_ref())?)).collect();
        links.map(Self).ok_or(CertificateError::Format)
    }

    /// Checks the chain now (in seconds), and returns the key of the leaf.
    ///
    /// # Errors
    /// [`CertificateError::Chain`] and [`CertificateError::Validity`].
    pub fn verify(&self, now: i64) -> Result<PublicKey, CertificateError> {
        let key = self.leaf_key().ok_or(CertificateError::Chain)?;
        let is_linked = self.0.windows(2).all(|pair| pair[0].is_issued_by(&pair[1]));
        // A root that signed itself is checked too; one that is not in the list cannot be.
        let is_rooted = self.0.last().is_some_and(|last| !last.is_self_issued() || last.is_issued_by(last));
        if !is_linked || !is_rooted {
            return Err(CertificateError::Chain);
        }
        if self.0.iter().all(|link| link.is_valid(now)) { Ok(key) } else { Err(CertificateError::Validity) }
    }

    /// Returns the key of the leaf, unverified, or `None` if it is not of secp256k1.
    #[must_use]
    pub fn leaf_key(&self) -> Option<PublicKey> {
        self.0.first().and_then(|leaf| leaf.key().secp256k1())
    }
}

impl ChainLink {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let certificate = Certificate::from_der(bytes).ok()?;
        let mut reader = SliceReader::new(bytes).ok()?;
        Header::decode(&mut reader).ok()?;
        let signed_bytes = reader.tlv_bytes().ok()?.to_vec();
        Some(Self { certificate, signed_bytes })
    }

    fn key(&self) -> IssuerKey<'_> {
        IssuerKey(&self.certificate.tbs_certificate.subject_public_key_info)
    }

    fn is_self_issued(&self) -> bool {
        self.certificate.tbs_certificate.issuer == self.certificate.tbs_certificate.subject
    }

    fn is_issued_by(&self, issuer: &Self) -> bool {
        let algorithm = &self.certificate.signature_algorithm;
        let Some(signature) = self.certificate.signature.as_bytes() else { return false };
        self.certificate.tbs_certificate.issuer == issuer.certificate.tbs_certificate.subject
            && self.certificate.tbs_certificate.signature == *algorithm
            && issuer.key().verifies(&self.signed_bytes, algorithm.oid, signature)
    }

    fn is_valid(&self, now: i64) -> bool {
        let validity = self.certificate.tbs_certificate.validity;
        let Ok(now) = u64::try_from(now) else { return false };
        let from = validity.not_before.to_unix_duration().as_secs();
        let to = validity.not_after.to_unix_duration().as_secs();
        (from..=to).contains(&now)
    }
}
