//! Public key that a device sends to open a session. Its text is the input of a nonce (wallet 2.8).

use sha2::{Digest, Sha256};

use super::{KeyError, PublicKey};
use crate::hex;

/// A `clientPublicKey`: the key, and the exact text as sent, from which nonces and payloads are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientPublicKey {
    text: String,
    key: PublicKey,
}

/// The encoding in which a device sent its key. It selects the session flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyForm {
    /// 66 digits: the device keeps this key and signs with it as well.
    Compressed,
    /// 130 digits: the session key is made here and encrypted to this key.
    Uncompressed,
}

impl ClientPublicKey {
    /// Reads a key of 66 or 130 hexadecimal digits.
    ///
    /// # Errors
    /// A text that is not a point of P-256.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        PublicKey::from_hex(text).map(|key| Self { text: text.to_owned(), key })
    }

    /// Returns the text as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    #[must_use]
    pub const fn key(&self) -> &PublicKey {
        &self.key
    }

    /// Returns the encoding in which the key was sent.
    #[must_use]
    pub fn form(&self) -> KeyForm {
        if self.text.len() == 2 * PublicKey::COMPRESSED { KeyForm::Compressed } else { KeyForm::Uncompressed }
    }

    /// Returns the `nonce` that an identity token must carry: lower-case SHA-256 of the text, not of the
    /// decoded bytes.
    #[must_use]
    pub fn nonce(&self) -> String {
        hex::encode(&Sha256::digest(self.text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testdata::{text, wallet};

    #[test]
    fn the_nonce_is_over_the_text() {
        let known = wallet("/oidcNonce");
        for case in known.as_array().unwrap() {
            let key = ClientPublicKey::parse(text(case, "clientPublicKey")).unwrap();
            assert_eq!(key.nonce(), text(case, "nonce"));
            let loud = ClientPublicKey::parse(&text(case, "clientPublicKey").to_uppercase()).unwrap();
            assert_eq!(loud.key(), key.key());
            assert_ne!(loud.nonce(), key.nonce());
        }
    }

    #[test]
    fn the_encoding_is_remembered() {
        let known = wallet("/sealedSessionKey/clientKey");
        let form = |name: &str| ClientPublicKey::parse(text(&known, name)).unwrap().form();
        assert_eq!(form("publicKeyCompressedHex"), KeyForm::Compressed);
        assert_eq!(form("publicKeyUncompressedHex"), KeyForm::Uncompressed);
        assert_eq!(ClientPublicKey::parse("04"), Err(KeyError));
    }
}
