//! The keys that this process signs webhooks with, opened once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_store::secret_keys::{self, SecretKeyRecord};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use super::{Keyring, WebhookKey, stored};

/// What these keys are stored for.
pub(crate) const WEBHOOK_SIGNATURE: &str = "WEBHOOK_SIGNATURE";

/// The opened keys. A rotation shows by the id of the row.
#[derive(Debug, Default)]
pub struct SigningKeys(Mutex<HashMap<PlatformId, (Uuid, WebhookKey)>>);

impl SigningKeys {
    /// The key that signs a platform's webhooks now; none when it has none that opens, which the log shows.
    pub(crate) fn current(
        &self,
        tx: &mut Tx<'_>,
        keyring: &Keyring,
        platform: PlatformId,
    ) -> Result<Option<WebhookKey>, Error> {
        let Some(record) = secret_keys::in_use(tx, Some(platform), WEBHOOK_SIGNATURE)? else {
            tracing::error!(%platform, "the platform has no key to sign webhooks with");
            return Ok(None);
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&platform).cloned();
        if let Some((_, key)) = known.filter(|(id, _)| *id == record.id) {
            return Ok(Some(key));
        }
        let Some(key) = open(keyring, &record) else {
            tracing::error!(%platform, key = %record.id, "the platform's webhook key does not open");
            return Ok(None);
        };
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        opened.insert(platform, (record.id, key.clone()));
        Ok(Some(key))
    }
}

fn open(keyring: &Keyring, record: &SecretKeyRecord) -> Option<WebhookKey> {
    let secret = stored::open(keyring, record).ok()?;
    WebhookKey::from_bytes(secret.expose()).ok()
}
