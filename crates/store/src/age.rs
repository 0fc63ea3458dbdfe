//! How old a state of the database is.

use causeway_domain::Time;

use crate::{Error, Tx};

/// Returns when something last changed, as far as rows say it in real time; `None` if none does.
///
/// # Errors
/// Those of the database.
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
