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

#[cfg(test)]
mod tests {
    use super::super::list::ALL;
    use super::super::{StartPolicy, prepare, state};
    use super::*;
    use crate::database::options::Database;
    use causeway_domain::Clock;

    const NOW: Time = Time::from_millis(1_760_000_000_000);

    /// Creates a database of the first migration with a setting in it, and returns the path.
    fn at_baseline(folder: &tempfile::TempDir) -> PathBuf {
        let path = folder.path().join("causeway.db");
        let mut connection = open(&path).unwrap();
        let transaction = connection.transaction().unwrap();
        transaction.execute_batch(&translate(HISTORY, Dialect::Sqlite)).unwrap();
        apply(&transaction, &ALL[0], NOW).unwrap();
        let insert =
            "INSERT INTO setting (scope, name, value, updated_at) VALUES ('DEPLOYMENT', 'a', '1', 0)";
        transaction.execute(insert, []).unwrap();
        transaction.commit().unwrap();
        path
    }

    fn settings(path: &Path) -> i64 {
        open(path).unwrap().query_row("SELECT count(*) FROM setting", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_older_file_is_migrated_after_it_was_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = at_baseline(&folder);
        let database = Database::Sqlite { path: path.clone() };
        let needed = ALL.last().unwrap().number;
        let older = Err(Error::Schema(SchemaFault::Older { at: 1, needed }));
        assert_eq!(state(&database), older);
        let copy = prepare(&database, &Clock::manual(NOW), StartPolicy::Migrate).unwrap().unwrap();
        assert_eq!(state(&database), Ok(()));
        assert_eq!(copy, folder.path().join(format!("causeway.db.at-0001-{}", NOW.millis())));
        assert_eq!(state(&Database::Sqlite { path: copy.clone() }), older);
        assert_eq!((settings(&path), settings(&copy)), (1, 1));
        assert_eq!(prepare(&database, &Clock::manual(NOW), StartPolicy::Migrate), Ok(None));
    }

    #[test]
    fn an_older_file_is_left_as_it_is_if_the_start_must_not_migrate() {
        let folder = tempfile::tempdir().unwrap();
        let path = at_baseline(&folder);
        let database = Database::Sqlite { path };
        let refused = prepare(&database, &Clock::manual(NOW), StartPolicy::Refuse);
        assert!(matches!(refused, Err(Error::Schema(SchemaFault::Older { at: 1, .. }))), "{refused:?}");
        assert!(matches!(state(&database), Err(Error::Schema(SchemaFault::Older { at: 1, .. }))));
    }

    /// Checks that a migration that fails leaves the database as it was before.
    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = at_baseline(&folder);
        let mut connection = open(&path).unwrap();
        let transaction = connection.transaction().unwrap();
        let sql = "-- expands\nCREATE TABLE a (\n    n BIGINT NOT NULL\n);\nCREATE TABLE setting (\n    n BIGINT NOT NULL\n);\n";
        let failing = Migration { number: 2, name: "0002_failing", sql };
        let failed = apply(&transaction, &failing, NOW);
        assert!(
            matches!(&failed, Err(Error::Statement(why)) if why.starts_with("migration 2: ")),
            "{failed:?}"
        );
        drop(transaction);
        assert_eq!(names(&connection).unwrap().iter().filter(|name| *name == "a").count(), 0);
        assert!(matches!(state_sqlite(&connection), Err(Error::Schema(SchemaFault::Older { at: 1, .. }))));
    }
}
