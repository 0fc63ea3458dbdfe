//! Rows of processes that serve (conventions 2.3).

use std::time::Duration;

use causeway_domain::Time;
use uuid::Uuid;

use crate::{Error, Tx, params};

/// A process as it records itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewProcess {
    pub id: Uuid,
    /// Version of the program.
    pub version: &'static str,
    /// Wall time.
    pub started_at: Time,
}

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
    /// Database time of the last beat; `None` if the process is of version 0.1.0, or has its database to
    /// itself.
    pub beat_at: Option<Time>,
    /// Database time at which another process had taken over its leases, if it has not beaten since.
    pub lost_at: Option<Time>,
}

/// A beat that was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// Database time.
    pub at: Time,
    /// The earliest among the last beats of the other processes; `None` if no other beats.
    pub oldest_other: Option<Time>,
}

/// Records a round of maintenance of a process, and deletes processes without one for `forgotten_after`.
pub fn record_seen(tx: &mut Tx<'_>, process: NewProcess, forgotten_after: Duration) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute("DELETE FROM process WHERE seen_at < $1", params![now.minus(forgotten_after)])?;
    tx.execute(
        "INSERT INTO process (process_id, version, started_at, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at",
        params![process.id, process.version, process.started_at, now],
    )
}

/// Records a beat of a process: its leases last for some time longer.
pub fn beat(tx: &mut Tx<'_>, process: NewProcess) -> Result<Beat, Error> {
    let now = tx.database_time_in("$4");
    let sql = format!(
        "INSERT INTO process (process_id, version, started_at, seen_at, beat_at) VALUES ($1, $2, $3, $4, {now})
         ON CONFLICT (process_id) DO UPDATE SET beat_at = excluded.beat_at, lost_at = NULL
         RETURNING beat_at, (SELECT MIN(other.beat_at) FROM process other
             WHERE other.process_id <> $1 AND other.lost_at IS NULL) AS oldest_other"
    );
    let wall = tx.wall();
    tx.query_one(&sql, params![process.id, process.version, process.started_at, wall], |row| {
        Ok(Beat { at: row.get("beat_at")?, oldest_other: row.get("oldest_other")? })
    })
}

/// Returns the processes, except this one, that have beaten, but not after this database time, and of which
/// leases may be left.
pub fn silent(tx: &mut Tx<'_>, except: Uuid, since: Time) -> Result<Vec<Uuid>, Error> {
    tx.query(
        "SELECT process_id FROM process WHERE process_id <> $1 AND lost_at IS NULL AND beat_at <= $2
         ORDER BY process_id",
        params![except, since],
        |row| row.get("process_id"),
    )
}

/// Records that no lease is left of a process that has not beaten after `since`, in database time. Returns `false` if
/// the process has beaten after all, or does so at the moment.
pub fn set_lost(tx: &mut Tx<'_>, process: Uuid, since: Time, at: Time) -> Result<bool, Error> {
    let changed = tx.execute_counted(
        "UPDATE process SET lost_at = $2
         WHERE process_id = (SELECT process_id FROM process WHERE process_id = $1 AND beat_at <= $3
             FOR UPDATE SKIP LOCKED)",
        params![process, at, since],
    )?;
    Ok(changed == 1)
}

/// Removes a process that ends.
pub fn remove(tx: &mut Tx<'_>, id: Uuid) -> Result<(), Error> {
    tx.execute("DELETE FROM process WHERE process_id = $1", params![id])
}

/// Returns up to `limit` processes, the longest running first.
pub fn list(tx: &mut Tx<'_>, limit: u32) -> Result<Vec<ProcessRecord>, Error> {
    let sql = "SELECT process_id, version, started_at, seen_at, beat_at, lost_at FROM process
         ORDER BY started_at, process_id LIMIT $1";
    tx.query(sql, params![limit], |row| {
        Ok(ProcessRecord {
            id: row.get("process_id")?,
            version: row.get("version")?,
            started_at: row.get("started_at")?,
            seen_at: row.get("seen_at")?,
            beat_at: row.get("beat_at")?,
            lost_at: row.get("lost_at")?,
        })
    })
}
