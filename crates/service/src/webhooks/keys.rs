//! The key pairs that sign the webhooks of each platform (conventions 11.3): creation, rotation, and the one that
//! signs.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::secret_keys::{self, SecretKeyRecord};
use causeway_store::webhook_keys::{self, WebhookKeyEnd};
use causeway_store::{Error, Tx, platforms};
use serde_json::json;
use uuid::Uuid;

use super::key_ring::{KeyStage, WebhookKeyRing};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::keys::{Keyring, WebhookKey, stored};
use crate::runtime::settings::{Settings, WEBHOOK_KEY_HOURS};
use crate::runtime::timers;

/// A key pair that was just created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// Names the key among the published ones.
    pub id: Uuid,
    /// SubjectPublicKeyInfo as PEM.
    pub public_pem: String,
    /// Wall time.
    pub signs_from: Time,
}

/// The private key that signs now.
#[derive(Debug)]
pub(super) struct SigningKey {
    pub(super) id: Uuid,
    pub(super) key: WebhookKey,
    /// Wall time from which on the next key signs; `None` if none is planned.
    pub(super) until: Option<Time>,
}

/// Creates the key pair of a new platform; returns the public key as PEM.
///
/// # Errors
/// `INTERNAL_ERROR` if the key cannot be encrypted.
pub fn create(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<String, ApiError> {
    let now = tx.wall();
    Ok(insert(tx, app, platform, now)?.public_pem)
}

/// Publishes the next key pair of a platform, which signs after the time of the setting, and plans the end of the
/// present one. A platform without a usable key signs with the new one at once. Returns `None` if a next key is
/// published already.
///
/// # Errors
/// The same as [`create`]; `INTERNAL_ERROR` if there is no such platform.
pub fn rotate(tx: &mut Tx<'_>, context: &Context) -> Result<Option<NewKey>, ApiError> {
    let platform = context.platform;
    // Two concurrent rotations would plan two ends.
    platforms::lock(tx, platform)?;
    let now = tx.wall();
    let ring = WebhookKeyRing::load(tx, platform)?;
    if ring.of_stage(KeyStage::Next).next().is_some() {
        return Ok(None);
    }
    let Some(signing) = ring.signing() else { return insert(tx, &context.app, platform, now).map(Some) };
    let hours = Settings::of(tx, context)?.get(&WEBHOOK_KEY_HOURS)?;
    let signs_until = now.plus(Duration::from_hours(hours.lead.into()));
    let published_until = signs_until.plus(Duration::from_hours(hours.keep.into()));
    let end = WebhookKeyEnd { key: signing.record.id, signs_until, published_until };
    webhook_keys::set_end(tx, platform, &end)?;
    secret_keys::retire(tx, Some(platform), webhook_keys::PURPOSE, signs_until)?;
    insert(tx, &context.app, platform, signs_until).map(Some)
}

/// Replaces every key pair of a platform at once, also one that was to sign next: others may know them. The new one
/// signs all later attempts, retries included. The others stay published as long as attempts may be under way.
///
/// # Errors
/// The same as [`rotate`].
pub fn replace(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<NewKey, ApiError> {
    // Two concurrent replacements would leave two keys in use.
    platforms::lock(tx, platform)?;
    let now = tx.wall();
    let gone = now.plus(timers::REPLACED_WEBHOOK_KEY);
    let ring = WebhookKeyRing::load(tx, platform)?;
    for key in ring.published() {
        let end = WebhookKeyEnd {
            key: key.record.id,
            signs_until: key.signs_until.map_or(now, |planned| planned.min(now)),
            published_until: key.published_until.map_or(gone, |planned| planned.min(gone)),
        };
        webhook_keys::set_end(tx, platform, &end)?;
    }
    secret_keys::retire(tx, Some(platform), webhook_keys::PURPOSE, now)?;
    insert(tx, app, platform, now)
}

/// Inserts a new key pair, which signs once those before it have ended.
fn insert(tx: &mut Tx<'_>, app: &App, platform: PlatformId, signs_from: Time) -> Result<NewKey, ApiError> {
    let key = WebhookKey::generate(&app.ids);
    let public_pem = key.public_pem().map_err(ApiError::internal)?;
    let doc = json!({"v": 1, "algorithm": "ECDSA P-256 SHA-256", "publicPem": public_pem});
    let secret = key.to_bytes();
    let purpose = webhook_keys::PURPOSE;
    let id = stored::insert(tx, &app.keys(), &app.ids, Some(platform), purpose, secret.expose(), doc)?;
    Ok(NewKey { id, public_pem, signs_from })
}

/// Returns the key that signs a platform's webhooks now; `None`, with a log message, if it has no key that
/// can be decrypted.
pub(super) fn find_signing_key(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
) -> Result<Option<SigningKey>, Error> {
    let ring = WebhookKeyRing::load(tx, platform)?;
    let Some(signing) = ring.signing() else {
        tracing::error!(%platform, "the platform has no webhook signing key");
        return Ok(None);
    };
    let key = open(&app.keys(), &signing.record);
    Ok(key.map(|key| SigningKey { id: signing.record.id, key, until: signing.signs_until }))
}

/// Decrypts a key pair; `None`, with a log message, if that fails.
pub(super) fn open(keyring: &Keyring, record: &SecretKeyRecord) -> Option<WebhookKey> {
    let secret = stored::open(keyring, record).ok();
    let key = secret.and_then(|secret| WebhookKey::from_bytes(secret.expose()).ok());
    if key.is_none() {
        tracing::error!(key = %record.id, "failed to decrypt a platform's webhook signing key");
    }
    key
}
