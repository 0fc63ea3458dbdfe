//! Public keys.

use std::fmt;

use k256::ecdsa::VerifyingKey;
use k256::ecdsa::signature::Verifier;
use k256::elliptic_curve::sec1::ToSec1Point;

use super::error::KeyError;
use super::signature::Signature;
use crate::hex;

/// A point of secp256k1 other than infinity. Keys compare equal in both encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(k256::PublicKey);

impl PublicKey {
    /// Length of the compressed encoding in bytes.
    pub const COMPRESSED: usize = 33;
    /// Length of the uncompressed encoding in bytes.
    pub const UNCOMPRESSED: usize = 65;

    /// Reads a key of 33 bytes that begin with `02` or `03`, or of 65 bytes that begin with `04`.
    ///
    /// # Errors
    /// Another form, or coordinates that are not on the curve.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        let is_known = match bytes.first() {
            Some(2 | 3) => bytes.len() == Self::COMPRESSED,
            Some(4) => bytes.len() == Self::UNCOMPRESSED,
            _ => false,
        };
        if !is_known {
            return Err(KeyError);
        }
        k256::PublicKey::from_sec1_bytes(bytes).map(Self).map_err(|_| KeyError)
    }

    /// Reads a key in hexadecimal digits of either case.
    ///
    /// # Errors
    /// The same as [`Self::from_bytes`], and for text that is not hexadecimal.
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        Self::from_bytes(&hex::decode(text).ok_or(KeyError)?)
    }

    /// Returns the compressed encoding of 33 bytes.
    #[must_use]
    pub fn compressed(&self) -> Vec<u8> {
        self.0.to_sec1_point(true).as_bytes().to_vec()
    }

    /// Returns the uncompressed encoding of 65 bytes, which begins with `04`.
    #[must_use]
    pub fn uncompressed(&self) -> Vec<u8> {
        self.0.to_sec1_point(false).as_bytes().to_vec()
    }

    /// Returns the uncompressed encoding in 130 lower-case digits, as in messages.
    #[must_use]
    pub fn to_uncompressed_hex(&self) -> String {
        hex::encode(&self.uncompressed())
    }

    /// Returns the compressed encoding in 66 lower-case digits.
    #[must_use]
    pub fn to_compressed_hex(&self) -> String {
        hex::encode(&self.compressed())
    }

    /// Returns `true` if this key signed the message (ECDSA over its SHA-256).
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &Signature) -> bool {
        VerifyingKey::from(&self.0).verify(message, signature.inner()).is_ok()
    }

    pub(crate) const fn new(key: k256::PublicKey) -> Self {
        Self(key)
    }

    pub(crate) const fn inner(&self) -> &k256::PublicKey {
        &self.0
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.to_compressed_hex())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::private::PrivateKey;
    use super::*;

    #[test]
    fn both_encodings_are_one_key() {
        let key = PrivateKey::from_bytes(&[7; 32]).unwrap().public_key();
        assert_eq!(PublicKey::from_hex(&key.to_compressed_hex()), Ok(key));
        assert_eq!(PublicKey::from_hex(&key.to_uncompressed_hex().to_uppercase()), Ok(key));
    }

    #[test]
    fn other_forms_are_refused() {
        let key = PrivateKey::from_bytes(&[7; 32]).unwrap().public_key().uncompressed();
        let mut hybrid = key.clone();
        hybrid[0] = 6;
        let mut moved = key.clone();
        moved[64] ^= 1;
        for bytes in [&key[..64], &key[1..], &hybrid, &moved, &[0], &[], &[2; 32]] {
            assert_eq!(PublicKey::from_bytes(bytes), Err(KeyError));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, x: [u8; 32]) {
            let _ = PublicKey::from_bytes(&bytes);
            if let Ok(key) = PublicKey::from_bytes(&[&[2][..], &x].concat()) {
                prop_assert_eq!(PublicKey::from_bytes(&key.uncompressed()), Ok(key));
            }
        }
    }
}
