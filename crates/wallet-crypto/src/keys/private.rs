//! Private keys on the curve P-256.

use std::fmt;

use hpke::kem::DhP256HkdfSha256;
use hpke::{Kem, Serializable};
use p256::ecdsa::SigningKey;
use p256::ecdsa::signature::Signer;
use zeroize::Zeroize;

use super::{KeyError, PublicKey, Signature};
use crate::Secret;

/// A private key of P-256: decrypts messages to its public key, and signs. Wiped from memory when dropped.
#[derive(Clone)]
pub struct PrivateKey(p256::SecretKey);

impl PrivateKey {
    /// Length in bytes.
    pub const LENGTH: usize = 32;

    /// Reads a key from 32 bytes, big endian, not zero and below the order of the curve.
    ///
    /// # Errors
    /// Any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        if bytes.len() != Self::LENGTH {
            return Err(KeyError);
        }
        p256::SecretKey::from_slice(bytes).map(Self).map_err(|_| KeyError)
    }

    /// Derives a fresh key from 32 random bytes, by `DeriveKeyPair` of RFC 9180: every seed gives a valid
    /// scalar.
    ///
    /// # Errors
    /// None for random bytes: all candidates of a seed are refused once in 2^8192 draws.
    pub fn derive(seed: impl Into<Secret<[u8; Self::LENGTH]>>) -> Result<Self, KeyError> {
        let (key, _) = DhP256HkdfSha256::derive_keypair(seed.into().expose());
        let bytes = Secret::new(key.to_bytes().to_vec());
        Self::from_bytes(bytes.expose())
    }

    /// Returns the 32 bytes of the key.
    #[must_use]
    pub fn to_bytes(&self) -> Secret<Vec<u8>> {
        let mut bytes = self.0.to_bytes();
        let copy = Secret::new(bytes.to_vec());
        bytes.zeroize();
        copy
    }

    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::new(self.0.public_key())
    }

    /// Signs the SHA-256 of the message: deterministic (RFC 6979), with the lower S.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        let signature: p256::ecdsa::Signature = SigningKey::from(&self.0).sign(message);
        Signature::new(signature.normalize_s())
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex;

    #[test]
    fn scalars_have_their_range() {
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
        let below = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550";
        let read = |text: &str| PrivateKey::from_bytes(&hex::decode(text).unwrap()).map(|_| ());
        assert_eq!(read(below), Ok(()));
        for bad in [order, &"00".repeat(32), &"ff".repeat(32), &below[2..], &format!("00{below}")] {
            assert_eq!(read(bad), Err(KeyError), "{bad}");
        }
    }

    #[test]
    fn a_seed_derives_one_key_that_is_not_logged() {
        let [one, same, other] = [1, 1, 2].map(|byte| PrivateKey::derive([byte; 32]).unwrap());
        assert_eq!(one.public_key(), same.public_key());
        assert_ne!(one.public_key(), other.public_key());
        assert_eq!(format!("{one:?}"), "PrivateKey(…)");
    }

    /// Checks `ikmE` and `skEm` of RFC 9180, A.3.1.
    #[test]
    fn derives_as_rfc_9180() {
        let ikm = hex::decode("4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e").unwrap();
        let seed: [u8; 32] = ikm.try_into().unwrap();
        let key = PrivateKey::derive(seed).unwrap();
        let expected = "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb";
        assert_eq!(hex::encode(key.to_bytes().expose()), expected);
    }
}
