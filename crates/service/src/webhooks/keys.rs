//! The key pairs that sign the webhooks of each platform (conventions 11.3).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_store::secret_keys::{self, SecretKeyRecord};
use causeway_store::{Error, Tx, platforms};
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::keys::{WebhookKey, stored};
use crate::refusal::Refusal;

const PURPOSE: &str = "WEBHOOK_SIGNATURE";

/// The keys that this process signs with, opened once. A rotation shows by the id of the row.
#[derive(Debug, Default)]
pub struct SigningKeys(Mutex<HashMap<PlatformId, (Uuid, WebhookKey)>>);

/// Gives a new platform its key pair; the public half as PEM is the answer.
///
/// # Errors
/// Those of the database; `INTERNAL_ERROR` when the key cannot be sealed.
pub fn create(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<String, Refusal> {
    let key = WebhookKey::generate(&app.ids);
    let pem = key.public_pem().map_err(Refusal::internal)?;
    let doc = json!({"v": 1, "algorithm": "ECDSA P-256 SHA-256", "publicPem": pem});
    stored::insert(tx, app, Some(platform), PURPOSE, key.to_bytes().expose(), doc)?;
    Ok(pem)
}

/// Replaces a platform's key pair: every later attempt, retries included, is signed with the new one. The new
/// public half as PEM is the answer.
///
/// # Errors
/// As [`create`]; `INTERNAL_ERROR` when there is no such platform.
pub fn rotate(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<String, Refusal> {
    // Two rotations at once would leave two keys in use.
    platforms::lock(tx, platform)?;
    for old in in_use(tx, platform)? {
        secret_keys::retire(tx, old.id)?;
    }
    create(tx, app, platform)
}

/// The public key of a platform as PEM; none when there is no such platform.
///
/// # Errors
/// Those of the database.
pub fn find_public_pem(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<String>, Error> {
    let newest = in_use(tx, platform)?.into_iter().next();
    Ok(newest.and_then(|record| Some(record.doc.get("publicPem")?.as_str()?.to_owned())))
}

/// The content of `/.well-known/svc-webhook-keys/{platformConfigId}.pem`; none where there is no such file.
///
/// # Errors
/// Those of the database.
pub async fn published_pem(app: &App, file_name: &str) -> Result<Option<String>, Refusal> {
    let config = file_name.strip_suffix(".pem").and_then(|id| id.parse::<PlatformConfigId>().ok());
    let Some(config) = config else { return Ok(None) };
    let platform = PlatformId::from_uuid(config.uuid());
    let found: Result<_, Error> = app.store.read(move |tx| find_public_pem(tx, platform)).await;
    Ok(found?)
}

impl SigningKeys {
    /// The key that signs a platform's webhooks now; none when it has none that opens, which the log tells.
    pub(super) fn current(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        platform: PlatformId,
    ) -> Result<Option<WebhookKey>, Error> {
        let Some(record) = in_use(tx, platform)?.into_iter().next() else {
            tracing::error!(%platform, "the platform has no key to sign webhooks with");
            return Ok(None);
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&platform).cloned();
        if let Some((_, key)) = known.filter(|(id, _)| *id == record.id) {
            return Ok(Some(key));
        }
        let secret = stored::open(&app.keys(), &record);
        let Some(key) = secret.ok().and_then(|secret| WebhookKey::from_bytes(secret.expose()).ok()) else {
            tracing::error!(%platform, key = %record.id, "the platform's webhook key does not open");
            return Ok(None);
        };
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        opened.insert(platform, (record.id, key.clone()));
        Ok(Some(key))
    }
}

fn in_use(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SecretKeyRecord>, Error> {
    let mut keys = secret_keys::list(tx, Some(platform), PURPOSE)?;
    keys.retain(|key| key.retired_at.is_none());
    Ok(keys)
}
