//! The check of the schema while a process runs, and its age.

use causeway_domain::Time;

use super::declared::check_tables;
use super::list::latest;
use super::postgres::TABLES;
use super::sqlite::TABLES as TABLES_OF_SQLITE;
use super::translate::Dialect;
use crate::database::error::{Error, SchemaFault};
use crate::database::tx::Tx;

/// Checks that the database still has every migration that this program needs, and every table. Additional
/// ones are allowed: migrations expand before they contract, so that a newer program may start beside this
/// program.
///
/// # Errors
/// [`SchemaFault::Older`] if an older database has replaced the one that was opened;
/// [`SchemaFault::TablesMissing`].
pub fn applied(tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql = match tx.dialect() {
        Dialect::Sqlite => TABLES_OF_SQLITE,
        Dialect::Postgres => TABLES,
    };
    check_tables(&tx.query(sql, &[], |row| row.get("name"))?)?;
    let sql = "SELECT coalesce(max(number), 0) AS at FROM schema_migration";
    let at: i64 = tx.query_one(sql, &[], |row| row.get("at"))?;
    if at < latest() { Err(Error::Schema(SchemaFault::Older { at, needed: latest() })) } else { Ok(()) }
}

/// Returns the wall time at which the database was created.
///
/// # Errors
/// [`Error::Missing`] if the history of its migrations is empty.
pub fn created_at(tx: &mut Tx<'_>) -> Result<Time, Error> {
    let sql = "SELECT MIN(applied_at) AS created_at FROM schema_migration";
    let created: Option<Time> = tx.query_one(sql, &[], |row| row.get("created_at"))?;
    created.ok_or(Error::Missing)
}
