//! Signatures of certificates by the key of the next certificate.

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P384_SHA384_ASN1, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384,
    RSA_PKCS1_2048_8192_SHA512, UnparsedPublicKey, VerificationAlgorithm,
};
use x509_cert::der::oid::ObjectIdentifier;
use x509_cert::der::oid::db::rfc5912;
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use crate::keys::{PublicKey, Signature};

pub(super) const EC_PUBLIC_KEY: ObjectIdentifier = rfc5912::ID_EC_PUBLIC_KEY;
pub(super) const ECDSA_WITH_SHA_256: ObjectIdentifier = rfc5912::ECDSA_WITH_SHA_256;
pub(super) const SECP256K1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.10");

/// The key of a certificate that may have signed another one.
#[derive(Debug)]
pub(super) struct IssuerKey<'a>(pub(super) &'a SubjectPublicKeyInfoOwned);

impl IssuerKey<'_> {
    /// Returns the key if it is of secp256k1.
    pub(super) fn secp256k1(&self) -> Option<PublicKey> {
        if self.curve() == Some(SECP256K1) { PublicKey::from_bytes(self.bytes()).ok() } else { None }
    }

    /// Returns `true` if this key made the signature. A company's own root may have a key of another kind.
    pub(super) fn verifies(&self, message: &[u8], algorithm: ObjectIdentifier, signature: &[u8]) -> bool {
        if algorithm == ECDSA_WITH_SHA_256
            && let Some(key) = self.secp256k1()
        {
            return Signature::from_der(signature).is_ok_and(|signature| key.verifies(message, &signature));
        }
        self.algorithm(algorithm).is_some_and(|algorithm| {
            UnparsedPublicKey::new(algorithm, self.bytes()).verify(message, signature).is_ok()
        })
    }

    fn algorithm(&self, algorithm: ObjectIdentifier) -> Option<&'static dyn VerificationAlgorithm> {
        if self.0.algorithm.oid == rfc5912::RSA_ENCRYPTION {
            return match algorithm {
                rfc5912::SHA_256_WITH_RSA_ENCRYPTION => Some(&RSA_PKCS1_2048_8192_SHA256),
                rfc5912::SHA_384_WITH_RSA_ENCRYPTION => Some(&RSA_PKCS1_2048_8192_SHA384),
                rfc5912::SHA_512_WITH_RSA_ENCRYPTION => Some(&RSA_PKCS1_2048_8192_SHA512),
                _ => None,
            };
        }
        match (self.curve()?, algorithm) {
            (rfc5912::SECP_256_R_1, ECDSA_WITH_SHA_256) => Some(&ECDSA_P256_SHA256_ASN1),
            (rfc5912::SECP_384_R_1, rfc5912::ECDSA_WITH_SHA_384) => Some(&ECDSA_P384_SHA384_ASN1),
            _ => None,
        }
    }

    fn curve(&self) -> Option<ObjectIdentifier> {
        let algorithm = &self.0.algorithm;
        if algorithm.oid != EC_PUBLIC_KEY {
            return None;
        }
        algorithm.parameters.as_ref()?.decode_as().ok()
    }

    fn bytes(&self) -> &[u8] {
        self.0.subject_public_key.as_bytes().unwrap_or_default()
    }
}
