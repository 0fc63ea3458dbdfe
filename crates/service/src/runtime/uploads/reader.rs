//! Reading a file from the database.

use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uploads};
use uuid::Uuid;

use super::encryption_contexts;
use crate::runtime::api_error::ApiError;
use crate::runtime::keys::{DataKey, Keyring};

/// Decrypts the key of a file.
///
/// # Errors
/// `INTERNAL_ERROR` if the key does not decrypt for this file.
pub fn key_of(keyring: &Keyring, id: Uuid, wrapped_key: &[u8]) -> Result<DataKey, ApiError> {
    DataKey::unwrap(keyring, &encryption_contexts::of_key(id), wrapped_key).map_err(ApiError::internal)
}

/// Reads and decrypts a chunk of a file; `None` after its last.
///
/// # Errors
/// `INTERNAL_ERROR` if it was altered or moved.
pub fn open_chunk(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: Uuid,
    key: &DataKey,
    number: u32,
) -> Result<Option<Vec<u8>>, ApiError> {
    let Some(encrypted) = uploads::chunk(tx, platform, id, number)? else { return Ok(None) };
    let plain =
        key.decrypt(&encryption_contexts::of_chunk(id, number), &encrypted).map_err(ApiError::internal)?;
    Ok(Some(plain.expose().clone()))
}
