//! Keys of adapters (rails 3.4).

use causeway_store::Tx;
use causeway_store::rails::{RailKeyRecord, RailRecord, RailStatus, keys};

use super::add::parse_key;
use super::errors::refused;
use crate::rails::feed::set_status;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Adds a key of an adapter, if none counts.
///
/// # Errors
/// `CONFLICT` if another one counts; `INVALID_INPUT` if the text is no key.
pub fn add_key(tx: &mut Tx<'_>, app: &App, rail: &RailRecord, text: &str) -> Result<RailKeyRecord, ApiError> {
    let key = parse_key(text)?;
    if keys::of_rail(tx, rail.id)?.iter().any(|key| key.revoked_at.is_none()) {
        return Err(refused("The rail has a key: revoke it first, which pauses the rail."));
    }
    let now = tx.wall();
    let record = RailKeyRecord {
        id: app.ids.uuid(now),
        rail: rail.id,
        public_key: *key.bytes(),
        added_at: now,
        revoked_at: None,
    };
    keys::insert(tx, &record)?;
    Ok(record)
}

/// Revokes the keys of an adapter, from now on, and pauses its rail if it is enabled. Returns the revoked keys.
///
/// # Errors
/// `CONFLICT` if no key counts.
pub fn revoke_key(tx: &mut Tx<'_>, rail: RailRecord) -> Result<Vec<RailKeyRecord>, ApiError> {
    let now = tx.wall();
    let counting = keys::of_rail(tx, rail.id)?.into_iter().filter(|key| key.revoked_at.is_none());
    let mut revoked = Vec::new();
    for key in counting {
        keys::revoke(tx, key.id, now)?;
        revoked.push(RailKeyRecord { revoked_at: Some(now), ..key });
    }
    if revoked.is_empty() {
        return Err(refused("The rail has no key that counts."));
    }
    if rail.status == RailStatus::Enabled {
        set_status(tx, rail, RailStatus::Paused)?;
    }
    Ok(revoked)
}
