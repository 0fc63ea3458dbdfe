//! The check of a database's schema, and its migration.

use std::path::PathBuf;

use causeway_domain::Clock;

use super::list::{Migration, after};
use super::{postgres, sqlite};
use crate::database::error::{Error, SchemaFault};
use crate::database::options::Database;

/// Checks that the database's schema is the one that this program needs.
///
/// # Errors
/// [`Error::Schema`] with the reason if it is not; any other error if the database cannot be read.
pub fn state(database: &Database) -> Result<(), Error> {
    match database {
        Database::Sqlite { path } => sqlite::state_of_file(path),
        Database::Postgres { url } => postgres::state(url),
    }
}

/// Brings an empty or older database up to date, all or nothing, under a lock.
///
/// # Errors
/// [`Error::Schema`] if it is newer than this program or was migrated differently.
pub fn migrate(database: &Database, clock: &Clock) -> Result<(), Error> {
    match database {
        Database::Sqlite { path } => sqlite::migrate_file(path, clock.now()),
        Database::Postgres { url } => postgres::migrate(url, clock.now()),
    }
}

/// Returns the migrations that [`migrate`] would apply.
///
/// # Errors
/// [`Error::Schema`] if the database is newer than this program, was migrated differently, or lacks tables.
pub fn pending(database: &Database) -> Result<&'static [Migration], Error> {
    match state(database) {
        Ok(()) => Ok(&[]),
        Err(Error::Schema(SchemaFault::Empty)) => Ok(after(0)),
        Err(Error::Schema(SchemaFault::Older { at, .. })) => Ok(after(at)),
        Err(error) => Err(error),
    }
}

/// The treatment of an older database at a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartPolicy {
    /// It is migrated: a SQLite file after it was copied; a PostgreSQL database only if it is one migration
    /// behind on which servers of the version before can go on working.
    Migrate,
    /// It is refused, and an operator migrates it by command.
    Refuse,
}

/// Prepares the schema at the start of a server: migrates an empty database, and an older one as `policy`
/// says; refuses any other schema that does not fit. Returns the path of the copy of a SQLite file, if one was
/// made.
///
/// # Errors
/// The same as [`migrate`]; [`SchemaFault::Older`] for a database that is not migrated at a start.
pub fn prepare(database: &Database, clock: &Clock, policy: StartPolicy) -> Result<Option<PathBuf>, Error> {
    let fault = match state(database) {
        Ok(()) => return Ok(None),
        Err(Error::Schema(fault)) => fault,
        Err(error) => return Err(error),
    };
    match (&fault, database, policy) {
        (SchemaFault::Empty, _, _) => migrate(database, clock).map(|()| None),
        (SchemaFault::Older { at, .. }, Database::Sqlite { path }, StartPolicy::Migrate) => {
            let copy = sqlite::copy_aside(path, *at, clock.now())?;
            migrate(database, clock)?;
            Ok(Some(copy))
        }
        (SchemaFault::Older { at, .. }, Database::Postgres { .. }, StartPolicy::Migrate)
            if is_compatible_step(after(*at)) =>
        {
            migrate(database, clock).map(|()| None)
        }
        _ => Err(Error::Schema(fault)),
    }
}

/// Returns `true` for one migration on whose result servers of the version before can go on working.
fn is_compatible_step(missing: &[Migration]) -> bool {
    matches!(missing, [next] if next.is_compatible())
}
