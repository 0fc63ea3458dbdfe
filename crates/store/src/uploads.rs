//! Rows of uploaded files (conventions 6), encrypted in chunks, so that at most one chunk is in memory.

use std::time::Duration;

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use crate::{Error, Tx, params};

/// Creates a file without references. `wrapped_key` decrypts its chunks.
pub fn begin(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid, wrapped_key: &[u8]) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "INSERT INTO upload (platform_id, upload_id, is_kept, wrapped_key, started_at)
         VALUES ($1, $2, FALSE, $3, $4)",
        params![platform, id, wrapped_key, now],
    )
}

/// Appends an encrypted chunk to a file.
pub fn append(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: Uuid,
    number: u32,
    encrypted: &[u8],
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO upload_chunk (platform_id, upload_id, number, encrypted) VALUES ($1, $2, $3, $4)",
        params![platform, id, number, encrypted],
    )
}

/// Marks a file as referenced, which protects it from pruning.
///
/// # Errors
/// [`Error::Missing`] if it was pruned meanwhile.
pub fn keep(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid) -> Result<(), Error> {
    let updated = tx.execute_counted(
        "UPDATE upload SET is_kept = TRUE WHERE platform_id = $1 AND upload_id = $2",
        params![platform, id],
    )?;
    if updated == 1 { Ok(()) } else { Err(Error::Missing) }
}

/// Returns the wrapped data key of a file.
///
/// # Errors
/// [`Error::Missing`] if there is no such file.
pub fn wrapped_key(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid) -> Result<Vec<u8>, Error> {
    let sql = "SELECT wrapped_key FROM upload WHERE platform_id = $1 AND upload_id = $2";
    tx.query_one(sql, params![platform, id], |row| row.get("wrapped_key"))
}

/// Returns an encrypted chunk of a file, or `None` after the last one.
pub fn chunk(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid, number: u32) -> Result<Option<Vec<u8>>, Error> {
    let sql = "SELECT encrypted FROM upload_chunk WHERE platform_id = $1 AND upload_id = $2 AND number = $3";
    tx.query_opt(sql, params![platform, id, number], |row| row.get("encrypted"))
}

/// Deletes a file with its key. Remains of its chunks on a disk cannot be decrypted any more.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid) -> Result<(), Error> {
    tx.execute("DELETE FROM upload_chunk WHERE platform_id = $1 AND upload_id = $2", params![platform, id])?;
    tx.execute("DELETE FROM upload WHERE platform_id = $1 AND upload_id = $2", params![platform, id])
}

/// Deletes a file unless it is referenced.
pub fn discard(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid) -> Result<(), Error> {
    let sql =
        "SELECT upload_id FROM upload WHERE platform_id = $1 AND upload_id = $2 AND NOT is_kept FOR UPDATE";
    let left = tx.query_opt(sql, params![platform, id], |row| row.get::<Uuid>("upload_id"))?;
    left.map_or(Ok(()), |id| remove(tx, platform, id))
}

/// Deletes up to `limit` unreferenced files of all platforms that were started at least `left_for` ago in
/// wall time, and returns their number.
pub fn prune(tx: &mut Tx<'_>, left_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(left_for);
    let left = tx.query(
        "SELECT /* all platforms */ platform_id, upload_id FROM upload WHERE NOT is_kept AND started_at <= $1
         ORDER BY started_at LIMIT $2 FOR UPDATE SKIP LOCKED",
        params![before, limit],
        |row| Ok((row.get("platform_id")?, row.get("upload_id")?)),
    )?;
    for (platform, id) in &left {
        remove(tx, *platform, *id)?;
    }
    Ok(u64::try_from(left.len()).unwrap_or(u64::MAX))
}

/// Locks up to `limit` files of all platforms, ordered by platform and id, starting after `after`, and
/// returns their wrapped keys. For rewrapping keys in batches.
pub fn lock_some_after(
    tx: &mut Tx<'_>,
    after: Option<(PlatformId, Uuid)>,
    limit: u32,
) -> Result<Vec<(PlatformId, Uuid, Vec<u8>)>, Error> {
    let (platform, id) = after.unwrap_or((PlatformId::from_uuid(Uuid::nil()), Uuid::nil()));
    tx.query(
        "SELECT /* all platforms */ platform_id, upload_id, wrapped_key FROM upload
         WHERE (platform_id, upload_id) > ($1, $2) ORDER BY platform_id, upload_id LIMIT $3 FOR UPDATE",
        params![platform, id, limit],
        |row| Ok((row.get("platform_id")?, row.get("upload_id")?, row.get("wrapped_key")?)),
    )
}

/// Replaces the wrapped key of a file.
pub fn rewrap(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid, wrapped_key: &[u8]) -> Result<(), Error> {
    tx.execute(
        "UPDATE upload SET wrapped_key = $3 WHERE platform_id = $1 AND upload_id = $2",
        params![platform, id, wrapped_key],
    )
}
