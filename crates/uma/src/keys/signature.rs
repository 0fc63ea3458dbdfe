//! Signatures.

use k256::ecdsa;

use super::error::KeyError;
use crate::hex;

/// An ECDSA signature with the lower S.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature(ecdsa::Signature);

impl Signature {
    /// Reads a DER signature. A higher S is replaced by the lower one, because some peers send it.
    ///
    /// # Errors
    /// Other bytes.
    pub fn from_der(bytes: &[u8]) -> Result<Self, KeyError> {
        ecdsa::Signature::from_der(bytes).map(Self::new).map_err(|_| KeyError)
    }

    /// Reads a DER signature in hexadecimal digits of either case.
    ///
    /// # Errors
    /// Another text.
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        Self::from_der(&hex::decode(text).ok_or(KeyError)?)
    }

    /// Returns the DER form.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        self.0.to_der().as_bytes().to_vec()
    }

    /// Returns the DER form in lower-case hexadecimal digits, as in messages.
    #[must_use]
    pub fn to_hex(&self) -> String {
        hex::encode(&self.to_der())
    }

    pub(super) fn new(signature: ecdsa::Signature) -> Self {
        Self(signature.normalize_s())
    }

    pub(super) const fn inner(&self) -> &ecdsa::Signature {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::private::PrivateKey;
    use super::*;

    /// Returns the same signature with the higher S.
    fn high(signature: &Signature) -> Vec<u8> {
        let (r, s) = signature.inner().split_scalars();
        ecdsa::Signature::from_scalars(*r, -*s).unwrap().to_der().as_bytes().to_vec()
    }

    proptest! {
        #[test]
        fn a_higher_s_is_replaced(seed in 1_u8..255, message: Vec<u8>) {
            let key = PrivateKey::from_bytes(&[seed; 32]).unwrap();
            let signature = key.sign(&message);
            let der = high(&signature);
            prop_assert_ne!(&der, &signature.to_der());
            let read = Signature::from_der(&der).unwrap();
            prop_assert_eq!(read, signature);
            prop_assert!(key.public_key().verifies(&message, &read));
            prop_assert_eq!(Signature::from_hex(&signature.to_hex().to_uppercase()), Ok(signature));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, text: String) {
            let _ = Signature::from_der(&bytes);
            let _ = Signature::from_hex(&text);
        }
    }

    #[test]
    fn other_bytes_are_no_signatures() {
        let der = PrivateKey::from_bytes(&[1; 32]).unwrap().sign(b"message").to_der();
        assert!(Signature::from_der(&der[..der.len() - 1]).is_err());
        assert!(Signature::from_der(&[&der[..], &[0]].concat()).is_err());
        assert!(Signature::from_der(&[0x30, 6, 2, 1, 0, 2, 1, 1]).is_err());
    }
}
