//! Secrets in the database: authenticated encryption under a derived key.

use causeway_domain::Ids;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

use super::{Keyring, Purpose, Secret};

/// The error of an encrypted value that cannot be decrypted: its root key is unknown, or it was altered or
/// moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecryptionError;

const NUMBER_BYTES: usize = 4;
const NONCE_BYTES: usize = 24;

impl Keyring {
    /// Encrypts `plain` into number of the root key (4 bytes), nonce (24), ciphertext. `context` identifies
    /// where the value is stored; a value moved elsewhere does not decrypt.
    ///
    /// # Errors
    /// [`DecryptionError`] if the cipher refuses, which it does only for values beyond 256 GiB.
    pub fn encrypt(&self, context: &str, plain: &[u8], ids: &Ids) -> Result<Vec<u8>, DecryptionError> {
        self.encrypt_as(Purpose::EncryptedValues, context, plain, ids)
    }

    /// Encrypts like [`Keyring::encrypt`], under the key for another purpose.
    ///
    /// # Errors
    /// The same as [`Keyring::encrypt`].
    pub fn encrypt_as(
        &self,
        purpose: Purpose,
        context: &str,
        plain: &[u8],
        ids: &Ids,
    ) -> Result<Vec<u8>, DecryptionError> {
        let encrypted = encrypt(&self.cipher(self.newest(), purpose)?, context, plain, ids)?;
        Ok([&self.newest().to_be_bytes()[..], &encrypted[..]].concat())
    }

    /// Decrypts the output of [`Keyring::encrypt`] for the same context.
    ///
    /// # Errors
    /// [`DecryptionError`] if it was altered, moved, or made with an unknown root key.
    pub fn decrypt(&self, context: &str, encrypted: &[u8]) -> Result<Secret<Vec<u8>>, DecryptionError> {
        self.decrypt_as(Purpose::EncryptedValues, context, encrypted)
    }

    /// Decrypts the output of [`Keyring::encrypt_as`] for the same purpose and context.
    ///
    /// # Errors
    /// The same as [`Keyring::decrypt`].
    pub fn decrypt_as(
        &self,
        purpose: Purpose,
        context: &str,
        encrypted: &[u8],
    ) -> Result<Secret<Vec<u8>>, DecryptionError> {
        let (number, rest) = encrypted.split_first_chunk::<NUMBER_BYTES>().ok_or(DecryptionError)?;
        decrypt(&self.cipher(u32::from_be_bytes(*number), purpose)?, context, rest)
    }

    fn cipher(&self, number: u32, purpose: Purpose) -> Result<XChaCha20Poly1305, DecryptionError> {
        let key = self.derive_from(number, purpose).ok_or(DecryptionError)?;
        XChaCha20Poly1305::new_from_slice(key.expose()).map_err(|_| DecryptionError)
    }
}

/// A data key, itself stored encrypted under the root key. Deleting it crypto-shreds everything it encrypted;
/// root-key rotation re-wraps only the data key.
#[derive(Debug, Clone)]
pub struct DataKey(Secret<[u8; 32]>);

impl DataKey {
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self(Secret::new(ids.bytes()))
    }

    #[must_use]
    pub const fn of(bytes: Secret<[u8; 32]>) -> Self {
        Self(bytes)
    }

    /// Encrypts the key under the newest root key, for its context.
    ///
    /// # Errors
    /// [`DecryptionError`] if the cipher refuses.
    pub fn wrap(&self, keyring: &Keyring, context: &str, ids: &Ids) -> Result<Vec<u8>, DecryptionError> {
        keyring.encrypt(context, self.0.expose(), ids)
    }

    /// Decrypts a key that was wrapped for the same context.
    ///
    /// # Errors
    /// [`DecryptionError`] as [`Keyring::decrypt`].
    pub fn unwrap(keyring: &Keyring, context: &str, wrapped: &[u8]) -> Result<Self, DecryptionError> {
        let key = keyring.decrypt(context, wrapped)?;
        <[u8; 32]>::try_from(key.expose().as_slice())
            .map(|key| Self(Secret::new(key)))
            .map_err(|_| DecryptionError)
    }

    /// Encrypts `plain` for a context, into nonce (24 bytes) and ciphertext.
    ///
    /// # Errors
    /// [`DecryptionError`] if the cipher refuses.
    pub fn encrypt(&self, context: &str, plain: &[u8], ids: &Ids) -> Result<Vec<u8>, DecryptionError> {
        encrypt(&self.cipher()?, context, plain, ids)
    }

    /// Decrypts the output of [`DataKey::encrypt`] for the same context.
    ///
    /// # Errors
    /// [`DecryptionError`] if it was altered or moved.
    pub fn decrypt(&self, context: &str, encrypted: &[u8]) -> Result<Secret<Vec<u8>>, DecryptionError> {
        decrypt(&self.cipher()?, context, encrypted)
    }

    fn cipher(&self) -> Result<XChaCha20Poly1305, DecryptionError> {
        XChaCha20Poly1305::new_from_slice(self.0.expose()).map_err(|_| DecryptionError)
    }
}

