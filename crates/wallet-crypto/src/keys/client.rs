//! The public key that a device sends when it opens a session; its text is what a nonce is made of (wallet 2.8).

use sha2::{Digest, Sha256};

use super::{KeyError, PublicKey};
use crate::hex;

/// A `clientPublicKey`: the key, and the exact text that it came in, which nonces and payloads are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientPublicKey {
    text: String,
    key: PublicKey,
}

/// In which encoding a device sent its key; it chooses the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyForm {
    /// 66 digits: the device keeps this key and signs with it too.
    Compressed,
    /// 130 digits: the session's key is made here and sealed to this one.
    Uncompressed,
}

impl ClientPublicKey {
    /// The key in this text of 66 or 130 hexadecimal digits.
    ///
    /// # Errors
    /// Text that is not a point of P-256.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        PublicKey::from_hex(text).map(|key| Self { text: text.to_owned(), key })
    }

    /// As it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The point.
    #[must_use]
    pub const fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The encoding that it was sent in.
    #[must_use]
    pub fn form(&self) -> KeyForm {
        if self.text.len() == 2 * PublicKey::COMPRESSED { KeyForm::Compressed } else { KeyForm::Uncompressed }
    }

    /// What an identity token must carry as `nonce`: lower-case SHA-256 of the text, not of the bytes behind it.
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
