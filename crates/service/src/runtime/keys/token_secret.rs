//! Secrets of API tokens: shown once, stored as a keyed hash (conventions 3.2, customers 10).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::Ids;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::{Keyring, Purpose, Secret};

/// The secret of an API token: 256 random bits as text, or what a deployment was bootstrapped with.
#[derive(Debug, Clone)]
pub struct TokenSecret(Secret<String>);

/// What is stored of a token's secret: number of the root key (4 bytes), HMAC-SHA-256 (32 bytes).
pub struct TokenSecretHash(pub Vec<u8>);

impl TokenSecret {
    /// A fresh secret.
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self(Secret::new(URL_SAFE_NO_PAD.encode(ids.bytes::<32>())))
    }

    /// A secret that somebody sent.
    #[must_use]
    pub const fn presented(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// The text, for the one answer that shows it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl Keyring {
    /// What to store of the secret of the token with this client id.
    #[must_use]
    pub fn hash_token_secret(&self, client_id: &str, secret: &TokenSecret) -> TokenSecretHash {
        let number = self.newest();
        TokenSecretHash([&number.to_be_bytes()[..], &self.token_mac(number, client_id, secret)].concat())
    }

    /// Whether the presented secret is the stored one, in a time that depends on neither. Without a stored
    /// hash (unknown client id) the same work is done and the answer is no.
    #[must_use]
    pub fn token_secret_fits(&self, client_id: &str, secret: &TokenSecret, stored: Option<&[u8]>) -> bool {
        let (number, wanted) = stored
            .and_then(|stored| stored.split_first_chunk())
            .map_or((self.newest(), &[][..]), |(number, mac)| (u32::from_be_bytes(*number), mac));
        self.token_mac(number, client_id, secret).ct_eq(wanted).into()
    }

    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    fn token_mac(&self, number: u32, client_id: &str, secret: &TokenSecret) -> [u8; 32] {
        let key = self
            .derive_from(number, Purpose::TokenSecrets)
            .unwrap_or_else(|| self.derive(Purpose::TokenSecrets));
        let mut mac = Hmac::<Sha256>::new_from_slice(key.expose()).expect("any length fits");
        mac.update(client_id.as_bytes());
        mac.update(b":");
        mac.update(secret.expose().as_bytes());
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_of_this_token_fits() {
        let ids = Ids::seeded(9);
        let mut keyring = Keyring::generate(&ids);
        let secret = TokenSecret::generate(&ids);
        let stored = keyring.hash_token_secret("a", &secret).0;
        keyring.rotate(&ids);
        assert!(keyring.token_secret_fits("a", &secret, Some(&stored)));
        assert!(!keyring.token_secret_fits("b", &secret, Some(&stored)));
        assert!(!keyring.token_secret_fits("a", &TokenSecret::presented("x".into()), Some(&stored)));
        assert!(!keyring.token_secret_fits("a", &secret, None));
        assert!(!keyring.token_secret_fits("a", &secret, Some(&[])));
    }

    #[test]
    fn a_secret_does_not_show_in_logs() {
        assert_eq!(format!("{:?}", TokenSecret::presented("hush".into())), "TokenSecret(…)");
    }
}