/// Returns the nonce, followed by the ciphertext.
fn encrypt(
    cipher: &XChaCha20Poly1305,
    context: &str,
    plain: &[u8],
    ids: &Ids,
) -> Result<Vec<u8>, DecryptionError> {
    let nonce: [u8; NONCE_BYTES] = ids.bytes();
    let payload = Payload { msg: plain, aad: context.as_bytes() };
    let encrypted = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| DecryptionError)?;
    Ok([&nonce[..], &encrypted[..]].concat())
}

fn decrypt(
    cipher: &XChaCha20Poly1305,
    context: &str,
    encrypted: &[u8],
) -> Result<Secret<Vec<u8>>, DecryptionError> {
    let (nonce, encrypted) = encrypted.split_first_chunk::<NONCE_BYTES>().ok_or(DecryptionError)?;
    let payload = Payload { msg: encrypted, aad: context.as_bytes() };
    cipher.decrypt(&XNonce::from(*nonce), payload).map(Secret::new).map_err(|_| DecryptionError)
}

impl std::fmt::Display for DecryptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an encrypted value cannot be decrypted: wrong root key, or altered")
    }
}

impl std::error::Error for DecryptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_decrypted_in_its_place_only_and_after_a_rotation() {
        let ids = Ids::seeded(5);
        let mut keyring = Keyring::generate(&ids);
        let encrypted = keyring.encrypt("webhook key", b"secret", &ids).unwrap();
        keyring.rotate(&ids);
        assert_eq!(keyring.decrypt("webhook key", &encrypted).unwrap().expose(), b"secret");
        assert_eq!(keyring.decrypt("elsewhere", &encrypted).unwrap_err(), DecryptionError);
        let other = keyring.decrypt_as(Purpose::ProviderCredentials, "webhook key", &encrypted);
        assert_eq!(other.unwrap_err(), DecryptionError);
        let mut altered = encrypted.clone();
        altered[40] ^= 1;
        assert_eq!(keyring.decrypt("webhook key", &altered).unwrap_err(), DecryptionError);
        assert_eq!(keyring.decrypt("webhook key", &encrypted[..10]).unwrap_err(), DecryptionError);
    }

    #[test]
    fn a_data_key_decrypts_its_values_after_it_was_wrapped_again() {
        let ids = Ids::seeded(6);
        let mut keyring = Keyring::generate(&ids);
        let key = DataKey::generate(&ids);
        let encrypted = key.encrypt("first part", b"secret", &ids).unwrap();
        let wrapped = key.wrap(&keyring, "file", &ids).unwrap();
        keyring.rotate(&ids);
        let key = DataKey::unwrap(&keyring, "file", &wrapped).unwrap();
        let wrapped = key.wrap(&keyring, "file", &ids).unwrap();
        let key = DataKey::unwrap(&keyring, "file", &wrapped).unwrap();
        assert_eq!(key.decrypt("first part", &encrypted).unwrap().expose(), b"secret");
        assert_eq!(key.decrypt("second part", &encrypted).unwrap_err(), DecryptionError);
        assert_eq!(DataKey::unwrap(&keyring, "another file", &wrapped).unwrap_err(), DecryptionError);
        assert_eq!(DataKey::generate(&ids).decrypt("first part", &encrypted).unwrap_err(), DecryptionError);
    }
}
