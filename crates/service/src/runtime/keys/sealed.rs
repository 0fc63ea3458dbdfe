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
        self.seal_as(Purpose::SealedValues, place, plain, ids)
    }

    /// The same under the key for another purpose.
    ///
    /// # Errors
    /// As [`Keyring::seal`].
    pub fn seal_as(
        &self,
        purpose: Purpose,
        place: &str,
        plain: &[u8],
        ids: &Ids,
    ) -> Result<Vec<u8>, Unsealable> {
        let sealed = encrypt(&self.cipher(self.newest(), purpose)?, place, plain, ids)?;
        Ok([&self.newest().to_be_bytes()[..], &sealed[..]].concat())
    }

    /// Opens what [`Keyring::seal`] made for the same place.
    ///
    /// # Errors
    /// [`Unsealable`] when it was altered, moved, or made with an unknown root key.
    pub fn unseal(&self, place: &str, sealed: &[u8]) -> Result<Secret<Vec<u8>>, Unsealable> {
        self.unseal_as(Purpose::SealedValues, place, sealed)
    }

    /// Opens what [`Keyring::seal_as`] made for the same purpose and place.
    ///
    /// # Errors
    /// As [`Keyring::unseal`].
    pub fn unseal_as(
        &self,
        purpose: Purpose,
        place: &str,
        sealed: &[u8],
    ) -> Result<Secret<Vec<u8>>, Unsealable> {
        let (number, rest) = sealed.split_first_chunk::<NUMBER_BYTES>().ok_or(Unsealable)?;
        decrypt(&self.cipher(u32::from_be_bytes(*number), purpose)?, place, rest)
    }

    fn cipher(&self, number: u32, purpose: Purpose) -> Result<XChaCha20Poly1305, Unsealable> {
        let key = self.derive_from(number, purpose).ok_or(Unsealable)?;
        XChaCha20Poly1305::new_from_slice(key.expose()).map_err(|_| Unsealable)
    }
}

/// A key of its own for a part of what is kept: it is kept sealed itself, so that whoever throws it away has thrown away
/// all that it sealed, and a rotation of the root key seals it anew and nothing else.
#[derive(Debug, Clone)]
pub struct DataKey(Secret<[u8; 32]>);

impl DataKey {
    /// A fresh one.
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self(Secret::new(ids.bytes()))
    }

    /// The key with these bytes.
    #[must_use]
    pub const fn of(bytes: Secret<[u8; 32]>) -> Self {
        Self(bytes)
    }

    /// The key, sealed under the newest root key for its place.
    ///
    /// # Errors
    /// [`Unsealable`] when the cipher refuses.
    pub fn wrap(&self, keyring: &Keyring, place: &str, ids: &Ids) -> Result<Vec<u8>, Unsealable> {
        keyring.seal(place, self.0.expose(), ids)
    }

    /// The key that was wrapped for the same place.
    ///
    /// # Errors
    /// [`Unsealable`] as [`Keyring::unseal`].
    pub fn unwrap(keyring: &Keyring, place: &str, wrapped: &[u8]) -> Result<Self, Unsealable> {
        let key = keyring.unseal(place, wrapped)?;
        <[u8; 32]>::try_from(key.expose().as_slice())
            .map(|key| Self(Secret::new(key)))
            .map_err(|_| Unsealable)
    }

    /// Seals `plain` for a place: nonce (24 bytes), ciphertext.
    ///
    /// # Errors
    /// [`Unsealable`] when the cipher refuses.
    pub fn seal(&self, place: &str, plain: &[u8], ids: &Ids) -> Result<Vec<u8>, Unsealable> {
        encrypt(&self.cipher()?, place, plain, ids)
    }

    /// Opens what [`DataKey::seal`] made for the same place.
    ///
    /// # Errors
    /// [`Unsealable`] when it was altered or moved.
    pub fn unseal(&self, place: &str, sealed: &[u8]) -> Result<Secret<Vec<u8>>, Unsealable> {
        decrypt(&self.cipher()?, place, sealed)
    }

    fn cipher(&self) -> Result<XChaCha20Poly1305, Unsealable> {
        XChaCha20Poly1305::new_from_slice(self.0.expose()).map_err(|_| Unsealable)
    }
}

/// Nonce, then ciphertext.
fn encrypt(cipher: &XChaCha20Poly1305, place: &str, plain: &[u8], ids: &Ids) -> Result<Vec<u8>, Unsealable> {
    let nonce: [u8; NONCE_BYTES] = ids.bytes();
    let payload = Payload { msg: plain, aad: place.as_bytes() };
    let sealed = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| Unsealable)?;
    Ok([&nonce[..], &sealed[..]].concat())
}

fn decrypt(cipher: &XChaCha20Poly1305, place: &str, sealed: &[u8]) -> Result<Secret<Vec<u8>>, Unsealable> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(Unsealable)?;
    let payload = Payload { msg: sealed, aad: place.as_bytes() };
    cipher.decrypt(&XNonce::from(*nonce), payload).map(Secret::new).map_err(|_| Unsealable)
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
        let other = keyring.unseal_as(Purpose::ProviderCredentials, "webhook key", &sealed);
        assert_eq!(other.unwrap_err(), Unsealable);
        let mut altered = sealed.clone();
        altered[40] ^= 1;
        assert_eq!(keyring.unseal("webhook key", &altered).unwrap_err(), Unsealable);
        assert_eq!(keyring.unseal("webhook key", &sealed[..10]).unwrap_err(), Unsealable);
    }

    #[test]
    fn a_key_of_its_own_opens_what_it_sealed_after_it_was_wrapped_anew() {
        let ids = Ids::seeded(6);
        let mut keyring = Keyring::generate(&ids);
        let key = DataKey::generate(&ids);
        let sealed = key.seal("first part", b"secret", &ids).unwrap();
        let wrapped = key.wrap(&keyring, "file", &ids).unwrap();
        keyring.rotate(&ids);
        let key = DataKey::unwrap(&keyring, "file", &wrapped).unwrap();
        let wrapped = key.wrap(&keyring, "file", &ids).unwrap();
        let key = DataKey::unwrap(&keyring, "file", &wrapped).unwrap();
        assert_eq!(key.unseal("first part", &sealed).unwrap().expose(), b"secret");
        assert_eq!(key.unseal("second part", &sealed).unwrap_err(), Unsealable);
        assert_eq!(DataKey::unwrap(&keyring, "another file", &wrapped).unwrap_err(), Unsealable);
        assert_eq!(DataKey::generate(&ids).unseal("first part", &sealed).unwrap_err(), Unsealable);
    }
}
