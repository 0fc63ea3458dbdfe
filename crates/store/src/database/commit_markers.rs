//! Rows of commit markers, which say whether a commit happened whose answer was lost. PostgreSQL writes them;
//! on SQLite there are none.

use std::time::Duration;

use crate::{Error, Tx, params};

/// Deletes up to `limit` markers that are older than this by the database's time; the number deleted. The store asks
/// for a lost commit while it is younger than [`crate::Options::in_doubt_limit`]: markers must be kept for longer.
///
/// # Errors
/// Those of the database.
pub fn prune(tx: &mut Tx<'_>, older_than: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.database_time()?.minus(older_than);
    // Ids rise with time, so the oldest stand first in the key.
    tx.execute_counted(
        "DELETE FROM commit_marker WHERE id IN (
             SELECT id FROM (SELECT id, at FROM commit_marker ORDER BY id LIMIT $2) oldest WHERE at < $1)",
        params![before, limit],
    )
}
