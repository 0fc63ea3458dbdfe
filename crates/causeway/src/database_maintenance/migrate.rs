//! `causeway migrate`: migrates the database schema to this version.

use std::fmt;
use std::path::PathBuf;

use causeway_domain::Clock;
use causeway_store::{Database, Error, SchemaFault, migrations};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use crate::config::Config;

/// Arguments of `causeway migrate`. A SQLite database is copied before; operators back PostgreSQL up
/// themselves.
#[derive(Debug, Clone, Copy, Args)]
pub struct MigrateCommand {}

/// The result of a migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MigrationOutcome {
    /// `false` if the schema was up to date.
    pub changed: bool,
    /// Copy of the SQLite database before the migration.
    pub copy: Option<PathBuf>,
}

impl MigrateCommand {
    /// Migrates an empty or older database. Blocks until that is done.
    ///
    /// # Errors
    /// If the database is newer than this program or has diverging migrations; on SQLite, while a server
    /// works on it.
    pub fn run(self, config: &Config) -> Result<MigrationOutcome, StorageError> {
        let database = config.database();
        let clock = Clock::system();
        let _lock = match &database {
            Database::Sqlite { .. } => {
                config.data.create().map_err(StorageError::file(config.data.path()))?;
                let in_use = |error| StorageError::InUse { folder: config.data.path().to_owned(), error };
                Some(config.data.lock().map_err(in_use)?)
            }
            Database::Postgres { .. } => None,
        };
        match (migrations::state(&database), &database) {
            (Ok(()), _) => Ok(MigrationOutcome { changed: false, copy: None }),
            (Err(Error::Schema(SchemaFault::Older { .. })), Database::Postgres { .. }) => {
                migrations::migrate(&database, &clock)?;
                Ok(MigrationOutcome { changed: true, copy: None })
            }
            _ => Ok(MigrationOutcome { copy: migrations::prepare(&database, &clock)?, changed: true }),
        }
    }
}

impl fmt::Display for MigrationOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = if self.changed { "Migrated the database." } else { "The database is up to date." };
        writeln!(f, "{result}")?;
        match &self.copy {
            Some(path) => writeln!(f, "A copy of the previous version is kept as {}.", path.display()),
            None => Ok(()),
        }
    }
}
