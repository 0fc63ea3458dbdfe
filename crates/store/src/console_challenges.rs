//! Challenges for passkeys, and one-time addresses of documents: each row is used once (conventions 2.1).

use causeway_domain::Time;
use uuid::Uuid;

use crate::{Error, Row, Tx, params};

/// A challenge, or the one-time address of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsoleChallengeRecord {
    pub id: Uuid,
    /// The session or the link that it is bound to.
    pub bound_to: Uuid,
    pub purpose: String,
    /// The document; `None` for a challenge.
    pub subject: Option<String>,
    /// Wall time.
    pub expires_at: Time,
    /// Keyed hash over the challenge, id, binding, purpose, subject and expiry.
    pub secret_hash: Vec<u8>,
}

const COLUMNS: &str = "challenge_id, bound_to, purpose, subject, expires_at, secret_hash";

pub fn insert(tx: &mut Tx<'_>, challenge: &ConsoleChallengeRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO console_challenge (challenge_id, bound_to, purpose, subject, expires_at, secret_hash)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            challenge.id,
            challenge.bound_to,
            &challenge.purpose,
            challenge.subject.as_deref(),
            challenge.expires_at,
            &challenge.secret_hash,
        ],
    )
}

/// Takes a challenge: of several uses, one gets the row.
pub fn take(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<ConsoleChallengeRecord>, Error> {
    let sql = format!("DELETE FROM console_challenge WHERE challenge_id = $1 RETURNING {COLUMNS}");
    tx.query_opt(&sql, params![id], read)
}

/// Deletes up to `limit` expired challenges; returns their number.
pub fn prune(tx: &mut Tx<'_>, limit: u32) -> Result<u64, Error> {
    let now = tx.wall();
    let sql = "DELETE FROM console_challenge WHERE challenge_id IN
        (SELECT challenge_id FROM console_challenge WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)";
    tx.execute_counted(sql, params![now, limit])
}

fn read(row: &Row<'_>) -> Result<ConsoleChallengeRecord, Error> {
    Ok(ConsoleChallengeRecord {
        id: row.get("challenge_id")?,
        bound_to: row.get("bound_to")?,
        purpose: row.get("purpose")?,
        subject: row.get("subject")?,
        expires_at: row.get("expires_at")?,
        secret_hash: row.get("secret_hash")?,
    })
}
