//! The age of the data in a database.

use causeway_domain::Time;

use crate::{Error, Tx};

/// Returns the wall time of the newest change to ledger blocks, the audit trail, alerts and secret keys;
/// `None` if there is none.
pub fn newest_change(tx: &mut Tx<'_>) -> Result<Option<Time>, Error> {
    let columns = [
        ("ledger_block", "sealed_at"),
        ("audit", "at"),
        ("alert", "raised_at"),
        ("secret_key", "created_at"),
    ];
    let newest = columns.map(|(table, column)| format!("SELECT MAX({column}) AS at FROM {table}"));
    let sql = format!("/* all platforms */ {}", newest.join(" UNION ALL "));
    let newest = tx.query(&sql, &[], |row| row.get::<Option<Time>>("at"))?;
    Ok(newest.into_iter().flatten().max())
}
