//! ECIES on secp256k1 as the common libraries of that name do it.
//!
//! A ciphertext is the ephemeral public key (65 bytes), the nonce (16 bytes), the tag (16 bytes) and the text
//! under AES-256-GCM. The key is HKDF-SHA256 over the ephemeral key and the shared point, both uncompressed.

use std::fmt;

use aes_gcm::aead::consts::U16;
use aes_gcm::aes::Aes256;
use aes_gcm::{AeadInOut, AesGcm, KeyInit};
use hkdf::Hkdf;
use k256::elliptic_curve::sec1::ToSec1Point;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

use crate::hex;
use crate::keys::{PrivateKey, PublicKey};

type Cipher = AesGcm<Aes256, U16>;

const KEY: usize = 32;
const NONCE: usize = 16;
const TAG: usize = 16;
/// The longest ciphertext, in bytes: half of the largest body.
const MAX: usize = 32 * 1024;

/// The randomness of one encryption. A second text under the same one would reveal both.
pub struct EncryptionRandomness {
    pub ephemeral_key: PrivateKey,
    pub nonce: [u8; NONCE],
}

/// The error for a ciphertext that is not for the given keys, was changed, or is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TravelRuleError;

/// Encrypts a text to the recipient's encryption key, and returns it in hexadecimal digits.
///
/// # Errors
/// A text that is too long for a message.
pub fn encrypt(
    recipient: &PublicKey,
    randomness: &EncryptionRandomness,
    text: &[u8],
) -> Result<String, TravelRuleError> {
    let ephemeral = randomness.ephemeral_key.public_key().uncompressed();
    let mut sealed = Zeroizing::new(text.to_vec());
    let cipher = cipher(&ephemeral, &randomness.ephemeral_key, recipient)?;
    let nonce = &randomness.nonce.into();
    let tag = cipher
        .encrypt_inout_detached(nonce, &[], sealed.as_mut_slice().into())
        .map_err(|_| TravelRuleError)?;
    let message = [&ephemeral[..], &randomness.nonce, &tag, &sealed].concat();
    if message.len() > MAX { Err(TravelRuleError) } else { Ok(hex::encode(&message)) }
}

/// Decrypts hexadecimal digits with the first of these keys that fits. The encryption key is the first one;
/// some peers encrypt to the signing key, because their software mixes up the published chains.
///
/// # Errors
/// Another key, a changed text, or another form.
pub fn decrypt(keys: &[&PrivateKey], digits: &str) -> Result<Zeroizing<Vec<u8>>, TravelRuleError> {
    if digits.len() > 2 * MAX {
        return Err(TravelRuleError);
    }
    let message = hex::decode(digits).ok_or(TravelRuleError)?;
    let fitting = keys.iter().find_map(|key| opened(key, &message));
    fitting.ok_or(TravelRuleError)
}

fn opened(key: &PrivateKey, message: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (ephemeral, rest) = message.split_at_checked(PublicKey::UNCOMPRESSED)?;
    let (nonce, rest) = rest.split_first_chunk::<NONCE>()?;
    let (tag, sealed) = rest.split_first_chunk::<TAG>()?;
    let sender = PublicKey::from_bytes(ephemeral).ok()?;
    let mut text = Zeroizing::new(sealed.to_vec());
    let cipher = cipher(ephemeral, key, &sender).ok()?;
    let is_authentic = cipher
        .decrypt_inout_detached(&(*nonce).into(), &[], text.as_mut_slice().into(), &(*tag).into())
        .is_ok();
    is_authentic.then_some(text)
}

/// Returns the cipher between a private and a public key.
fn cipher(ephemeral: &[u8], private: &PrivateKey, public: &PublicKey) -> Result<Cipher, TravelRuleError> {
    let scalar = Zeroizing::new(*private.inner().to_nonzero_scalar());
    let mut point = (public.inner().to_projective() * *scalar).to_affine();
    let shared = Zeroizing::new(point.to_sec1_point(false).as_bytes().to_vec());
    point.zeroize();
    let input = Zeroizing::new([ephemeral, &shared].concat());
    let mut key = Zeroizing::new([0; KEY]);
    Hkdf::<Sha256>::new(None, &input).expand(&[], key.as_mut_slice()).map_err(|_| TravelRuleError)?;
    Cipher::new_from_slice(key.as_slice()).map_err(|_| TravelRuleError)
}

impl fmt::Display for TravelRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the Travel Rule data cannot be encrypted or decrypted")
    }
}

impl std::error::Error for TravelRuleError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(byte: u8) -> PrivateKey {
        PrivateKey::from_bytes(&[byte; 32]).unwrap()
    }

    fn sealed(text: &[u8]) -> String {
        let randomness = EncryptionRandomness { ephemeral_key: key(3), nonce: [4; 16] };
        encrypt(&key(1).public_key(), &randomness, text).unwrap()
    }

    #[test]
    fn the_first_key_that_fits_decrypts() {
        let message = sealed(b"text");
        assert_eq!(decrypt(&[&key(1)], &message).unwrap().as_slice(), b"text");
        assert_eq!(decrypt(&[&key(2), &key(1)], &message.to_uppercase()).unwrap().as_slice(), b"text");
        assert_eq!(decrypt(&[&key(2)], &message), Err(TravelRuleError));
        assert_eq!(decrypt(&[], &message), Err(TravelRuleError));
        let randomness = EncryptionRandomness { ephemeral_key: key(3), nonce: [4; 16] };
        assert_eq!(encrypt(&key(1).public_key(), &randomness, &[0; MAX]), Err(TravelRuleError));
        assert!(decrypt(&[&key(1)], &"0".repeat(2 * MAX + 2)).is_err());
    }

    proptest! {
        #[test]
        fn texts_are_encrypted_and_decrypted(text: Vec<u8>, ephemeral in 1_u8..255, nonce: [u8; 16]) {
            let randomness = EncryptionRandomness { ephemeral_key: key(ephemeral), nonce };
            let message = encrypt(&key(1).public_key(), &randomness, &text).unwrap();
            let read = decrypt(&[&key(1)], &message).unwrap();
            prop_assert_eq!(read.as_slice(), text);
        }

        #[test]
        fn a_changed_message_is_refused(text: Vec<u8>, at: prop::sample::Index, bit in 0_u32..8) {
            let mut message = hex::decode(&sealed(&text)).unwrap();
            let at = at.index(message.len());
            message[at] ^= 1 << bit;
            prop_assert_eq!(decrypt(&[&key(1)], &hex::encode(&message)), Err(TravelRuleError));
            message.truncate(at);
            prop_assert_eq!(decrypt(&[&key(1)], &hex::encode(&message)), Err(TravelRuleError));
        }

        #[test]
        fn any_text_is_refused(text: String, bytes: Vec<u8>) {
            prop_assert!(decrypt(&[&key(1)], &text).is_err());
            prop_assert!(decrypt(&[&key(1)], &hex::encode(&bytes)).is_err());
        }
    }
}
