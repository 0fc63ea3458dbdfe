//! Rows of commit markers, which tell whether a commit happened whose answer was lost. PostgreSQL writes them;
//! on SQLite there are none.

use causeway_domain::Time;

use crate::{Error, Tx, params};

/// Deletes up to `limit` markers from before `before` (wall time); the number deleted. The store looks for a
/// lost commit for half a day: `before` must lie further back.
///
/// # Errors
/// Those of the database.
pub fn prune(tx: &mut Tx<'_>, before: Time, limit: u32) -> Result<u64, Error> {
    // Ids rise with time, so the oldest stand first in the key.
    tx.execute_counted(
        "DELETE FROM commit_marker WHERE id IN (
             SELECT id FROM (SELECT id, at FROM commit_marker ORDER BY id LIMIT $2) oldest WHERE at < $1)",
        params![before, limit],
    )
}
