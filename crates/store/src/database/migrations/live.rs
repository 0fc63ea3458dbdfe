//! The schema under a running process.

use super::list::latest;
use crate::database::error::{Error, SchemaFault};
use crate::database::tx::Tx;

/// Whether the database still has every migration that this program needs. More are no obstacle: migrations
/// expand before they contract, so that a newer program may start beside this one.
///
/// # Errors
/// [`SchemaFault::Older`] after an older database was put in the place of the one that was opened.
pub fn applied(tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql = "SELECT coalesce(max(number), 0) AS at FROM schema_migration";
    let at: i64 = tx.query_one(sql, &[], |row| row.get("at"))?;
    if at < latest() { Err(Error::Schema(SchemaFault::Older { at, wanted: latest() })) } else { Ok(()) }
}
