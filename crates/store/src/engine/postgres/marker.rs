//! Whether a commit happened whose answer was lost.
//!
//! Each writing transaction inserts a marker with its COMMIT. Who does not know inserts the same marker as a
//! fence: when that succeeds the transaction has not committed and never can, because its own insertion would
//! violate the key; when the marker is there already and is no fence, it has committed. A transaction that is
//! still at work holds the key, and the insertion waits for its end.

use causeway_domain::Time;
use tokio_postgres::Client;
use uuid::Uuid;

use super::fault;
use crate::error::Error;

/// The statement that a transaction sends before its COMMIT: id and time.
pub(super) const MARK: &str = "INSERT INTO commit_marker (id, fenced, at) VALUES ($1, FALSE, $2)";

const FENCE: &str =
    "INSERT INTO commit_marker (id, fenced, at) VALUES ($1, TRUE, $2) ON CONFLICT (id) DO NOTHING";

/// Whether the transaction with this marker has committed; if not, it never will.
pub(super) async fn has_committed(client: &Client, id: Uuid, now: Time) -> Result<bool, Error> {
    let refused = |fault: tokio_postgres::Error| fault::error(&fault);
    if client.execute(FENCE, &[&id, &now.millis()]).await.map_err(refused)? == 1 {
        return Ok(false);
    }
    // An earlier try may have set the fence and lost the answer.
    let row = client.query_one("SELECT fenced FROM commit_marker WHERE id = $1", &[&id]).await;
    let fenced: bool = row.and_then(|row| row.try_get(0)).map_err(refused)?;
    Ok(!fenced)
}
