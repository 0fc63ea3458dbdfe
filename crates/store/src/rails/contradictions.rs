//! Rows of the contradictions of adapters that count towards the pause of their rail (rails 13).

use causeway_domain::Time;
use causeway_domain::ids::RailId;

use crate::{Error, Tx, params};

/// Maximum number of contradictions of a rail that count at once. Further ones change nothing.
const COUNTED: i64 = 20;

/// Counts a claim by its SHA-256, and forgets those before `since`. Returns `false` if the claim counts already, or if as
/// many count as can. The state of the rail is locked.
pub fn add(tx: &mut Tx<'_>, rail: RailId, claim_hash: &[u8; 32], since: Time) -> Result<bool, Error> {
    let sql = "DELETE FROM rail_contradiction WHERE rail_id = $1 AND at < $2";
    tx.execute(sql, params![rail, since])?;
    if count(tx, rail, since)? >= COUNTED {
        return Ok(false);
    }
    let now = tx.wall();
    let inserted = tx.execute_counted(
        "INSERT INTO rail_contradiction (rail_id, claim_hash, at) VALUES ($1, $2, $3)
         ON CONFLICT (rail_id, claim_hash) DO NOTHING",
        params![rail, claim_hash, now],
    )?;
    Ok(inserted == 1)
}

/// Returns the number of contradictions of a rail that count, at or after a time.
pub fn count(tx: &mut Tx<'_>, rail: RailId, since: Time) -> Result<i64, Error> {
    tx.query_one(
        "SELECT CAST(COUNT(*) AS BIGINT) AS contradictions FROM rail_contradiction
         WHERE rail_id = $1 AND at >= $2",
        params![rail, since],
        |row| row.get("contradictions"),
    )
}

/// Forgets the contradictions of a rail.
pub fn forget(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    tx.execute("DELETE FROM rail_contradiction WHERE rail_id = $1", params![rail])
}
