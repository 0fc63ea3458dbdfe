//! `causeway migrate`: brings the database's schema up to date.

use std::fmt;
use std::path::PathBuf;

use causeway_domain::Clock;
use causeway_store::{Database, Error, SchemaFault, migrations};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use crate::config::Config;

/// Brings the database's schema up to date. SQLite is copied aside before; back PostgreSQL up yourself
#[derive(Debug, Clone, Copy, Args)]
pub struct Migrate {}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Migrated {
    /// Whether anything had to be done.
    pub changed: bool,
    /// The copy of the SQLite database as it was before.
    pub copy: Option<PathBuf>,
}

impl Migrate {
    /// Migrates an empty or older database. Blocks until that is done.
    ///
    /// # Errors
    /// When the database is newer than this program or was migrated differently; on SQLite while a server
    /// works on it.
    pub fn run(self, config: &Config) -> Result<Migrated, StorageError> {
        let database = config.database();
        let clock = Clock::system();
        let _hold = match &database {
            Database::Sqlite { .. } => {
                config.data.create().map_err(StorageError::file(config.data.path()))?;
                let held = |by| StorageError::InUse { folder: config.data.path().to_owned(), by };
                Some(config.data.hold().map_err(held)?)
            }
            Database::Postgres { .. } => None,
        };
        match (migrations::state(&database), &database) {
            (Ok(()), _) => Ok(Migrated { changed: false, copy: None }),
            (Err(Error::Schema(SchemaFault::Older { .. })), Database::Postgres { .. }) => {
                migrations::migrate(&database, &clock)?;
                Ok(Migrated { changed: true, copy: None })
            }
            _ => Ok(Migrated { copy: migrations::prepare(&database, &clock)?, changed: true }),
        }
    }
}

impl fmt::Display for Migrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done =
            if self.changed { "The database is up to date now." } else { "The database was up to date." };
        writeln!(f, "{done}")?;
        match &self.copy {
            Some(path) => writeln!(f, "As it was before, it is kept as {}.", path.display()),
            None => Ok(()),
        }
    }
}
