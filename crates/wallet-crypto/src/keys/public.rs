//! Public keys on the curve P-256.

use std::fmt;

use p256::ecdsa::VerifyingKey;
use p256::ecdsa::signature::Verifier;
use p256::elliptic_curve::sec1::ToSec1Point;

use super::{KeyError, Signature};
use crate::hex;

/// A point of P-256 other than infinity. Keys compare equal whatever their encodings were.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(p256::PublicKey);

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
        let known = match bytes.first() {
            Some(2 | 3) => bytes.len() == Self::COMPRESSED,
            Some(4) => bytes.len() == Self::UNCOMPRESSED,
            _ => false,
        };
        if !known {
            return Err(KeyError);
        }
        p256::PublicKey::from_sec1_bytes(bytes).map(Self).map_err(|_| KeyError)
    }

    /// Reads a key in hexadecimal digits of either case.
    ///
    /// # Errors
    /// The same as [`Self::from_bytes`], and for text that is not hexadecimal.
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        Self::from_bytes(&hex::decode(text).ok_or(KeyError)?)
    }

    /// Returns the compressed encoding of 33 bytes, which is used internally.
    #[must_use]
    pub fn compressed(&self) -> Vec<u8> {
        self.0.to_sec1_point(true).as_bytes().to_vec()
    }

    /// Returns the uncompressed encoding of 65 bytes, which begins with `04`.
    #[must_use]
    pub fn uncompressed(&self) -> Vec<u8> {
        self.0.to_sec1_point(false).as_bytes().to_vec()
    }

    /// Returns the compressed encoding in 66 lower-case digits.
    #[must_use]
    pub fn to_compressed_hex(&self) -> String {
        hex::encode(&self.compressed())
    }

    /// Returns the uncompressed encoding in 130 lower-case digits.
    #[must_use]
    pub fn to_uncompressed_hex(&self) -> String {
        hex::encode(&self.uncompressed())
    }

    /// Returns `true` if this key signed the message (ECDSA over its SHA-256).
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &Signature) -> bool {
        VerifyingKey::from(&self.0).verify(message, signature.inner()).is_ok()
    }

    pub(crate) const fn new(key: p256::PublicKey) -> Self {
        Self(key)
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

    use super::*;
    use crate::testdata::wallet;

    #[test]
    fn both_encodings_are_one_key() {
        let key = wallet("/stamp/key");
        let text = |name: &str| key[name].as_str().unwrap().to_owned();
        let compressed = PublicKey::from_hex(&text("publicKeyCompressedHex")).unwrap();
        assert_eq!(
            compressed,
            PublicKey::from_hex(&text("publicKeyUncompressedHex").to_uppercase()).unwrap()
        );
        assert_eq!(compressed.to_compressed_hex(), text("publicKeyCompressedHex"));
        assert_eq!(compressed.to_uncompressed_hex(), text("publicKeyUncompressedHex"));
    }

    #[test]
    fn refuses_texts_that_encode_no_point() {
        let good = wallet("/stamp/key")["publicKeyUncompressedHex"].as_str().unwrap().to_owned();
        let off_curve = format!("{}ff", &good[..128]);
        let compact = format!("05{}", &good[2..66]);
        let hybrid = format!("06{}", &good[2..]);
        let truncated = good[..128].to_owned();
        let prefixed = format!("0x{good}");
        for text in [
            &off_curve,
            &compact,
            &hybrid,
            &truncated,
            &prefixed,
            "00",
            "",
            &format!("02{}", "ff".repeat(32)),
        ] {
            assert_eq!(PublicKey::from_hex(text), Err(KeyError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_key_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..70), first in 0_u8..8) {
            let bytes = [&[first], &bytes[..]].concat();
            if let Ok(key) = PublicKey::from_bytes(&bytes) {
                prop_assert!(bytes == key.compressed() || bytes == key.uncompressed());
            }
        }
    }
}
