//! Keyed writes: the answer is stored with the effects, and given again (conventions 9).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use sha2::{Digest, Sha256};

use crate::database::config_version::{self, VERSION};
use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::tx::Tx;
use crate::params;

/// How long most keys are remembered, on the platform's clock.
pub const RETENTION: Duration = Duration::from_hours(24);

/// An idempotency key with what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The platform of the caller.
    pub platform: PlatformId,
    /// Method and concrete path, and the agent if one calls: the same key elsewhere is another key.
    pub scope: String,
    /// The key that the caller chose.
    pub key: String,
    /// The fingerprint of path, query and body: the same key with another request is refused.
    pub request_hash: [u8; 32],
    /// The platform's instant.
    pub now: Time,
    /// How long it is remembered, on the platform's clock; none: for good.
    pub retention: Option<Duration>,
}

/// What a keyed write came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keyed<T> {
    /// The closure ran and its effects are committed.
    Fresh(T),
    /// The key was used before with this request: the first answer.
    Replay(StoredAnswer),
    /// The key was used before with another request.
    Reused,
}

/// An answer as it was given, to be given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The body; how it is protected is the caller's affair.
    pub body: Vec<u8>,
}

/// Something that may be remembered under an idempotency key.
pub trait Storable {
    /// The answer to remember; `None` leaves the key free.
    fn stored(&self) -> Option<StoredAnswer>;
}

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// It was used with this request.
    Replay(StoredAnswer),
    /// It was used with another request.
    Reused,
}

/// Looks a key up; an expired one is not found.
///
/// # Errors
/// Those of the database.
pub fn find(tx: &mut Tx<'_>, key: &Key) -> Result<Option<Found>, Error> {
    Ok(match look_up(tx, key)? {
        State::Used(found) => Some(found),
        State::Free | State::Expired => None,
    })
}

/// Deletes up to `limit` keys that have expired on the clock of their platform, of all platforms; the number
/// deleted.
///
/// # Errors
/// Those of the database.
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

/// Forgets what was answered under a key: the request has failed after all, and may be sent again.
///
/// # Errors
/// Those of the database.
pub fn forget(tx: &mut Tx<'_>, key: &Key) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM idempotency WHERE platform_id = $1 AND scope_hash = $2 AND key = $3 AND request_hash = $4",
        params![key.platform, key.scope_hash(), &key.key, &key.request_hash],
    )
}

enum State {
    Free,
    Expired,
    Used(Found),
}

impl Key {
    /// The scope as rows have it.
    #[must_use]
    pub fn scope_hash(&self) -> [u8; 32] {
        Sha256::digest(self.scope.as_bytes()).into()
    }
}

/// Looks a key up, and notes the version of what is configured for its platform, by which most writes go.
fn look_up(tx: &mut Tx<'_>, key: &Key) -> Result<State, Error> {
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
        None => State::Free,
        Some(used) if used.expires_at.is_some_and(|end| end <= key.now) => State::Expired,
        Some(used) if used.request_hash == key.request_hash => State::Used(Found::Replay(used.answer)),
        Some(_) => State::Used(Found::Reused),
    })
}

/// A key that was used before.
struct UsedKey {
    request_hash: Vec<u8>,
    answer: StoredAnswer,
    expires_at: Option<Time>,
}

/// Reads a key, where it is used.
fn read_used(row: &Row<'_>) -> Result<Option<UsedKey>, Error> {
    let Some(request_hash) = row.get("request_hash")? else { return Ok(None) };
    let answer = StoredAnswer { status: row.get("status")?, body: row.get("body")? };
    Ok(Some(UsedKey { request_hash, answer, expires_at: row.get("expires_at")? }))
}

/// Runs a closure under its key: looks first, remembers last.
///
/// A twin that runs at the same time also finds nothing; its remembering then violates the primary key, and
/// its rerun finds the answer. The outer result is the transaction's, the inner one the caller's.
pub(crate) fn run<T, E>(
    tx: &mut Tx<'_>,
    key: &Key,
    closure: &mut impl FnMut(&mut Tx<'_>) -> Result<T, E>,
) -> Result<Result<Keyed<T>, E>, E>
where
    T: Storable,
    E: Storable + From<Error>,
{
    let expired = match look_up(tx, key)? {
        State::Used(Found::Replay(answer)) => return Ok(Ok(Keyed::Replay(answer))),
        State::Used(Found::Reused) => return Ok(Ok(Keyed::Reused)),
        State::Expired => true,
        State::Free => false,
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
    Ok(result.map(Keyed::Fresh))
}

fn remember(tx: &mut Tx<'_>, key: &Key, answer: &StoredAnswer, expired: bool) -> Result<(), Error> {
    let (now, scope) = (key.now, key.scope_hash());
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
