//! Encryption to a public key: HPKE (RFC 9180) as used by all bundles (wallet 2.3).
//!
//! Base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message per encapsulation.

use std::convert::Infallible;

use hpke::aead::AesGcm256;
use hpke::kdf::HkdfSha256;
use hpke::kem::DhP256HkdfSha256;
use hpke::rand_core::{TryCryptoRng, TryRng};
use hpke::{Deserializable, Kem, OpModeR, OpModeS, Serializable, setup_receiver, setup_sender_with_rng};
use zeroize::Zeroize;

use crate::{KeyError, PrivateKey, PublicKey, Secret};

type KemKey = <DhP256HkdfSha256 as Kem>::PublicKey;
type KemSecret = <DhP256HkdfSha256 as Kem>::PrivateKey;
type EncapsulatedKey = <DhP256HkdfSha256 as Kem>::EncappedKey;

/// `info` of HPKE, as public client libraries use it.
const INFO: &[u8; 12] = b"\x74\x75\x72\x6e\x6b\x65\x79\x5f\x68\x70\x6b\x65";

/// An HPKE message with its ephemeral public key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Ephemeral public key.
    pub encapsulated: PublicKey,
    /// Encrypted bytes followed by a tag of 16 bytes.
    pub ciphertext: Vec<u8>,
}

impl Envelope {
    /// Encrypts a message. The ephemeral key is derived from `seed`, 32 random bytes that must not be used
    /// again.
    ///
    /// # Errors
    /// None for a valid key: the library only refuses keys that [`PublicKey`] cannot hold.
    pub fn seal(
        recipient: &PublicKey,
        plaintext: &[u8],
        seed: impl Into<Secret<[u8; 32]>>,
    ) -> Result<Self, KeyError> {
        let kem_key = KemKey::from_bytes(&recipient.uncompressed()).map_err(|_| KeyError)?;
        let mut ephemeral = Seed { bytes: *seed.into().expose() };
        let (encapsulated, mut context) = setup_sender_with_rng::<AesGcm256, HkdfSha256, DhP256HkdfSha256>(
            &OpModeS::Base,
            &kem_key,
            INFO,
            &mut ephemeral,
        )
        .map_err(|_| KeyError)?;
        let encapsulated = PublicKey::from_bytes(&encapsulated.to_bytes())?;
        let ciphertext =
            context.seal(plaintext, &associated(&encapsulated, recipient)).map_err(|_| KeyError)?;
        Ok(Self { encapsulated, ciphertext })
    }

    /// Decrypts the message, or returns `None` if it was encrypted to another key or changed.
    #[must_use]
    pub fn open(&self, recipient: &PrivateKey) -> Option<Secret<Vec<u8>>> {
        let secret = KemSecret::from_bytes(recipient.to_bytes().expose()).ok()?;
        let encapsulated = EncapsulatedKey::from_bytes(&self.encapsulated.uncompressed()).ok()?;
        let mut context = setup_receiver::<AesGcm256, HkdfSha256, DhP256HkdfSha256>(
            &OpModeR::Base,
            &secret,
            &encapsulated,
            INFO,
        )
        .ok()?;
        let associated = associated(&self.encapsulated, &recipient.public_key());
        context.open(&self.ciphertext, &associated).ok().map(Secret::new)
    }
}

/// Returns the associated data: both public keys, uncompressed.
fn associated(encapsulated: &PublicKey, recipient: &PublicKey) -> Vec<u8> {
    [encapsulated.uncompressed(), recipient.uncompressed()].concat()
}

/// A random number generator with the seed of one encapsulation, which draws 32 bytes once.
struct Seed {
    bytes: [u8; 32],
}

impl TryRng for Seed {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        use sha2::{Digest, Sha256};
        for part in target.chunks_mut(self.bytes.len()) {
            part.copy_from_slice(&self.bytes[..part.len()]);
            // A second draw must not return the same bytes.
            self.bytes = Sha256::digest(self.bytes).into();
        }
        Ok(())
    }
}

impl TryCryptoRng for Seed {}

impl Drop for Seed {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex;
    use crate::testdata::{private_key, text, wallet};

    fn key(byte: u8) -> PrivateKey {
        PrivateKey::derive([byte; 32]).unwrap()
    }

    #[test]
    fn opens_known_messages() {
        let known = wallet("/sealedSessionKey");
        let payload = hex::decode(text(&known, "payloadHex")).unwrap();
        let envelope = Envelope {
            encapsulated: PublicKey::from_bytes(&payload[..33]).unwrap(),
            ciphertext: payload[33..].to_vec(),
        };
        let opened = envelope.open(&private_key(&known["clientKey"])).unwrap();
        assert_eq!(hex::encode(opened.expose()), text(&known, "plaintextHex"));
        let known_associated = text(&known["intermediate"], "aadHex");
        let recipient = private_key(&known["clientKey"]).public_key();
        assert_eq!(hex::encode(&associated(&envelope.encapsulated, &recipient)), known_associated);
        assert!(envelope.open(&private_key(&known["sessionKey"])).is_none(), "another key");
    }

    #[test]
    fn each_seed_gives_another_message() {
        let recipient = key(1).public_key();
        let seal = |seed| Envelope::seal(&recipient, b"words", [seed; 32]).unwrap();
        assert_eq!(seal(1), seal(1));
        assert_ne!(seal(1).encapsulated, seal(2).encapsulated);
        assert_ne!(seal(1).ciphertext, seal(2).ciphertext);
        assert_eq!(seal(1).encapsulated, key(1).public_key(), "DeriveKeyPair of the seed itself");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn opens_only_unchanged_envelopes(plaintext: Vec<u8>, seed: [u8; 32], at: prop::sample::Index, bit in 0_u8..8) {
            let envelope = Envelope::seal(&key(1).public_key(), &plaintext, seed).unwrap();
            let opened = envelope.open(&key(1)).unwrap();
            prop_assert_eq!(opened.expose(), &plaintext);
            prop_assert!(envelope.open(&key(2)).is_none());
            let mut changed = envelope.clone();
            changed.ciphertext[at.index(envelope.ciphertext.len())] ^= 1 << bit;
            prop_assert!(changed.open(&key(1)).is_none());
            let swapped = Envelope { encapsulated: key(3).public_key(), ..envelope };
            prop_assert!(swapped.open(&key(1)).is_none());
        }

        #[test]
        fn any_ciphertext_is_opened_or_refused(ciphertext: Vec<u8>) {
            let envelope = Envelope { encapsulated: key(3).public_key(), ciphertext };
            prop_assert!(envelope.open(&key(1)).is_none());
        }
    }
}
