//! Secrets in the database: authenticated encryption under a derived key.

use causeway_domain::Ids;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

use super::{Keyring, Purpose, Secret};

/// A sealed value that cannot be opened: its root key is unknown, or it was altered or moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsealable;

const NUMBER_BYTES: usize = 4;
const NONCE_BYTES: usize = 24;

impl Keyring {
    /// Seals `plain`: number of the root key (4 bytes), nonce (24), ciphertext. `place` says where the value
    /// is kept; a value moved elsewhere does not open.
    ///
    /// # Errors
    /// [`Unsealable`] when the cipher refuses, which it does for values beyond 256 GiB only.
    pub fn seal(&self, place: &str, plain: &[u8], ids: &Ids) -> Result<Vec<u8>, Unsealable> {
        let nonce: [u8; NONCE_BYTES] = ids.bytes();
        let payload = Payload { msg: plain, aad: place.as_bytes() };
        let sealed =
            self.cipher(self.newest())?.encrypt(&XNonce::from(nonce), payload).map_err(|_| Unsealable)?;
        Ok([&self.newest().to_be_bytes()[..], &nonce[..], &sealed[..]].concat())
    }

    /// Opens what [`Keyring::seal`] made for the same place.
    ///
    /// # Errors
    /// [`Unsealable`] when it was altered, moved, or made with an unknown root key.
    pub fn unseal(&self, place: &str, sealed: &[u8]) -> Result<Secret<Vec<u8>>, Unsealable> {
        let (number, rest) = sealed.split_first_chunk::<NUMBER_BYTES>().ok_or(Unsealable)?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_BYTES>().ok_or(Unsealable)?;
        let payload = Payload { msg: sealed, aad: place.as_bytes() };
        let cipher = self.cipher(u32::from_be_bytes(*number))?;
        cipher.decrypt(&XNonce::from(*nonce), payload).map(Secret::new).map_err(|_| Unsealable)
    }

    fn cipher(&self, number: u32) -> Result<XChaCha20Poly1305, Unsealable> {
        let key = self.derive_from(number, Purpose::SealedValues).ok_or(Unsealable)?;
        XChaCha20Poly1305::new_from_slice(key.expose()).map_err(|_| Unsealable)
    }
}

impl std::fmt::Display for Unsealable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a sealed value does not open: wrong root key, or altered")
    }
}

impl std::error::Error for Unsealable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_in_its_place_only_and_after_a_rotation() {
        let ids = Ids::seeded(5);
        let mut keyring = Keyring::generate(&ids);
        let sealed = keyring.seal("webhook key", b"secret", &ids).unwrap();
        keyring.rotate(&ids);
        assert_eq!(keyring.unseal("webhook key", &sealed).unwrap().expose(), b"secret");
        assert_eq!(keyring.unseal("elsewhere", &sealed).unwrap_err(), Unsealable);
        let mut altered = sealed.clone();
        altered[40] ^= 1;
        assert_eq!(keyring.unseal("webhook key", &altered).unwrap_err(), Unsealable);
        assert_eq!(keyring.unseal("webhook key", &sealed[..10]).unwrap_err(), Unsealable);
    }
}
