//! The key pairs that sign the webhooks of each platform (conventions 11.3).

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_store::secret_keys;
use causeway_store::{Error, Tx, platforms};
use p256::ecdsa::VerifyingKey;
use p256::pkcs8::DecodePublicKey;
use serde_json::json;

use super::signature_check::PublishedKey;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::{WebhookKey, stored};

/// The stored purpose of these keys.
const WEBHOOK_SIGNATURE: &str = "WEBHOOK_SIGNATURE";

/// Creates the key pair of a new platform; returns the public key as PEM.
///
/// # Errors
/// `INTERNAL_ERROR` if the key cannot be encrypted.
pub fn create(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<String, ApiError> {
    let key = WebhookKey::generate(&app.ids);
    let pem = key.public_pem().map_err(ApiError::internal)?;
    let doc = json!({"v": 1, "algorithm": "ECDSA P-256 SHA-256", "publicPem": pem});
    stored::insert(
        tx,
        &app.keys(),
        &app.ids,
        Some(platform),
        WEBHOOK_SIGNATURE,
        key.to_bytes().expose(),
        doc,
    )?;
    Ok(pem)
}

/// Replaces a platform's key pair: every later attempt, retries included, is signed with the new one. Returns
/// the new public key as PEM.
///
/// # Errors
/// The same as [`create`]; `INTERNAL_ERROR` if there is no such platform.
pub fn rotate(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<String, ApiError> {
    // Two concurrent rotations would leave two keys in use.
    platforms::lock(tx, platform)?;
    let now = tx.wall();
    secret_keys::retire(tx, Some(platform), WEBHOOK_SIGNATURE, now)?;
    create(tx, app, platform)
}

/// Returns the key that signs a platform's webhooks now; `None`, with a log message, if it has no key that
/// can be decrypted.
pub(super) fn find_signing_key(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
) -> Result<Option<WebhookKey>, Error> {
    let Some(record) = secret_keys::in_use(tx, Some(platform), WEBHOOK_SIGNATURE)? else {
        tracing::error!(%platform, "the platform has no webhook signing key");
        return Ok(None);
    };
    let secret = stored::open(&app.keys(), &record).ok();
    let key = secret.and_then(|secret| WebhookKey::from_bytes(secret.expose()).ok());
    if key.is_none() {
        tracing::error!(%platform, key = %record.id, "failed to decrypt the platform's webhook signing key");
    }
    Ok(key)
}

/// Returns the public key of a platform as PEM; `None` if there is no such platform.
pub fn find_public_pem(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<String>, Error> {
    let key = secret_keys::in_use(tx, Some(platform), WEBHOOK_SIGNATURE)?;
    Ok(key.and_then(|record| Some(record.doc.get("publicPem")?.as_str()?.to_owned())))
}

/// Returns the public keys of a platform, the newest first; a key that cannot be read is left out.
pub(crate) fn published_keys(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<PublishedKey>, Error> {
    let records = secret_keys::of_purpose(tx, Some(platform), WEBHOOK_SIGNATURE)?;
    let keys = records.into_iter().filter_map(|record| {
        let pem = record.doc.get("publicPem")?.as_str()?;
        let key = VerifyingKey::from_public_key_pem(pem).ok()?;
        Some(PublishedKey { key, retired_at: record.retired_at })
    });
    Ok(keys.collect())
}

/// Returns the content of `/.well-known/svc-webhook-keys/{platformConfigId}.pem`; `None` if there is no such
/// file.
pub async fn published_pem(app: &App, file_name: &str) -> Result<Option<String>, ApiError> {
    let config = file_name.strip_suffix(".pem").and_then(|id| id.parse::<PlatformConfigId>().ok());
    let Some(config) = config else { return Ok(None) };
    let platform = PlatformId::from_uuid(config.uuid());
    let found: Result<_, Error> = app.store.read(move |tx| find_public_pem(tx, platform)).await;
    Ok(found?)
}
