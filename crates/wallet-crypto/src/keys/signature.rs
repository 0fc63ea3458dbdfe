//! ECDSA signatures over P-256.

use std::ops::RangeInclusive;

use super::KeyError;

/// An ECDSA signature with both numbers in range. S may be the higher one, because common runtimes do not
/// normalise it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature(p256::ecdsa::Signature);

/// Lengths of the DER encoding in bytes.
const DER_LENGTHS: RangeInclusive<usize> = 8..=72;

impl Signature {
    /// Reads a signature in ASN.1 DER: short-form lengths, minimal integers, nothing after it.
    ///
    /// # Errors
    /// Any other spelling, and numbers that are zero or not below the order of the curve.
    pub fn from_der(bytes: &[u8]) -> Result<Self, KeyError> {
        if !DER_LENGTHS.contains(&bytes.len()) {
            return Err(KeyError);
        }
        p256::ecdsa::Signature::from_der(bytes).map(Self).map_err(|_| KeyError)
    }

    /// Reads a signature as R and S of 32 bytes each.
    ///
    /// # Errors
    /// Another length, and numbers that are zero or not below the order of the curve.
    pub fn from_raw(bytes: &[u8]) -> Result<Self, KeyError> {
        p256::ecdsa::Signature::from_slice(bytes).map(Self).map_err(|_| KeyError)
    }

    /// Returns the signature in ASN.1 DER.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        self.0.to_der().as_bytes().to_vec()
    }

    /// Returns R and S of 32 bytes each.
    #[must_use]
    pub fn to_raw(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    pub(crate) const fn new(signature: p256::ecdsa::Signature) -> Self {
        Self(signature)
    }

    pub(super) const fn inner(&self) -> &p256::ecdsa::Signature {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;

    fn read(text: &str) -> Result<Signature, KeyError> {
        Signature::from_der(&hex::decode(text).unwrap())
    }

    #[test]
    fn one_spelling_is_read() {
        assert!(read("3006020101020101").is_ok());
        assert!(read("300702010102020080").is_ok(), "the top bit wants an octet before it");
        for (bad, why) in [
            ("300602010102010100", "behind the end"),
            ("30060201010201", "cut off"),
            ("300702020001020101", "not minimal"),
            ("3006020101020180", "negative"),
            ("3006020100020101", "zero"),
            ("3006020101020100", "zero"),
            ("30810602010102 0101".split(' ').collect::<String>().as_str(), "long form"),
            ("3106020101020101", "not a sequence"),
            ("3006030101020101", "not an integer"),
            ("3005020101020101", "wrong length"),
            ("", "nothing"),
        ] {
            assert_eq!(read(bad), Err(KeyError), "{why}");
        }
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
        assert_eq!(read(&format!("3026022100{order}020101")), Err(KeyError), "the order itself");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = (Signature::from_der(&bytes), Signature::from_raw(&bytes));
        }

        #[test]
        fn signatures_are_written_as_they_were_read(r in 1_u64.., s in 1_u64..) {
            let raw = [&[0; 24][..], &r.to_be_bytes(), &[0; 24], &s.to_be_bytes()].concat();
            let signature = Signature::from_raw(&raw).unwrap();
            prop_assert_eq!(Signature::from_der(&signature.to_der()), Ok(signature));
            prop_assert_eq!(signature.to_raw(), raw);
        }
    }
}
