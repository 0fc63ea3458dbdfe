//! Rows of secret keys, wrapped by the root key that stands outside of the database.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::database::config_change;
use crate::{Error, Row, Tx, Value, params};

/// A wrapped key.
#[derive(Debug, Clone, PartialEq)]
pub struct SecretKeyRecord {
    /// Its id, which stands in what it closed.
    pub id: Uuid,
    /// The platform it belongs to; none: the deployment's.
    pub platform: Option<PlatformId>,
    /// What it is for.
    pub purpose: String,
    /// The key, readable only with the root key.
    pub wrapped: Vec<u8>,
    /// What may be known of it: its public half, its algorithm.
    pub doc: Json,
    /// When it was made, in wall time.
    pub created_at: Time,
    /// Since when it only opens, in wall time.
    pub retired_at: Option<Time>,
}

const TABLE: &str = "secret_key";
const KEY: &str = "key_id";
const COLUMNS: &str = "key_id, platform_id, purpose, wrapped, doc, created_at, retired_at";

/// Adds a key.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, key: &SecretKeyRecord) -> Result<(), Error> {
    changed(tx, key.platform)?;
    tx.execute(
        "INSERT INTO secret_key (key_id, platform_id, purpose, wrapped, doc, created_at, retired_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            key.id,
            key.platform,
            &key.purpose,
            &key.wrapped,
            Value::doc(&key.doc)?,
            key.created_at,
            key.retired_at,
        ],
    )
}

/// The key that closes for a purpose: the newest that is not retired.
///
/// # Errors
/// Those of the database.
pub fn in_use(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
    purpose: &str,
) -> Result<Option<SecretKeyRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM secret_key
         WHERE purpose = $1 AND platform_id IS NOT DISTINCT FROM $2 AND retired_at IS NULL
         ORDER BY created_at DESC, key_id DESC LIMIT 1"
    );
    tx.query_opt(&sql, params![purpose, platform], read)
}

/// The key that was made last, of all platforms and purposes: whether it opens shows whether the root key fits.
///
/// # Errors
/// Those of the database.
pub fn newest(tx: &mut Tx<'_>) -> Result<Option<SecretKeyRecord>, Error> {
    tx.query_opt(
        &format!("SELECT {COLUMNS} FROM secret_key ORDER BY created_at DESC, key_id DESC LIMIT 1"),
        &[],
        read,
    )
}

/// All keys, of all platforms and purposes, held against other writers: for wrapping them anew.
///
/// # Errors
/// Those of the database.
pub fn lock_all(tx: &mut Tx<'_>) -> Result<Vec<SecretKeyRecord>, Error> {
    tx.query(&format!("SELECT {COLUMNS} FROM secret_key ORDER BY key_id FOR UPDATE"), &[], read)
}

/// Stores a key wrapped anew.
///
/// # Errors
/// Those of the database.
pub fn rewrap(tx: &mut Tx<'_>, id: Uuid, wrapped: &[u8]) -> Result<(), Error> {
    tx.execute("UPDATE secret_key SET wrapped = $2 WHERE key_id = $1", params![id, wrapped])
}

/// Ends the use of all keys for a purpose for closing, now in wall time; they still open.
///
/// # Errors
/// Those of the database.
pub fn retire(tx: &mut Tx<'_>, platform: Option<PlatformId>, purpose: &str) -> Result<(), Error> {
    let now = tx.wall();
    changed(tx, platform)?;
    tx.execute(
        "UPDATE secret_key SET retired_at = $3
         WHERE purpose = $1 AND platform_id IS NOT DISTINCT FROM $2 AND retired_at IS NULL",
        params![purpose, platform, now],
    )
}

fn changed(tx: &mut Tx<'_>, platform: Option<PlatformId>) -> Result<(), Error> {
    platform.map_or(Ok(()), |platform| config_change::change(tx, platform))
}

/// Names the keys that cannot be read, and why.
///
/// # Errors
/// Those of the database.
pub(crate) fn unreadable(tx: &mut Tx<'_>) -> Result<Vec<(String, Error)>, Error> {
    let found = tx.query("SELECT * FROM secret_key ORDER BY key_id", &[], |row| {
        Ok(read_values(row).err().map(|fault| (row.name(TABLE, &[KEY]), fault)))
    })?;
    Ok(found.into_iter().flatten().collect())
}

fn read(row: &Row<'_>) -> Result<SecretKeyRecord, Error> {
    read_values(row).map_err(|fault| row.named(TABLE, &[KEY], fault))
}

fn read_values(row: &Row<'_>) -> Result<SecretKeyRecord, Error> {
    Ok(SecretKeyRecord {
        id: row.get("key_id")?,
        platform: row.get("platform_id")?,
        purpose: row.get("purpose")?,
        wrapped: row.get("wrapped")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        retired_at: row.get("retired_at")?,
    })
}
