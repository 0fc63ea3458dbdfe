//! Sessions of browsers at the console (conventions 2.1).

use causeway_domain::Time;
use uuid::Uuid;

use crate::{Error, Row, Tx, params};

/// A session of a browser. All times are wall time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsoleSessionRecord {
    pub id: Uuid,
    /// User id of the operating system; `None` for the owner of the deployment.
    pub uid: Option<u32>,
    pub name: String,
    pub created_at: Time,
    /// The last request, recorded once a minute.
    pub seen_at: Time,
    pub expires_at: Time,
    /// The last check of a passkey; `None` without one.
    pub verified_at: Option<Time>,
    /// Keyed hash over the secret, id, uid, name, expiry and the last check of a passkey.
    pub secret_hash: Vec<u8>,
}

/// A session with what a request needs to know of its person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalSession {
    pub session: ConsoleSessionRecord,
    /// `true` if the person has a passkey.
    pub has_passkey: bool,
}

const COLUMNS: &str = "session_id, uid, name, created_at, seen_at, expires_at, verified_at, secret_hash";

pub fn insert(tx: &mut Tx<'_>, session: &ConsoleSessionRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO console_session (session_id, uid, name, created_at, seen_at, expires_at, verified_at, secret_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            session.id,
            session.uid,
            &session.name,
            session.created_at,
            session.seen_at,
            session.expires_at,
            session.verified_at,
            &session.secret_hash,
        ],
    )
}

/// Finds a session, expired or not.
pub fn find(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<ConsoleSessionRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM console_session WHERE session_id = $1"), params![id], read)
}

/// Finds a session as [`find`], for a request.
pub fn find_personal(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<PersonalSession>, Error> {
    let sql = format!(
        "SELECT {COLUMNS}, EXISTS (SELECT 1 FROM console_passkey p WHERE p.name = console_session.name
             AND p.uid IS NOT DISTINCT FROM console_session.uid) AS has_passkey
         FROM console_session WHERE session_id = $1"
    );
    tx.query_opt(&sql, params![id], |row| {
        Ok(PersonalSession { session: read(row)?, has_passkey: row.get("has_passkey")? })
    })
}

/// Returns all sessions, the newest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<ConsoleSessionRecord>, Error> {
    tx.query(
        &format!("SELECT {COLUMNS} FROM console_session ORDER BY created_at DESC, session_id"),
        &[],
        read,
    )
}

/// Records a request of the session.
pub fn mark_seen(tx: &mut Tx<'_>, id: Uuid) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute("UPDATE console_session SET seen_at = $2 WHERE session_id = $1", params![id, now])
}

/// Records the check of a passkey, with the hash that covers it.
pub fn mark_verified(tx: &mut Tx<'_>, session: &ConsoleSessionRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE console_session SET verified_at = $2, secret_hash = $3 WHERE session_id = $1",
        params![session.id, session.verified_at, &session.secret_hash],
    )
}

/// Deletes a session. Returns `false` if it does not exist.
pub fn delete(tx: &mut Tx<'_>, id: Uuid) -> Result<bool, Error> {
    Ok(tx.execute_counted("DELETE FROM console_session WHERE session_id = $1", params![id])? == 1)
}

/// Deletes up to `limit` expired sessions; returns their number.
pub fn prune(tx: &mut Tx<'_>, limit: u32) -> Result<u64, Error> {
    let now = tx.wall();
    let sql = "DELETE FROM console_session WHERE session_id IN
        (SELECT session_id FROM console_session WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)";
    tx.execute_counted(sql, params![now, limit])
}

fn read(row: &Row<'_>) -> Result<ConsoleSessionRecord, Error> {
    Ok(ConsoleSessionRecord {
        id: row.get("session_id")?,
        uid: row.get("uid")?,
        name: row.get("name")?,
        created_at: row.get("created_at")?,
        seen_at: row.get("seen_at")?,
        expires_at: row.get("expires_at")?,
        verified_at: row.get("verified_at")?,
        secret_hash: row.get("secret_hash")?,
    })
}
