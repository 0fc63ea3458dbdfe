//! The public halves of a platform's webhook keys, as receivers and operators read them (conventions 11.3).
//!
//! Those that are published are computed from the private keys, not read from the public part of a row, which a writer
//! of the database can change. The explanation of a signature reads it: a key that no longer signs may be unreadable.

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_store::{Error, Tx};
use p256::ecdsa::VerifyingKey;
use p256::pkcs8::DecodePublicKey;
use serde::Serialize;
use uuid::Uuid;

use super::key_ring::{KeyStage, StagedKey, WebhookKeyRing};
use super::keys::open;
use super::signature_check::PublishedKey;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::Keyring;

/// The published keys of a platform: the one that signs, the next one, and those that have signed.
#[derive(Debug, Clone, Serialize)]
pub struct KeySet {
    keys: Vec<PublicKey>,
}

/// A public key with its stage. All times are wall time.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublicKey {
    /// The value of `X-Svc-Signature-Key`.
    pub(crate) id: Uuid,
    /// SubjectPublicKeyInfo as PEM.
    pub(crate) public_key: String,
    pub(crate) stage: KeyStage,
    pub(crate) signs_from: Time,
    /// `None` if no other key follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) signs_until: Option<Time>,
    /// `None` if no other key follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published_until: Option<Time>,
}

impl PublicKey {
    /// Returns the public half of a key; `None`, with a log message, if the key cannot be decrypted.
    fn of(keyring: &Keyring, key: &StagedKey) -> Option<Self> {
        Some(Self {
            id: key.record.id,
            public_key: open(keyring, &key.record)?.public_pem().ok()?,
            stage: key.stage,
            signs_from: key.signs_from,
            signs_until: key.signs_until,
            published_until: key.published_until,
        })
    }
}

/// Returns the key that signs a platform's webhooks now; `None` if there is no such platform.
pub(crate) fn find_signing(ring: &WebhookKeyRing, keyring: &Keyring) -> Option<PublicKey> {
    ring.signing().and_then(|key| PublicKey::of(keyring, key))
}

/// Reads the keys of a platform. They are decrypted outside of the transaction, because anyone may ask.
async fn ring_of(app: &App, platform: PlatformId) -> Result<WebhookKeyRing, Error> {
    app.store.read(move |tx| WebhookKeyRing::load(tx, platform)).await
}

/// Returns all keys that sign or have signed for a platform, the newest first; one that cannot be read is left out.
pub(crate) fn for_diagnosis(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<PublishedKey>, Error> {
    let ring = WebhookKeyRing::load(tx, platform)?;
    let keys = ring.newest_first().filter_map(|key| {
        let pem = key.record.doc.get("publicPem")?.as_str()?;
        let is_to_come = matches!(key.stage, KeyStage::Next | KeyStage::Signing);
        let retired_at = (!is_to_come).then_some(key.signs_until.unwrap_or(key.signs_from));
        Some(PublishedKey { key: VerifyingKey::from_public_key_pem(pem).ok()?, retired_at })
    });
    Ok(keys.collect())
}

/// Returns the content of `/.well-known/svc-webhook-keys/{platformConfigId}.pem`: the key that signs. `None` if
/// there is no such file.
///
/// # Errors
/// `SERVICE_UNAVAILABLE` if the service is at its limit.
pub async fn published_pem(app: &App, file_name: &str) -> Result<Option<String>, ApiError> {
    let Some(platform) = platform_of(file_name, ".pem") else { return Ok(None) };
    let ring = ring_of(app, platform).await?;
    Ok(find_signing(&ring, &app.keys()).map(|key| key.public_key))
}

/// Returns the content of `/.well-known/svc-webhook-keys/{platformConfigId}.json`: all published keys. `None` if
/// there is no such file.
///
/// # Errors
/// The same as [`published_pem`].
pub async fn published_set(app: &App, file_name: &str) -> Result<Option<KeySet>, ApiError> {
    let Some(platform) = platform_of(file_name, ".json") else { return Ok(None) };
    let ring = ring_of(app, platform).await?;
    let keyring = app.keys();
    // A key that cannot be decrypted is left out.
    let keys: Vec<PublicKey> = ring.published().filter_map(|key| PublicKey::of(&keyring, key)).collect();
    Ok(Some(KeySet { keys }).filter(|set| !set.keys.is_empty()))
}

/// Returns the platform whose configuration a file is named after.
fn platform_of(file_name: &str, extension: &str) -> Option<PlatformId> {
    let config: PlatformConfigId = file_name.strip_suffix(extension)?.parse().ok()?;
    Some(PlatformId::from_uuid(config.uuid()))
}
