//! The outcome of a commit whose answer was lost.
//!
//! Each writing transaction inserts a marker with its COMMIT. To resolve a lost answer, the same marker is
//! inserted as a fence. If that succeeds, the transaction has not committed and never can, because its own
//! insert would violate the key. If the marker exists and is not a fence, it has committed. A transaction
//! that is still running holds the key, and the insert waits for its end.

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
    let found = client.query("SELECT fenced FROM commit_marker WHERE id = $1", &values).await;
    let found = found.map_err(to_error)?.rows;
    let marker = found.first().ok_or_else(|| Error::Data("a commit marker is gone".to_owned()))?;
    let fenced: bool = Row::new(marker).get("fenced")?;
    Ok(!fenced)
}
