//! Issuance of a platform's own certificates.

use std::str::FromStr;
use std::time::Duration;

use x509_cert::certificate::{Certificate, TbsCertificate, Version};
use x509_cert::der::asn1::{Any, BitString, GeneralizedTime, Ia5String, OctetString, UtcTime};
use x509_cert::der::oid::{AssociatedOid, ObjectIdentifier};
use x509_cert::der::{Encode, Error};
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{BasicConstraints, SubjectAltName};
use x509_cert::name::RdnSequence;
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};
use x509_cert::time::{Time, Validity};

use super::error::CertificateError;
use super::issuer::{EC_PUBLIC_KEY, ECDSA_WITH_SHA_256, SECP256K1};
use crate::addresses::Host;
use crate::keys::PrivateKey;

/// The content of a certificate besides its key.
#[derive(Debug, Clone, Copy)]
pub struct CertificateTerms<'a> {
    /// The platform's domain, which becomes subject, issuer and alternative name.
    pub host: &'a Host,
    /// Random bytes for the serial number.
    pub serial: [u8; 16],
    /// In seconds.
    pub not_before: u64,
    /// In seconds.
    pub not_after: u64,
}

/// The longest common name (RFC 5280, upper bounds).
const MAX_COMMON_NAME: usize = 64;

/// Returns a self-signed certificate in DER. Its point is uncompressed, because a peer's software reads
/// nothing else.
///
/// # Errors
/// A validity that ends before it begins, or is outside the years 1970 to 9999.
pub fn self_signed_certificate(
    key: &PrivateKey,
    terms: CertificateTerms<'_>,
) -> Result<Vec<u8>, CertificateError> {
    if terms.not_after < terms.not_before {
        return Err(CertificateError::Validity);
    }
    let validity = Validity { not_before: time(terms.not_before)?, not_after: time(terms.not_after)? };
    signed(key, terms, validity).map_err(|_| CertificateError::Format)
}

fn signed(key: &PrivateKey, terms: CertificateTerms<'_>, validity: Validity) -> Result<Vec<u8>, Error> {
    let algorithm = AlgorithmIdentifierOwned { oid: ECDSA_WITH_SHA_256, parameters: None };
    let name = common_name(terms.host)?;
    let mut serial = terms.serial;
    // Positive and of full length.
    serial[0] = serial[0] & 0x7f | 0x40;
    let tbs_certificate = TbsCertificate {
        version: Version::V3,
        serial_number: SerialNumber::new(&serial)?,
        signature: algorithm.clone(),
        issuer: name.clone(),
        validity,
        subject: name,
        subject_public_key_info: SubjectPublicKeyInfoOwned {
            algorithm: AlgorithmIdentifierOwned {
                oid: EC_PUBLIC_KEY,
                parameters: Some(Any::encode_from(&SECP256K1)?),
            },
            subject_public_key: BitString::from_bytes(&key.public_key().uncompressed())?,
        },
        issuer_unique_id: None,
        subject_unique_id: None,
        extensions: Some(extensions(terms.host)?),
    };
    let signature = key.sign(&tbs_certificate.to_der()?).to_der();
    let signature = BitString::from_bytes(&signature)?;
    Certificate { tbs_certificate, signature_algorithm: algorithm, signature }.to_der()
}

/// Returns the host as common name; a host that is too long for one is in the alternative name only.
fn common_name(host: &Host) -> Result<RdnSequence, Error> {
    let name = if host.name().len() <= MAX_COMMON_NAME { host.name() } else { "UMA" };
    RdnSequence::from_str(&format!("CN={name}"))
}

fn extensions(host: &Host) -> Result<Vec<Extension>, Error> {
    let constraints = BasicConstraints { ca: false, path_len_constraint: None };
    let names = SubjectAltName(vec![GeneralName::DnsName(Ia5String::new(host.name())?)]);
    Ok(vec![
        extension(BasicConstraints::OID, true, &constraints)?,
        extension(SubjectAltName::OID, false, &names)?,
    ])
}

fn extension(extn_id: ObjectIdentifier, critical: bool, value: &impl Encode) -> Result<Extension, Error> {
    Ok(Extension { extn_id, critical, extn_value: OctetString::new(value.to_der()?)? })
}

/// Returns a time as RFC 5280 writes it: years from 2050 on in the longer form.
fn time(seconds: u64) -> Result<Time, CertificateError> {
    let since = Duration::from_secs(seconds);
    if let Ok(short) = UtcTime::from_unix_duration(since) {
        return Ok(Time::UtcTime(short));
    }
    let long = GeneralizedTime::from_unix_duration(since).map_err(|_| CertificateError::Validity)?;
    Ok(Time::GeneralTime(long))
}
