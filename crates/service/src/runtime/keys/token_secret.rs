//! Secrets of API tokens: shown once, stored as a keyed hash (conventions 3.2, customers 10).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::Ids;
use causeway_domain::ids::{Id, PlatformId, TokenId};
use causeway_domain::tokens::{Permissions, TokenPermission};
use causeway_store::platforms::Environment;
use hmac::Mac;

use super::{Keyring, Purpose, Secret};

/// The secret of an API token: 256 random bits as text, or the value that a deployment was bootstrapped with.
#[derive(Debug, Clone)]
pub struct TokenSecret(Secret<String>);

/// The stored hash of a token's secret: number of the root key (4 bytes), HMAC-SHA-256 (32 bytes).
pub struct TokenSecretHash(pub Vec<u8>);

/// The scope of a token, authenticated together with the secret: a row moved to another platform, or given
/// more permissions, no longer matches.
#[derive(Debug, Clone, Copy)]
pub struct TokenTerms<'a> {
    pub platform: PlatformId,
    pub environment: Environment,
    pub id: TokenId,
    /// The user name that callers send with the secret.
    pub client_id: &'a str,
    pub permissions: Permissions,
}

impl TokenTerms<'_> {
    /// Encodes, in this order: the text `causeway token 2`; platform and id (16 bytes each); environment,
    /// permissions separated by commas, and client id, each preceded by its length (8 bytes).
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"causeway token 2".to_vec();
        bytes.extend(self.platform.uuid().as_bytes());
        bytes.extend(self.id.uuid().as_bytes());
        let permissions: Vec<&str> = self.permissions.iter().map(TokenPermission::as_str).collect();
        for text in [self.environment.as_str(), &permissions.join(","), self.client_id] {
            bytes.extend(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    }
}

impl TokenSecret {
    #[must_use]
    pub fn generate(ids: &Ids) -> Self {
        Self(Secret::new(URL_SAFE_NO_PAD.encode(ids.bytes::<32>())))
    }

    /// Wraps a secret that a caller sent.
    #[must_use]
    pub const fn presented(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// Returns the text, for the one answer that shows it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl Keyring {
    /// Returns the stored hash of a token's secret.
    #[must_use]
    pub fn hash_token_secret(&self, terms: &TokenTerms<'_>, secret: &TokenSecret) -> TokenSecretHash {
        let number = self.newest();
        TokenSecretHash([&number.to_be_bytes()[..], &self.token_mac(number, &terms.bytes(), secret)].concat())
    }

    /// Returns `true` if the presented secret is that of the token, in constant time. Does the same work and
    /// returns `false` without a token (unknown client id) and for a hash under an unknown key.
    #[must_use]
    pub fn token_secret_fits(&self, secret: &TokenSecret, stored: Option<(&TokenTerms<'_>, &[u8])>) -> bool {
        let terms = stored.map(|(terms, _)| terms.bytes()).unwrap_or_default();
        self.is_hash(stored.map(|(_, hash)| hash), |number| self.token_mac(number, &terms, secret))
    }

    fn token_mac(&self, number: u32, terms: &[u8], secret: &TokenSecret) -> [u8; 32] {
        let mut mac = self.hmac_or_newest(number, Purpose::TokenSecrets);
        mac.update(terms);
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
        let [platform, other] = [1, 2].map(|number| PlatformId::from_uuid(uuid::Uuid::from_u128(number)));
        let view = Permissions::try_new([TokenPermission::View]).unwrap();
        let id = TokenId::from_uuid(uuid::Uuid::from_u128(3));
        let environment = Environment::Sandbox;
        let token = TokenTerms { platform, environment, id, client_id: "a", permissions: view };
        let stored = keyring.hash_token_secret(&token, &secret).0;
        keyring.rotate(&ids);
        assert!(keyring.token_secret_fits(&secret, Some((&token, &stored))));
        let by_newest = keyring.hash_token_secret(&token, &secret).0;
        let renumbered = [&u32::MAX.to_be_bytes()[..], &by_newest[4..]].concat();
        assert!(!keyring.token_secret_fits(&secret, Some((&token, &renumbered))));
        for forged in [
            TokenTerms { platform: other, ..token },
            TokenTerms { environment: Environment::Production, ..token },
            TokenTerms { id: TokenId::from_uuid(other.uuid()), ..token },
            TokenTerms { client_id: "b", ..token },
            TokenTerms { permissions: Permissions::ALL, ..token },
        ] {
            assert!(!keyring.token_secret_fits(&secret, Some((&forged, &stored))), "{forged:?}");
        }
        assert!(!keyring.token_secret_fits(&TokenSecret::presented("x".into()), Some((&token, &stored))));
        assert!(!keyring.token_secret_fits(&secret, None));
        assert!(!keyring.token_secret_fits(&secret, Some((&token, &[]))));
    }

    #[test]
    fn a_secret_does_not_show_in_logs() {
        assert_eq!(format!("{:?}", TokenSecret::presented("hush".into())), "TokenSecret(…)");
    }
}
