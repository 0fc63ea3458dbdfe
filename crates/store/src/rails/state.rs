//! Rows of the progress with rails: capabilities, memory, feed and the lease of its follower. Every rail has one.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::RailId;
use serde_json::Value as Json;
use uuid::Uuid;

use super::records::{Cursor, RailStateRecord, SeenMemory};
use super::version::changed;
use crate::{Error, Row, Tx, Value, params};

const COLUMNS: &str = "rail_id, capabilities, capabilities_at, memory_id, cursor, cursor_mark, skipped_to, \
                       top_sequence, top_mark, feed_read_at, degraded_at, suspended_for";

/// Inserts the state of a new rail.
pub(super) fn begin(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO rail_state (rail_id, cursor, skipped_to, top_sequence) VALUES ($1, 0, 0, 0)",
        params![rail],
    )
}

/// Deletes the state of a rail.
pub(super) fn remove(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    tx.execute("DELETE FROM rail_state WHERE rail_id = $1", params![rail])
}

/// Finds the state of a rail; `None` if the rail was removed.
pub fn find(tx: &mut Tx<'_>, rail: RailId) -> Result<Option<RailStateRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM rail_state WHERE rail_id = $1"), params![rail], read)
}

/// Locks the state of a rail until the transaction ends.
///
/// # Errors
/// [`Error::Missing`] if the rail was removed, which does not end the run.
pub fn lock(tx: &mut Tx<'_>, rail: RailId) -> Result<RailStateRecord, Error> {
    tx.query_one(
        &format!("SELECT {COLUMNS} FROM rail_state WHERE rail_id = $1 FOR UPDATE"),
        params![rail],
        read,
    )
}

/// Returns the states of all rails.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<RailStateRecord>, Error> {
    tx.query(&format!("SELECT {COLUMNS} FROM rail_state ORDER BY rail_id"), &[], read)
}

/// Saves valid capabilities, as told at a time.
pub fn save_capabilities(tx: &mut Tx<'_>, rail: RailId, capabilities: &Json, at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE rail_state SET capabilities = $2, capabilities_at = $3 WHERE rail_id = $1",
        params![rail, Value::doc(capabilities)?, at],
    )?;
    changed(tx)
}

/// Saves the last item of the feed that was read.
pub fn save_cursor(tx: &mut Tx<'_>, rail: RailId, cursor: &Cursor) -> Result<(), Error> {
    tx.execute(
        "UPDATE rail_state SET cursor = $2, cursor_mark = $3 WHERE rail_id = $1",
        params![rail, cursor.sequence, cursor.mark.as_deref()],
    )
}

/// Goes on behind an item of the feed, without those before it, which the adapter no longer keeps. The items that were read
/// stay.
pub fn skip_to(tx: &mut Tx<'_>, rail: RailId, cursor: &Cursor) -> Result<(), Error> {
    tx.execute(
        "UPDATE rail_state SET cursor = $2, cursor_mark = $3, skipped_to = $2 WHERE rail_id = $1",
        params![rail, cursor.sequence, cursor.mark.as_deref()],
    )
}

/// Records that the feed was read to its end. `began_at` is the database time at which that reading began: all that
/// the adapter had told before is known.
pub fn set_feed_read(tx: &mut Tx<'_>, rail: RailId, began_at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE rail_state SET feed_read_at = $2
         WHERE rail_id = $1 AND (feed_read_at IS NULL OR feed_read_at < $2)",
        params![rail, began_at],
    )
}

/// Records the memory that an answer has shown (rails 5.3), once it is checked: its mark, its sequence if it is the
/// highest so far, and its id if it is the first. Another id than the first changes nothing.
pub fn note_top(tx: &mut Tx<'_>, rail: RailId, memory: &SeenMemory) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "UPDATE rail_state SET memory_id = $2, top_sequence = $3, top_mark = $4
         WHERE rail_id = $1 AND (memory_id IS NULL OR memory_id = $2 AND top_sequence < $3)",
        params![rail, memory.id, memory.sequence, memory.mark.as_deref()],
    )?;
    let Some(mark) = memory.mark.as_deref() else { return Ok(()) };
    tx.execute(
        "INSERT INTO rail_item (rail_id, memory_id, sequence, mark, kind, at, read_at)
         SELECT rail_id, memory_id, CAST($3 AS BIGINT), CAST($4 AS TEXT), 'MEMORY', CAST($5 AS BIGINT),
             CAST($5 AS BIGINT)
         FROM rail_state WHERE rail_id = $1 AND memory_id = $2
         ON CONFLICT (rail_id, memory_id, sequence) DO NOTHING",
        params![rail, memory.id, memory.sequence, mark, now],
    )
}

