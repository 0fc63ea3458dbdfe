//! The service's own keys, one for each rail, which sign the requests (rails 3.4).

use causeway_domain::Ids;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};
use causeway_store::{Error, Tx, secret_keys};
use serde_json::json;
use uuid::Uuid;

use crate::runtime::api_error::ApiError;
use crate::runtime::keys::{Keyring, stored};

/// The purpose of the keys in the database.
const PURPOSE: &str = "rail signing";

/// Creates and stores the key of a new rail, and returns its row with its public part.
///
/// # Errors
/// `INTERNAL_ERROR` if the key cannot be encrypted.
pub fn create(tx: &mut Tx<'_>, keyring: &Keyring, ids: &Ids) -> Result<(Uuid, VerifyingKey), ApiError> {
    let seed: [u8; 32] = ids.bytes();
    let key = SigningKey::from_seed(&seed).map_err(ApiError::internal)?;
    let public = key.verifying_key();
    let doc = json!({ "algorithm": "ed25519", "public_key": public.to_string() });
    let id = stored::insert(tx, keyring, ids, None, PURPOSE, &seed, doc)?;
    Ok((id, public))
}

/// Reads a key; `None` if it is missing or does not decrypt, so that the rail cannot be asked.
pub(super) fn read(tx: &mut Tx<'_>, keyring: &Keyring, id: Uuid) -> Result<Option<SigningKey>, Error> {
    let Some(record) = secret_keys::find(tx, id)?.filter(|record| record.purpose == PURPOSE) else {
        return Ok(None);
    };
    let Ok(seed) = stored::open(keyring, &record) else { return Ok(None) };
    let seed: Option<[u8; 32]> = seed.expose().as_slice().try_into().ok();
    Ok(seed.and_then(|seed| SigningKey::from_seed(&seed).ok()))
}
