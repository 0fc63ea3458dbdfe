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

/// Time for which a replaced key still decrypts. Peers may cache it for an hour, and a message takes up to 15 min.
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
            for record in all.iter().filter(|key| key.retired_at.is_none_or(|retired_at| since < retired_at)) {
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
