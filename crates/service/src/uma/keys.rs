//! The key pairs of each platform for the UMA protocol: one signs, one lets peers encrypt (uma 3).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::secret_keys;
use causeway_store::{Error, Tx, platforms};
use k256::SecretKey;
use k256::elliptic_curve::sec1::ToSec1Point;
use serde::Serialize;
use serde_json::json;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::hex;
use crate::runtime::keys::stored;

pub(super) const SIGNING: &str = "UMA_SIGNING";
pub(super) const ENCRYPTION: &str = "UMA_ENCRYPTION";

/// Time from now until which peers may cache the published keys.
pub(crate) const CACHEABLE: Duration = Duration::from_hours(1);

/// The public keys of a platform: uncompressed points of secp256k1, 65 bytes in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicKeys {
    /// Verifies signatures of the platform.
    pub signing: String,
    /// Encrypts data that only the platform may read.
    pub encryption: String,
}

/// Creates the key pairs of a new platform.
///
/// # Errors
/// `INTERNAL_ERROR` if a key cannot be encrypted.
pub fn create(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<PublicKeys, ApiError> {
    Ok(PublicKeys {
        signing: create_one(tx, app, platform, SIGNING)?,
        encryption: create_one(tx, app, platform, ENCRYPTION)?,
    })
}

/// Replaces a platform's key pairs at a wall time. Until then, the old ones are published and used. They still decrypt
/// data encrypted for them, for 24 hours more. A platform without keys uses the new ones at once.
///
/// # Errors
/// The same as [`create`]; `INTERNAL_ERROR` if there is no such platform.
pub fn rotate(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    used_from: Time,
) -> Result<PublicKeys, ApiError> {
    // Two concurrent rotations would leave two sets without an end.
    platforms::lock(tx, platform)?;
    for purpose in [SIGNING, ENCRYPTION] {
        secret_keys::retire(tx, Some(platform), purpose, used_from)?;
    }
    create(tx, app, platform)
}

/// Returns the public keys in use of a platform, or `None` if it has no keys.
pub fn find_public(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<PublicKeys>, Error> {
    let signing = find_one(tx, platform, SIGNING)?;
    let encryption = find_one(tx, platform, ENCRYPTION)?;
    Ok(signing.zip(encryption).map(|(signing, encryption)| PublicKeys { signing, encryption }))
}

fn create_one(tx: &mut Tx<'_>, app: &App, platform: PlatformId, purpose: &str) -> Result<String, ApiError> {
    let key = generate(app);
    let public = hex::encode(key.public_key().to_sec1_point(false).as_bytes());
    let doc = json!({ "v": 1, "curve": "secp256k1", "public": public });
    stored::insert(tx, &app.keys(), &app.ids, Some(platform), purpose, &key.to_bytes(), doc)?;
    Ok(public)
}

fn generate(app: &App) -> SecretKey {
    loop {
        // All but about one in 2^128 draws are valid scalars.
        if let Ok(key) = SecretKey::from_slice(&app.ids.bytes::<32>()) {
            return key;
        }
    }
}

fn find_one(tx: &mut Tx<'_>, platform: PlatformId, purpose: &str) -> Result<Option<String>, Error> {
    let key = secret_keys::in_use(tx, Some(platform), purpose)?;
    Ok(key.and_then(|record| Some(record.doc.get("public")?.as_str()?.to_owned())))
}
