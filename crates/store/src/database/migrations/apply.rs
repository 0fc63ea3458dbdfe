//! The check of a database's schema, and its migration.

use std::path::PathBuf;

use causeway_domain::Clock;

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

/// Prepares the schema at the start of a server: migrates an empty database; copies an older SQLite file
/// aside and migrates it; refuses any other schema that does not fit. Returns the copy's path, if one was
/// made.
///
/// # Errors
/// The same as [`migrate`]; [`SchemaFault::Older`] for a PostgreSQL database, which is migrated by command
/// only.
pub fn prepare(database: &Database, clock: &Clock) -> Result<Option<PathBuf>, Error> {
    match (state(database), database) {
        (Ok(()), _) => Ok(None),
        (Err(Error::Schema(SchemaFault::Empty)), _) => migrate(database, clock).map(|()| None),
        (Err(Error::Schema(SchemaFault::Older { at, .. })), Database::Sqlite { path }) => {
            let copy = sqlite::copy_aside(path, at, clock.now())?;
            migrate(database, clock)?;
            Ok(Some(copy))
        }
        (Err(error), _) => Err(error),
    }
}
