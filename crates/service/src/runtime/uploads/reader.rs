//! A file on its way out of the database.

use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uploads};
use uuid::Uuid;

use super::places;
use crate::runtime::api_error::ApiError;
use crate::runtime::keys::{DataKey, Keyring};

/// The key of a file.
///
/// # Errors
/// `INTERNAL_ERROR` when there is no such file, or its key does not open.
pub fn key_of(keyring: &Keyring, id: Uuid, wrapped_key: &[u8]) -> Result<DataKey, ApiError> {
    DataKey::unwrap(keyring, &places::of_key(id), wrapped_key).map_err(ApiError::internal)
}

/// One chunk of a file, opened; none behind its last.
///
/// # Errors
/// `INTERNAL_ERROR` when it was altered or moved; those of the database.
pub fn open_chunk(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    (id, key): (Uuid, &DataKey),
    number: u32,
) -> Result<Option<Vec<u8>>, ApiError> {
    let Some(sealed) = uploads::chunk(tx, platform, id, number)? else { return Ok(None) };
    let plain = key.unseal(&places::of_chunk(id, number), &sealed).map_err(ApiError::internal)?;
    Ok(Some(plain.expose().clone()))
}
