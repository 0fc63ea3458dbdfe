//! The outcome of a commit whose answer was lost.
//!
//! Each writing transaction inserts a marker with its COMMIT. To resolve a lost answer, the same marker is
//! inserted as a fence. If that succeeds, the transaction has not committed and never can, because its own
//! insert would violate the key. If the marker exists and is not a fence, it has committed. A transaction
//! that is still running holds the key, and the insert waits for its end.
//!
//! A marker that a server shows may exist on it alone: if it has crashed, or was interrupted, while commits waited
//! for its standby. So the marker is read by an update. The commit of the update waits for the standby too, which
//! then has all earlier commits.

use uuid::Uuid;

use super::driver::{ConnectionError, PgClient};
use super::fault;
use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::value::Value;

/// The statement that a transaction sends before its COMMIT, with its id and the database's time.
pub(super) const MARK: &str = "INSERT INTO commit_marker (id, fenced, at)
    VALUES ($1, FALSE, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))";

const FENCE: &str = "INSERT INTO commit_marker (id, fenced, at)
    VALUES ($1, TRUE, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) ON CONFLICT (id) DO NOTHING";

const RENEW: &str = "UPDATE commit_marker SET at = at WHERE id = $1 RETURNING fenced";

/// A change of no consequence. An earlier one with the same id that still waits holds the key, so that an
/// impatient client adds no more waiting sessions.
const CONFIRM: &str = "INSERT INTO commit_marker (id, fenced, at)
    VALUES ($1, TRUE, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))
    ON CONFLICT (id) DO UPDATE SET at = EXCLUDED.at";

/// The database's time in milliseconds as an expression; the retention of markers follows it.
pub(super) const NOW: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

/// Returns `true` if the transaction with this marker has committed; otherwise it never will.
pub(super) async fn has_committed(client: &mut PgClient, id: Uuid) -> Result<bool, Error> {
    let to_error = |error: ConnectionError| fault::error(&error);
    let values = [Value::Uuid(id)];
    if client.query(FENCE, &values).await.map_err(to_error)?.changed == 1 {
        return Ok(false);
    }
    // An earlier attempt may have set the fence and lost the answer.
    let found = client.query(RENEW, &values).await.map_err(to_error)?.rows;
    let marker = found.first().ok_or_else(|| Error::Data("a commit marker is gone".to_owned()))?;
    let fenced: bool = Row::new(marker).get("fenced")?;
    Ok(!fenced)
}

/// Waits until the standby has all that the server has shown so far, by a commit under this id.
pub(super) async fn confirm(client: &mut PgClient, id: Uuid) -> Result<(), Error> {
    let confirmed = client.query(CONFIRM, &[Value::Uuid(id)]).await;
    confirmed.map(drop).map_err(|error| Error::Unavailable(format!("the standby has not confirmed: {error}")))
}
