//! Rows of secret keys, wrapped by the root key, which is kept outside of the database.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::database::config_change;
use crate::{Error, Row, Tx, Value, params};

/// A wrapped key.
#[derive(Debug, Clone, PartialEq)]
pub struct SecretKeyRecord {
    /// Part of every ciphertext made with the key.
    pub id: Uuid,
    /// The owning platform, or `None` if the key is one of the deployment.
    pub platform: Option<PlatformId>,
    pub purpose: String,
    /// The key, encrypted under the root key.
    pub wrapped: Vec<u8>,
    /// Public data: the public key and the algorithm.
    pub doc: Json,
    /// Wall time.
    pub created_at: Time,
    /// Wall time from which on the key only decrypts; it may be ahead.
    pub retired_at: Option<Time>,
}

const TABLE: &str = "secret_key";
const KEY: &str = "key_id";
const COLUMNS: &str = "key_id, platform_id, purpose, wrapped, doc, created_at, retired_at";

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

/// Returns the encryption key for a purpose: the one that is retired next, or else the newest without such a time.
pub fn in_use(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
    purpose: &str,
) -> Result<Option<SecretKeyRecord>, Error> {
    let now = tx.wall();
    let sql = format!(
        "SELECT {COLUMNS} FROM secret_key
         WHERE purpose = $1 AND platform_id IS NOT DISTINCT FROM $2
           AND (retired_at IS NULL OR retired_at > $3)
         ORDER BY retired_at IS NULL, retired_at, created_at DESC, key_id DESC LIMIT 1"
    );
    tx.query_opt(&sql, params![purpose, platform, now], read)
}

/// Returns all keys for a purpose, newest first. Retired ones still decrypt.
pub fn of_purpose(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
    purpose: &str,
) -> Result<Vec<SecretKeyRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM secret_key WHERE purpose = $1 AND platform_id IS NOT DISTINCT FROM $2
         ORDER BY created_at DESC, key_id DESC"
    );
    tx.query(&sql, params![purpose, platform], read)
}

/// Finds the key with this id.
pub fn find(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<SecretKeyRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM secret_key WHERE key_id = $1"), params![id], read)
}

/// Deletes a key of the deployment, with which nothing was encrypted.
pub fn delete(tx: &mut Tx<'_>, id: Uuid) -> Result<(), Error> {
    tx.execute("DELETE FROM secret_key WHERE key_id = $1 AND platform_id IS NULL", params![id])
}

/// Returns the newest key of all platforms and purposes. If it can be decrypted, the root key is correct.
pub fn newest(tx: &mut Tx<'_>) -> Result<Option<SecretKeyRecord>, Error> {
    tx.query_opt(
        &format!("SELECT {COLUMNS} FROM secret_key ORDER BY created_at DESC, key_id DESC LIMIT 1"),
        &[],
        read,
    )
}

/// Locks all keys of all platforms and purposes against other writers, for rewrapping.
pub fn lock_all(tx: &mut Tx<'_>) -> Result<Vec<SecretKeyRecord>, Error> {
    tx.query(&format!("SELECT {COLUMNS} FROM secret_key ORDER BY key_id FOR UPDATE"), &[], read)
}

/// Replaces the wrapped form of a key.
pub fn rewrap(tx: &mut Tx<'_>, id: Uuid, wrapped: &[u8]) -> Result<(), Error> {
    tx.execute("UPDATE secret_key SET wrapped = $2 WHERE key_id = $1", params![id, wrapped])
}

/// Retires all encryption keys for a purpose at a wall time, unless they are retired earlier. They still decrypt.
pub fn retire(tx: &mut Tx<'_>, platform: Option<PlatformId>, purpose: &str, at: Time) -> Result<(), Error> {
    changed(tx, platform)?;
    tx.execute(
        "UPDATE secret_key SET retired_at = $3
         WHERE purpose = $1 AND platform_id IS NOT DISTINCT FROM $2
           AND (retired_at IS NULL OR retired_at > $3)",
        params![purpose, platform, at],
    )
}

fn changed(tx: &mut Tx<'_>, platform: Option<PlatformId>) -> Result<(), Error> {
    platform.map_or(Ok(()), |platform| config_change::change(tx, platform))
}

/// Returns the names of unreadable keys, with the reasons.
pub(crate) fn unreadable(tx: &mut Tx<'_>) -> Result<Vec<(String, Error)>, Error> {
    let found = tx.query("SELECT * FROM secret_key ORDER BY key_id", &[], |row| {
        Ok(read_values(row).err().map(|error| (row.name(TABLE, &[KEY]), error)))
    })?;
    Ok(found.into_iter().flatten().collect())
}

pub(crate) fn read(row: &Row<'_>) -> Result<SecretKeyRecord, Error> {
    read_values(row).map_err(|error| row.named(TABLE, &[KEY], error))
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
