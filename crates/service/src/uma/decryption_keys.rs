//! The private keys that decrypt data of peers (uma 3).

use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, secret_keys};
use causeway_uma::keys::PrivateKey;
use causeway_uma::travel_rule::{self, TravelRuleError};

use super::keys::{ENCRYPTION, SIGNING};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::{Secret, stored};

/// The keys of a platform in the order in which they are tried: those for encryption first, the newest first.
#[derive(Debug)]
pub(crate) struct DecryptionKeys(Vec<PrivateKey>);

/// Time for which a replaced key still decrypts. Peers may cache a key for an hour after it was replaced at once, and a
/// message takes up to 15 min.
const REPLACED: Duration = Duration::from_hours(24);

impl DecryptionKeys {
    /// Decrypts the keys of a platform.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if a key cannot be decrypted.
    pub(crate) fn load(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<Self, ApiError> {
        let keyring = app.keys();
        let since = tx.wall().minus(REPLACED);
        let mut keys = Vec::new();
        for purpose in [ENCRYPTION, SIGNING] {
            let all = secret_keys::of_purpose(tx, Some(platform), purpose)?;
            let usable = all.iter().filter(|key| key.retired_at.is_none_or(|retired| since < retired));
            for record in usable {
                let secret = stored::open(&keyring, record).map_err(ApiError::internal)?;
                keys.push(PrivateKey::from_bytes(secret.expose()).map_err(ApiError::internal)?);
            }
        }
        Ok(Self(keys))
    }

    /// Decrypts Travel Rule data with the first key that fits.
    ///
    /// # Errors
    /// [`TravelRuleError`] if none does.
    pub(crate) fn decrypt(&self, digits: &str) -> Result<Secret<Vec<u8>>, TravelRuleError> {
        let keys: Vec<&PrivateKey> = self.0.iter().collect();
        let content = travel_rule::decrypt(&keys, digits)?;
        Ok(Secret::new(content.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use causeway_uma::keys::PublicKey;
    use causeway_uma::travel_rule::{EncryptionRandomness, encrypt};

    use super::*;
    use crate::fixture::Fixture;
    use crate::uma::keys::{self, PublicKeys};

    fn encrypted(to: &str) -> String {
        let ephemeral_key = PrivateKey::from_bytes(&[3; 32]).unwrap();
        let randomness = EncryptionRandomness { ephemeral_key, nonce: [4; 16] };
        encrypt(&PublicKey::from_hex(to).unwrap(), &randomness, b"text").unwrap()
    }

    async fn decrypts(fixture: &Fixture, message: &str) -> bool {
        let app = Arc::clone(&fixture.app);
        let platform = fixture.platform;
        let read = move |tx: &mut Tx<'_>| DecryptionKeys::load(tx, &app, platform);
        let keys = fixture.app.store.read(read).await.unwrap();
        keys.decrypt(message).is_ok_and(|content| content.expose() == b"text")
    }

    async fn rotate(fixture: &Fixture) -> PublicKeys {
        let app = Arc::clone(&fixture.app);
        let platform = fixture.platform;
        let now = fixture.clock.now();
        fixture.write(move |tx| keys::rotate(tx, &app, platform, now)).await
    }

    #[tokio::test]
    async fn replaced_keys_decrypt_for_a_day() {
        let fixture = Fixture::new().await;
        let old = rotate(&fixture).await;
        let messages = [encrypted(&old.encryption), encrypted(&old.signing)];
        let new = rotate(&fixture).await;
        for after in [Duration::ZERO, REPLACED - Duration::from_secs(1)] {
            fixture.clock.advance(after);
            for message in &messages {
                assert!(decrypts(&fixture, message).await, "{after:?}");
            }
        }
        fixture.clock.advance(Duration::from_secs(1));
        for message in &messages {
            assert!(!decrypts(&fixture, message).await);
        }
        assert!(decrypts(&fixture, &encrypted(&new.encryption)).await);
        assert!(!decrypts(&fixture, "00").await);
    }
}
