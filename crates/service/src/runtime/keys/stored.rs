//! Secret keys in the database: encrypted under the root key, each bound to its row.

use causeway_domain::Ids;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::secret_keys::{self, SecretKeyRecord};
use serde_json::Value;
use uuid::Uuid;

use super::{DecryptionError, Keyring, Secret};
use crate::runtime::api_error::ApiError;

/// Stores a secret key and returns its id; `doc` is its public part.
///
/// # Errors
/// `INTERNAL_ERROR` if the key cannot be encrypted.
pub fn insert(
    tx: &mut Tx<'_>,
    keyring: &Keyring,
    ids: &Ids,
    platform: Option<PlatformId>,
    purpose: &str,
    secret: &[u8],
    doc: Value,
) -> Result<Uuid, ApiError> {
    let id = ids.uuid(tx.wall());
    let wrapped = keyring.encrypt(&encryption_context(id), secret, ids).map_err(ApiError::internal)?;
    let purpose = purpose.to_owned();
    let created_at = tx.wall();
    let record = SecretKeyRecord { id, platform, purpose, wrapped, doc, created_at, retired_at: None };
    secret_keys::insert(tx, &record)?;
    Ok(id)
}

/// Decrypts the secret of a row.
///
/// # Errors
/// [`DecryptionError`] if its root key is unknown, or the row was altered.
pub fn open(keyring: &Keyring, record: &SecretKeyRecord) -> Result<Secret<Vec<u8>>, DecryptionError> {
    keyring.decrypt(&encryption_context(record.id), &record.wrapped)
}

/// Encrypts every stored key anew under the newest root key; returns their number. For the rotation of the
/// root key, after which the older ones can be deleted.
///
/// # Errors
/// `INTERNAL_ERROR` if a key does not decrypt.
pub fn rewrap_all(tx: &mut Tx<'_>, keyring: &Keyring, ids: &Ids) -> Result<usize, ApiError> {
    let all = secret_keys::lock_all(tx)?;
    for record in &all {
        let secret = open(keyring, record).map_err(ApiError::internal)?;
        let wrapped = keyring
            .encrypt(&encryption_context(record.id), secret.expose(), ids)
            .map_err(ApiError::internal)?;
        secret_keys::rewrap(tx, record.id, &wrapped)?;
    }
    Ok(all.len())
}

fn encryption_context(id: Uuid) -> String {
    format!("secret key {id}")
}
