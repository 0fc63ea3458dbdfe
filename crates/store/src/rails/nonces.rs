//! Rows of the nonces of pushes (rails 3.4).

use std::time::Duration;

use causeway_domain::ids::RailId;

use crate::{Error, Tx, params};

/// Remembers the SHA-256 of a nonce. Returns `false` if the rail has sent it before. Callers must commit also if they
/// then refuse the push.
pub fn take(tx: &mut Tx<'_>, rail: RailId, nonce_hash: &[u8; 32]) -> Result<bool, Error> {
    let now = tx.wall();
    let inserted = tx.execute_counted(
        "INSERT INTO rail_nonce (rail_id, nonce_hash, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (rail_id, nonce_hash) DO NOTHING",
        params![rail, nonce_hash, now],
    )?;
    Ok(inserted == 1)
}

/// Deletes up to `limit` nonces that are older than `kept_for` in wall time, and returns their number.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE FROM rail_nonce WHERE (rail_id, nonce_hash) IN \
         (SELECT rail_id, nonce_hash FROM rail_nonce WHERE seen_at < $1 ORDER BY seen_at LIMIT $2)",
        params![before, limit],
    )
}
