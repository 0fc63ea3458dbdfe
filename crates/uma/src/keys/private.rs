//! Private keys.

use std::fmt;

use k256::ecdsa::SigningKey;
use k256::ecdsa::signature::Signer;
use zeroize::{Zeroize, Zeroizing};

use super::error::KeyError;
use super::public::PublicKey;
use super::signature::Signature;

/// A private key of a platform's domain: signs messages, or decrypts Travel Rule data. Wiped from memory when
/// dropped.
#[derive(Clone)]
pub struct PrivateKey(k256::SecretKey);

impl PrivateKey {
    /// Length in bytes.
    pub const LENGTH: usize = 32;

    /// Reads a key from 32 bytes, big endian, not zero and below the order of the curve. Random bytes are
    /// refused once in 2^128 draws.
    ///
    /// # Errors
    /// Any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        if bytes.len() != Self::LENGTH {
            return Err(KeyError);
        }
        k256::SecretKey::from_slice(bytes).map(Self).map_err(|_| KeyError)
    }

    /// Returns the 32 bytes of the key.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let mut bytes = self.0.to_bytes();
        let copy = Zeroizing::new(bytes.to_vec());
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
        let signature: k256::ecdsa::Signature = SigningKey::from(&self.0).sign(message);
        Signature::new(signature)
    }

    pub(crate) const fn inner(&self) -> &k256::SecretKey {
        &self.0
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;

    #[test]
    fn scalars_have_their_range() {
        let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        let below = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140";
        let read = |text: &str| PrivateKey::from_bytes(&hex::decode(text).unwrap()).map(|_| ());
        assert_eq!(read(below), Ok(()));
        for bad in [order, &"00".repeat(32), &"ff".repeat(32), &below[2..], &format!("00{below}")] {
            assert_eq!(read(bad), Err(KeyError), "{bad}");
        }
        let key = PrivateKey::from_bytes(&[5; 32]).unwrap();
        assert_eq!(format!("{key:?}"), "PrivateKey(…)");
        assert_eq!(key.to_bytes().as_slice(), [5; 32]);
    }

    proptest! {
        #[test]
        fn a_changed_message_is_noticed(seed in 1_u8..255, message in prop::collection::vec(any::<u8>(), 1..60), at: prop::sample::Index) {
            let key = PrivateKey::from_bytes(&[seed; 32]).unwrap();
            let signature = key.sign(&message);
            prop_assert!(key.public_key().verifies(&message, &signature));
            let mut changed = message.clone();
            changed[at.index(message.len())] ^= 1;
            prop_assert!(!key.public_key().verifies(&changed, &signature));
        }
    }
}
