//! Links that sign in to the console once (conventions 2.1).

use std::time::Duration;

use causeway_domain::Time;
use uuid::Uuid;

use crate::{Error, Row, Tx, params};

/// A link that signs in once. All times are wall time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsoleLinkRecord {
    pub id: Uuid,
    /// User id of the operating system; `None` for the owner of the deployment.
    pub uid: Option<u32>,
    pub name: String,
    pub created_at: Time,
    pub expires_at: Time,
    /// `None` until it is used.
    pub used_at: Option<Time>,
    /// Keyed hash over the secret, id, uid, name and expiry.
    pub secret_hash: Vec<u8>,
}

const COLUMNS: &str = "link_id, uid, name, created_at, expires_at, used_at, secret_hash";

pub fn insert(tx: &mut Tx<'_>, link: &ConsoleLinkRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO console_link (link_id, uid, name, created_at, expires_at, used_at, secret_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            link.id,
            link.uid,
            &link.name,
            link.created_at,
            link.expires_at,
            link.used_at,
            &link.secret_hash,
        ],
    )
}

/// Finds a link, used, expired or not.
pub fn find(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<ConsoleLinkRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM console_link WHERE link_id = $1"), params![id], read)
}

/// Marks a link as used, and returns `false` if it was used before: of several attempts, one succeeds.
pub fn mark_used(tx: &mut Tx<'_>, id: Uuid) -> Result<bool, Error> {
    let now = tx.wall();
    let sql = "UPDATE console_link SET used_at = $2 WHERE link_id = $1 AND used_at IS NULL";
    Ok(tx.execute_counted(sql, params![id, now])? == 1)
}

/// Deletes up to `limit` links, this long after their expiry; returns their number.
pub fn prune(tx: &mut Tx<'_>, retention: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(retention);
    let sql = "DELETE FROM console_link WHERE link_id IN
        (SELECT link_id FROM console_link WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)";
    tx.execute_counted(sql, params![before, limit])
}

fn read(row: &Row<'_>) -> Result<ConsoleLinkRecord, Error> {
    Ok(ConsoleLinkRecord {
        id: row.get("link_id")?,
        uid: row.get("uid")?,
        name: row.get("name")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
        used_at: row.get("used_at")?,
        secret_hash: row.get("secret_hash")?,
    })
}
