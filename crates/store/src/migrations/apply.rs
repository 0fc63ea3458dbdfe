//! Looks at a database's schema and brings it up to date.

use std::path::{Path, PathBuf};

use causeway_domain::{Clock, Time};
use rusqlite::{OptionalExtension, TransactionBehavior};

use super::list::{ALL, Migration, latest};
use super::postgres;
use super::translate::{Dialect, translate};
use crate::error::{Error, SchemaFault};
use crate::options::Database;

/// The table in which a database remembers its migrations.
pub(super) const HISTORY: &str = "CREATE TABLE IF NOT EXISTS schema_migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    checksum BYTEA NOT NULL,
    applied_at BIGINT NOT NULL
);";

/// An applied migration, as the database remembers it.
pub(crate) struct Applied {
    pub(crate) number: i64,
    pub(crate) checksum: Vec<u8>,
}

/// Whether the database's schema is the one that this program needs.
///
/// # Errors
/// [`Error::Schema`] when it is not, and why; any other error when the database cannot be read.
pub fn state(database: &Database) -> Result<(), Error> {
    match database {
        Database::Sqlite { path } => match path.try_exists() {
            Ok(false) => Err(Error::Schema(SchemaFault::Empty)),
            _ => state_sqlite(&open(path)?),
        },
        Database::Postgres { url } => postgres::state(url),
    }
}

/// Brings an empty or older database up to date, all or nothing, under a lock.
///
/// # Errors
/// [`Error::Schema`] when it is newer than this program or was migrated differently.
pub fn migrate(database: &Database, clock: &Clock) -> Result<(), Error> {
    match database {
        Database::Sqlite { path } => migrate_sqlite(&mut open(path)?, clock.now()),
        Database::Postgres { url } => postgres::migrate(url, clock.now()),
    }
}

/// What a server does at its start: migrates an empty database; copies an older SQLite file aside and
/// migrates it; refuses everything else that does not fit. Returns the copy's path, if one was made.
///
/// # Errors
/// As [`migrate`]; [`SchemaFault::Older`] for a PostgreSQL database, which is migrated by command only.
pub fn prepare(database: &Database, clock: &Clock) -> Result<Option<PathBuf>, Error> {
    match (state(database), database) {
        (Ok(()), _) => Ok(None),
        (Err(Error::Schema(SchemaFault::Empty)), _) => migrate(database, clock).map(|()| None),
        (Err(Error::Schema(SchemaFault::Older { at, .. })), Database::Sqlite { path }) => {
            let copy = copy_aside(path, at, clock.now())?;
            migrate(database, clock)?;
            Ok(Some(copy))
        }
        (Err(error), _) => Err(error),
    }
}

fn open(path: &Path) -> Result<rusqlite::Connection, Error> {
    let connection = rusqlite::Connection::open(path).map_err(refused)?;
    connection.busy_timeout(std::time::Duration::from_secs(60)).map_err(refused)?;
    Ok(connection)
}

fn copy_aside(path: &Path, at: i64, now: Time) -> Result<PathBuf, Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".at-{at:04}-{}", now.millis()));
    let copy = path.with_file_name(name);
    let to = copy.to_string_lossy().into_owned();
    open(path)?.execute("VACUUM INTO ?1", [to]).map_err(refused)?;
    Ok(copy)
}

/// [`state`] of an open SQLite database.
pub(crate) fn state_sqlite(connection: &rusqlite::Connection) -> Result<(), Error> {
    let history = "SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'";
    let migrated: Option<i64> =
        connection.query_row(history, [], |row| row.get(0)).optional().map_err(refused)?;
    if migrated.is_none() {
        return Err(Error::Schema(SchemaFault::Empty));
    }
    let missing = missing(&applied_sqlite(connection)?)?;
    if missing.is_empty() { Ok(()) } else { Err(older(missing)) }
}

/// [`migrate`] on an open SQLite database.
pub(crate) fn migrate_sqlite(connection: &mut rusqlite::Connection, now: Time) -> Result<(), Error> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Exclusive).map_err(refused)?;
    transaction.execute_batch(&translate(HISTORY, Dialect::Sqlite)).map_err(refused)?;
    for migration in missing(&applied_sqlite(&transaction)?)? {
        transaction.execute_batch(&translate(migration.sql, Dialect::Sqlite)).map_err(refused)?;
        let remember =
            "INSERT INTO schema_migration (number, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)";
        let row = (migration.number, migration.name, migration.checksum(), now.millis());
        transaction.execute(remember, row).map_err(refused)?;
    }
    transaction.commit().map_err(refused)
}

fn applied_sqlite(connection: &rusqlite::Connection) -> Result<Vec<Applied>, Error> {
    let read = || {
        let mut statement =
            connection.prepare("SELECT number, checksum FROM schema_migration ORDER BY number")?;
        let rows =
            statement.query_map([], |row| Ok(Applied { number: row.get(0)?, checksum: row.get(1)? }))?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(refused)
}

fn refused(fault: rusqlite::Error) -> Error {
    crate::engine::sqlite_error(&fault)
}

/// The migrations that a database lacks, given those it has.
pub(crate) fn missing(applied: &[Applied]) -> Result<&'static [Migration], Error> {
    for (has, known) in applied.iter().zip(ALL) {
        if has.number != known.number || has.checksum != known.checksum() {
            return Err(Error::Schema(SchemaFault::Changed { migration: known.number }));
        }
    }
    match (ALL.get(applied.len()..), applied.last()) {
        (Some(missing), _) => Ok(missing),
        (None, last) => {
            let at = last.map_or(0, |last| last.number);
            Err(Error::Schema(SchemaFault::Newer { at, known: latest() }))
        }
    }
}

/// The error of a database that lacks these migrations.
pub(crate) fn older(missing: &[Migration]) -> Error {
    let at = missing.first().map_or(0, |migration| migration.number - 1);
    Error::Schema(SchemaFault::Older { at, wanted: latest() })
}
