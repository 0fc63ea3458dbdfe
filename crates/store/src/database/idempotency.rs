//! Keyed writes: the answer is stored with the effects and repeated for the same key (conventions 9).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use sha2::{Digest, Sha256};

use crate::database::config_version::{self, VERSION};
use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::tx::Tx;
use crate::params;

/// Retention of most keys, on the platform's clock.
pub const RETENTION: Duration = Duration::from_hours(24);

/// An idempotency key with its scope and its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub platform: PlatformId,
    /// Method and concrete path, and the agent if one calls: the same text in another scope is another key.
    pub scope: String,
    /// The key chosen by the caller.
    pub key: String,
    /// Fingerprint of path, query and body: the same key with another request is refused.
    pub request_hash: [u8; 32],
    /// The platform's current time.
    pub now: Time,
    /// Retention on the platform's clock; `None` means forever.
    pub retention: Option<Duration>,
}

/// The outcome of a keyed write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyedOutcome<T> {
    /// The closure ran and its effects are committed.
    Fresh(T),
    /// The key was used before with this request: the first answer.
    Replay(StoredAnswer),
    /// The key was used before with another request.
    Reused,
}

/// A stored answer, to be repeated as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    pub status: u16,
    /// The body; its encryption is up to the caller.
    pub body: Vec<u8>,
}

/// A result that can be stored under an idempotency key.
pub trait Storable {
    /// Returns the answer to store, or `None` to leave the key unused.
    fn stored(&self) -> Option<StoredAnswer>;
}

/// The earlier use of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyUse {
    /// The key was used with this request.
    Replay(StoredAnswer),
    /// The key was used with another request.
    Reused,
}

/// Looks up a key. Returns `None` if it is unused or has expired.
pub fn find(tx: &mut Tx<'_>, key: &Key) -> Result<Option<KeyUse>, Error> {
    Ok(match look_up(tx, key)? {
        KeyState::Used(found) => Some(found),
        KeyState::Free | KeyState::Expired => None,
    })
}

/// Deletes up to `limit` keys of all platforms that have expired by their platform's clock, and returns the
/// number deleted.
pub fn prune(tx: &mut Tx<'_>, limit: i64) -> Result<u64, Error> {
    let now = tx.wall();
    tx.execute_counted(
        "DELETE FROM idempotency WHERE (platform_id, scope_hash, key) IN
             (SELECT idempotency.platform_id, idempotency.scope_hash, idempotency.key
              FROM platform CROSS JOIN idempotency
              WHERE idempotency.platform_id = platform.platform_id
                  AND idempotency.expires_at <= COALESCE(platform.frozen_at, $1 + platform.lead_millis)
              LIMIT $2)",
        params![now, limit],
    )
}

/// Deletes the stored answer of a key, because the request failed after all and may be sent again.
pub fn forget(tx: &mut Tx<'_>, key: &Key) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM idempotency WHERE platform_id = $1 AND scope_hash = $2 AND key = $3 AND request_hash = $4",
        params![key.platform, key.scope_hash(), &key.key, &key.request_hash],
    )
}

enum KeyState {
    Free,
    Expired,
    Used(KeyUse),
}

impl Key {
    /// Returns the SHA-256 hash of the scope, as stored in rows.
    #[must_use]
    pub fn scope_hash(&self) -> [u8; 32] {
        Sha256::digest(self.scope.as_bytes()).into()
    }
}

/// Looks up a key, and notes the platform's configuration version, which most writes need, in the same query.
fn look_up(tx: &mut Tx<'_>, key: &Key) -> Result<KeyState, Error> {
    let sql = format!(
        "SELECT {VERSION}, i.request_hash, i.status, i.body, i.expires_at FROM platform p
         LEFT JOIN idempotency i ON i.platform_id = p.platform_id AND i.scope_hash = $2 AND i.key = $3
         WHERE p.platform_id = $1"
    );
    let found = tx.query_opt(&sql, params![key.platform, key.scope_hash(), &key.key], |row| {
        Ok((config_version::read(row)?, read_used(row)?))
    })?;
    let row = found.and_then(|(version, row)| {
        tx.note_version(key.platform, version);
        row
    });
    Ok(match row {
        None => KeyState::Free,
        Some(used) if used.expires_at.is_some_and(|end| end <= key.now) => KeyState::Expired,
        Some(used) if used.request_hash == key.request_hash => KeyState::Used(KeyUse::Replay(used.answer)),
        Some(_) => KeyState::Used(KeyUse::Reused),
    })
}

/// A row of a key that was used before.
struct UsedKey {
    request_hash: Vec<u8>,
    answer: StoredAnswer,
    expires_at: Option<Time>,
}

/// Reads the key's columns, or returns `None` if the key is unused.
fn read_used(row: &Row<'_>) -> Result<Option<UsedKey>, Error> {
    let Some(request_hash) = row.get("request_hash")? else { return Ok(None) };
    let answer = StoredAnswer { status: row.get("status")?, body: row.get("body")? };
    Ok(Some(UsedKey { request_hash, answer, expires_at: row.get("expires_at")? }))
}

/// Runs a closure under its key: looks the key up first and stores the answer last.
///
/// A concurrent request with the same key also finds none; its insert then violates the primary key, and its
/// rerun finds the answer. The outer result is the transaction's, the inner one the caller's.
pub(crate) fn run<T, E>(
    tx: &mut Tx<'_>,
    key: &Key,
    closure: &mut impl FnMut(&mut Tx<'_>) -> Result<T, E>,
) -> Result<Result<KeyedOutcome<T>, E>, E>
where
    T: Storable,
    E: Storable + From<Error>,
{
    let expired = match look_up(tx, key)? {
        KeyState::Used(KeyUse::Replay(answer)) => return Ok(Ok(KeyedOutcome::Replay(answer))),
        KeyState::Used(KeyUse::Reused) => return Ok(Ok(KeyedOutcome::Reused)),
        KeyState::Expired => true,
        KeyState::Free => false,
    };
    let result = closure(tx);
    if let Some(failure) = tx.failure() {
        return Err(E::from(failure.clone()));
    }
    let answer = match &result {
        Ok(done) => done.stored(),
        Err(refusal) => {
            tx.undo()?;
            refusal.stored()
        }
    };
    if let Some(answer) = answer {
        remember(tx, key, &answer, expired)?;
    }
    Ok(result.map(KeyedOutcome::Fresh))
}

fn remember(tx: &mut Tx<'_>, key: &Key, answer: &StoredAnswer, expired: bool) -> Result<(), Error> {
    let now = key.now;
    let scope = key.scope_hash();
    if expired {
        tx.execute(
            "DELETE FROM idempotency WHERE platform_id = $1 AND scope_hash = $2 AND key = $3
                 AND expires_at <= $4",
            params![key.platform, scope, &key.key, now],
        )?;
    }
    tx.execute(
        "INSERT INTO idempotency
             (platform_id, scope_hash, key, request_hash, status, body, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            key.platform,
            scope,
            &key.key,
            &key.request_hash,
            answer.status,
            &answer.body,
            now,
            key.retention.map(|retention| now.plus(retention))
        ],
    )
}
