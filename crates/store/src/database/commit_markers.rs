//! Commit markers: rows that tell if a commit happened whose answer was lost. Written on PostgreSQL only.

use std::time::Duration;

use crate::{Error, Tx, params};

/// Deletes up to `limit` markers older than `older_than` by the database's time, and returns the number
/// deleted.
///
/// The store looks for a marker until the commit is [`crate::Options::in_doubt_limit`] old, so markers must
/// be kept for longer.
pub fn prune(tx: &mut Tx<'_>, older_than: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.database_time()?.minus(older_than);
    // Ids increase with time, so the oldest come first in the key.
    tx.execute_counted(
        "DELETE FROM commit_marker WHERE id IN (
             SELECT id FROM (SELECT id, at FROM commit_marker ORDER BY id LIMIT $2) oldest WHERE at < $1)",
        params![before, limit],
    )
}
