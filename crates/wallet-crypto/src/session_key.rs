//! Session key that is made here and sent to the device encrypted (wallet 2.7).

use crate::{Envelope, KeyError, PrivateKey, PublicKey, Secret, base58check};

/// A fresh key for one session. Its private half is not kept after it has been encrypted to the device.
#[derive(Debug, Clone)]
pub struct SessionKey(PrivateKey);

/// Length of an encrypted key in bytes: ephemeral key, scalar and tag.
const SEALED: usize = PublicKey::COMPRESSED + PrivateKey::LENGTH + 16;

impl SessionKey {
    /// Derives a key from 32 random bytes.
    ///
    /// # Errors
    /// The same as [`PrivateKey::derive`].
    pub fn derive(seed: impl Into<Secret<[u8; 32]>>) -> Result<Self, KeyError> {
        PrivateKey::derive(seed).map(Self)
    }

    /// Returns the public key with which the session verifies stamps.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        self.0.public_key()
    }

    /// Returns the value of `encryptedSessionSigningKey`: base 58 with a checksum. `seed` is 32 random bytes,
    /// other than those of the key.
    ///
    /// # Errors
    /// The same as [`Envelope::seal`].
    pub fn seal(&self, client: &PublicKey, seed: impl Into<Secret<[u8; 32]>>) -> Result<String, KeyError> {
        let envelope = Envelope::seal(client, self.0.to_bytes().expose(), seed)?;
        Ok(Self::encode(&envelope))
    }

    fn encode(envelope: &Envelope) -> String {
        base58check::encode(&[envelope.encapsulated.compressed(), envelope.ciphertext.clone()].concat())
    }

    /// Opens an encrypted session key, as a device does.
    #[must_use]
    pub fn open(sealed: &str, client: &PrivateKey) -> Option<PrivateKey> {
        let payload = base58check::decode(sealed).filter(|payload| payload.len() == SEALED)?;
        let (encapsulated, ciphertext) = payload.split_at(PublicKey::COMPRESSED);
        let encapsulated = PublicKey::from_bytes(encapsulated).ok()?;
        let opened = Envelope { encapsulated, ciphertext: ciphertext.to_vec() }.open(client)?;
        PrivateKey::from_bytes(opened.expose()).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;
    use crate::testdata::{private_key, text, wallet};

    #[test]
    fn the_known_key_opens_and_is_written_alike() {
        let known = wallet("/sealedSessionKey");
        let sealed = text(&known, "encryptedSessionSigningKey");
        let key = SessionKey::open(sealed, &private_key(&known["clientKey"])).unwrap();
        assert_eq!(hex::encode(key.to_bytes().expose()), text(&known["sessionKey"], "privateKeyHex"));
        let payload = hex::decode(text(&known, "payloadHex")).unwrap();
        let envelope = Envelope {
            encapsulated: PublicKey::from_bytes(&payload[..33]).unwrap(),
            ciphertext: payload[33..].to_vec(),
        };
        assert_eq!(SessionKey::encode(&envelope), sealed);
    }

    #[test]
    fn a_fresh_key_reaches_its_device_alone() {
        let [device, other] = [1, 2].map(|byte| PrivateKey::derive([byte; 32]).unwrap());
        let session = SessionKey::derive([3; 32]).unwrap();
        let sealed = session.seal(&device.public_key(), [4; 32]).unwrap();
        assert_eq!(base58check::decode(&sealed).unwrap().len(), 81);
        assert_eq!(SessionKey::open(&sealed, &device).unwrap().public_key(), session.public_key());
        assert!(SessionKey::open(&sealed, &other).is_none());
        assert_eq!(format!("{session:?}"), "SessionKey(PrivateKey(…))");
    }

    proptest! {
        #[test]
        fn any_text_is_opened_or_refused(text: String, payload in proptest::collection::vec(any::<u8>(), 81)) {
            let device = PrivateKey::derive([1; 32]).unwrap();
            for text in [text, base58check::encode(&payload), base58check::encode(&[&[2], &payload[1..]].concat())] {
                prop_assert!(SessionKey::open(&text, &device).is_none());
            }
        }
    }
}
