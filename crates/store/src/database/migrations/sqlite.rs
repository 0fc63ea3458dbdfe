//! The schema of a SQLite database.

use std::path::{Path, PathBuf};

use causeway_domain::Time;
use rusqlite::{OptionalExtension, TransactionBehavior};

use super::catalogue::{OF_SQLITE, Object, Objects};
use super::declared::check_tables;
use super::guards::one_line;
use super::history::{APPLIED, AppliedMigration, HISTORY, PROGRAM, missing, older};
use super::list::Migration;
use super::translate::{Dialect, translate};
use crate::database::error::{Error, SchemaFault};

/// Finds the names of tables, and of views, which the verification reports.
pub(super) const TABLES: &str = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')";

/// Checks that the schema of a file is the one that this program needs. A missing file is not created.
pub(super) fn state_of_file(path: &Path) -> Result<(), Error> {
    match path.try_exists() {
        Ok(false) => Err(Error::Schema(SchemaFault::Empty)),
        _ => state_sqlite(&open(path)?),
    }
}

/// Applies the missing migrations to a file, all or nothing; the file is created if missing.
pub(super) fn migrate_file(path: &Path, now: Time) -> Result<(), Error> {
    migrate_sqlite(&mut open(path)?, now)
}

fn open(path: &Path) -> Result<rusqlite::Connection, Error> {
    let connection = rusqlite::Connection::open(path).map_err(refused)?;
    connection.busy_timeout(std::time::Duration::from_secs(60)).map_err(refused)?;
    Ok(connection)
}

/// Copies a database to a file beside it, named by its last migration and the time.
pub(super) fn copy_aside(path: &Path, at: i64, now: Time) -> Result<PathBuf, Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".at-{at:04}-{}", now.millis()));
    let copy = path.with_file_name(name);
    let to = copy.to_string_lossy().into_owned();
    open(path)?.execute("VACUUM INTO ?1", [to]).map_err(refused)?;
    Ok(copy)
}

/// Checks that the schema of an open database is the one that this program needs.
pub(crate) fn state_sqlite(connection: &rusqlite::Connection) -> Result<(), Error> {
    let history = "SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'";
    let migrated: Option<i64> =
        connection.query_row(history, [], |row| row.get(0)).optional().map_err(refused)?;
    if migrated.is_none() {
        return Err(Error::Schema(SchemaFault::Empty));
    }
    let missing = missing(&applied(connection)?)?;
    if missing.is_empty() { check_tables(&names(connection)?) } else { Err(older(missing)) }
}

/// Applies the missing migrations to an open database, all or nothing.
pub(crate) fn migrate_sqlite(connection: &mut rusqlite::Connection, now: Time) -> Result<(), Error> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Exclusive).map_err(refused)?;
    transaction.execute_batch(&translate(HISTORY, Dialect::Sqlite)).map_err(refused)?;
    for migration in missing(&applied(&transaction)?)? {
        apply(&transaction, migration, now)?;
    }
    transaction.commit().map_err(refused)
}

fn apply(connection: &rusqlite::Connection, migration: &Migration, now: Time) -> Result<(), Error> {
    let sql = translate(migration.sql, Dialect::Sqlite);
    connection.execute_batch(&sql).map_err(|error| not_applied(migration.number, error))?;
    let remember = "INSERT INTO schema_migration (number, name, checksum, is_compatible, program, applied_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let row = (
        migration.number,
        migration.name,
        migration.checksum(),
        migration.is_compatible(),
        PROGRAM,
        now.millis(),
    );
    connection.execute(remember, row).map_err(refused)?;
    Ok(())
}

/// Returns the objects that the migrations create in an empty database.
pub(super) fn expected() -> Result<Objects, Error> {
    let mut connection = rusqlite::Connection::open_in_memory().map_err(refused)?;
    migrate_sqlite(&mut connection, Time::from_millis(0))?;
    let mut statement = connection.prepare(OF_SQLITE).map_err(refused)?;
    let rows = statement.query_map([], |row| {
        let table: String = row.get("owner")?;
        let definition: String = row.get("definition")?;
        Ok((row.get("subject")?, Object::new(&table, one_line(&definition))))
    });
    rows.and_then(Iterator::collect).map_err(refused)
}

fn names(connection: &rusqlite::Connection) -> Result<Vec<String>, Error> {
    let read = || {
        let mut statement = connection.prepare(TABLES)?;
        statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
    };
    read().map_err(refused)
}

/// Names the refused migration and the reason, without the migration's text.
fn not_applied(number: i64, error: rusqlite::Error) -> Error {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => Error::Statement(format!("migration {number}: {msg}")),
        error => refused(error),
    }
}

fn applied(connection: &rusqlite::Connection) -> Result<Vec<AppliedMigration>, Error> {
    let read = || {
        let mut statement = connection.prepare(APPLIED)?;
        let rows = statement.query_map([], |row| {
            Ok(AppliedMigration {
                number: row.get("number")?,
                checksum: row.get("checksum")?,
                is_compatible: row.get("is_compatible")?,
                program: row.get("program")?,
            })
        })?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(refused)
}

fn refused(error: rusqlite::Error) -> Error {
    crate::database::engine::sqlite_error(&error)
}