/// Forgets the memory of the adapter: the next answer says which one it has, and its feed is read from the beginning.
/// The items stay, because they name orders.
pub fn forget_memory(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    let past = tx.new_version();
    let sql = "DELETE FROM rail_item WHERE rail_id = $1 AND kind = 'MEMORY'";
    tx.execute(sql, params![rail])?;
    // A restored adapter keeps its id, and its feed then has other marks than the items that were read.
    tx.execute(
        "UPDATE rail_item SET memory_id = $2
         WHERE rail_id = $1 AND memory_id = (SELECT s.memory_id FROM rail_state s WHERE s.rail_id = $1)",
        params![rail, past],
    )?;
    tx.execute(
        "UPDATE rail_state SET memory_id = NULL, cursor = 0, cursor_mark = NULL, skipped_to = 0, top_sequence = 0,
             top_mark = NULL, feed_read_at = NULL
         WHERE rail_id = $1",
        params![rail],
    )?;
    changed(tx)
}

/// Sets the time since which the adapter does not answer; `None` if it answers.
pub fn set_degraded(tx: &mut Tx<'_>, rail: RailId, since: Option<Time>) -> Result<(), Error> {
    tx.execute("UPDATE rail_state SET degraded_at = $2 WHERE rail_id = $1", params![rail, since])?;
    changed(tx)
}

/// Sets the kind of the alert for which the rail is suspended; `None` if it is not. The status is in the row of the
/// rail.
pub fn set_suspended(tx: &mut Tx<'_>, rail: RailId, alert: Option<&str>) -> Result<(), Error> {
    tx.execute("UPDATE rail_state SET suspended_for = $2 WHERE rail_id = $1", params![rail, alert])?;
    changed(tx)
}

/// Claims the feed of a rail for a process for some database time, or extends its claim. Returns `false` while another
/// process has it, or if the rail was removed.
pub fn claim(tx: &mut Tx<'_>, rail: RailId, holder: Uuid, lasts: Duration) -> Result<bool, Error> {
    let now = tx.database_time()?;
    let claimed = tx.execute_counted(
        "UPDATE rail_state SET lease_holder = $2, lease_until = $4
         WHERE rail_id = $1 AND (lease_holder IS NULL OR lease_holder = $2 OR lease_until <= $3)",
        params![rail, holder, now, now.plus(lasts)],
    )?;
    Ok(claimed == 1)
}

/// Ends the claims of a process, except those of rails whose state is locked at the moment: they end with their time.
pub fn give_back(tx: &mut Tx<'_>, holder: Uuid) -> Result<(), Error> {
    let sql =
        "SELECT rail_id FROM rail_state WHERE lease_holder = $1 ORDER BY rail_id FOR UPDATE SKIP LOCKED";
    let rails: Vec<RailId> = tx.query(sql, params![holder], |row| row.get("rail_id"))?;
    rails.into_iter().try_for_each(|rail| {
        tx.execute(
            "UPDATE rail_state SET lease_holder = NULL, lease_until = NULL WHERE rail_id = $1",
            params![rail],
        )
    })
}

/// Ends all claims: for a process that knows to be the only one on this database.
pub fn release_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.execute(
        "UPDATE rail_state SET lease_holder = NULL, lease_until = NULL WHERE lease_holder IS NOT NULL",
        &[],
    )
}

fn read(row: &Row<'_>) -> Result<RailStateRecord, Error> {
    Ok(RailStateRecord {
        rail: row.get("rail_id")?,
        capabilities: row.json_opt("capabilities")?,
        capabilities_at: row.get("capabilities_at")?,
        memory: row.get("memory_id")?,
        cursor: row.get("cursor")?,
        cursor_mark: row.get("cursor_mark")?,
        skipped_to: row.get("skipped_to")?,
        top_sequence: row.get("top_sequence")?,
        top_mark: row.get("top_mark")?,
        feed_read_at: row.get("feed_read_at")?,
        degraded_at: row.get("degraded_at")?,
        suspended_for: row.get("suspended_for")?,
    })
}
