//! Rows of processes that serve (conventions 2.3).

use std::time::Duration;

use causeway_domain::Time;
use uuid::Uuid;

use crate::{Error, Tx, params};

/// A process that serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessRecord {
    pub id: Uuid,
    /// Version of the program.
    pub version: String,
    /// Wall time.
    pub started_at: Time,
    /// Wall time of the last round of maintenance.
    pub seen_at: Time,
}

/// Records that a process is running, and deletes those that were not seen for `forgotten_after`.
pub fn beat(
    tx: &mut Tx<'_>,
    id: Uuid,
    version: &str,
    started_at: Time,
    forgotten_after: Duration,
) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute("DELETE FROM process WHERE seen_at < $1", params![now.minus(forgotten_after)])?;
    tx.execute(
        "INSERT INTO process (process_id, version, started_at, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at",
        params![id, version, started_at, now],
    )
}

/// Removes a process that ends.
pub fn remove(tx: &mut Tx<'_>, id: Uuid) -> Result<(), Error> {
    tx.execute("DELETE FROM process WHERE process_id = $1", params![id])
}

/// Returns up to `limit` processes, the longest running first.
pub fn list(tx: &mut Tx<'_>, limit: u32) -> Result<Vec<ProcessRecord>, Error> {
    let sql = "SELECT process_id, version, started_at, seen_at FROM process ORDER BY started_at, process_id LIMIT $1";
    tx.query(sql, params![limit], |row| {
        Ok(ProcessRecord {
            id: row.get("process_id")?,
            version: row.get("version")?,
            started_at: row.get("started_at")?,
            seen_at: row.get("seen_at")?,
        })
    })
}
