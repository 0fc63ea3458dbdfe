//! `causeway migrate`: migrates the database schema to this version.

use std::fmt;
use std::path::PathBuf;

use causeway_domain::Clock;
use causeway_store::migrations::{self, Migration, StartPolicy};
use causeway_store::{Database, Error};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use crate::config::Config;
use crate::data_folder::FolderLock;

/// Arguments of `causeway migrate`. A SQLite database is copied before; operators back PostgreSQL up
/// themselves.
#[derive(Debug, Clone, Copy, Args)]
pub struct MigrateCommand {
    /// Only list the migrations that would be applied
    #[arg(long)]
    pub check: bool,
}

/// A migration that was applied, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AppliedMigration {
    pub number: i64,
    pub name: &'static str,
    /// `true` if servers of the version before can work on the database.
    pub is_compatible: bool,
}

/// Lines about the servers that work on the database.
const ROLLING: &str = "Servers of the version before can go on working on it.\n";
const STOPPED: &str = "Servers of older versions cannot work on it: stop them first.\n";

/// The result of a migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MigrationOutcome {
    /// `false` if the schema was up to date, or was only checked.
    pub changed: bool,
    /// Migrations that were applied; with `--check`, those that would be.
    pub migrations: Vec<AppliedMigration>,
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
        let _lock = if self.check { None } else { lock(config, &database)? };
        let pending = migrations::pending(&database)?;
        let migrations = pending.iter().map(AppliedMigration::of).collect();
        if self.check || pending.is_empty() {
            return Ok(MigrationOutcome { changed: false, migrations, copy: None });
        }
        let copy = apply(&database)?;
        Ok(MigrationOutcome { changed: true, migrations, copy })
    }
}

/// Locks the data folder of a SQLite database, which one process at a time works on.
fn lock(config: &Config, database: &Database) -> Result<Option<FolderLock>, StorageError> {
    match database {
        Database::Sqlite { .. } => {
            config.data.create().map_err(StorageError::file(config.data.path()))?;
            let in_use = |error| StorageError::InUse { folder: config.data.path().to_owned(), error };
            config.data.lock().map(Some).map_err(in_use)
        }
        Database::Postgres { .. } => Ok(None),
    }
}

/// Applies the missing migrations, and returns the copy of a SQLite database.
fn apply(database: &Database) -> Result<Option<PathBuf>, Error> {
    let clock = Clock::system();
    match database {
        Database::Sqlite { .. } => migrations::prepare(database, &clock, StartPolicy::Migrate),
        Database::Postgres { .. } => migrations::migrate(database, &clock).map(|()| None),
    }
}

impl AppliedMigration {
    fn of(migration: &Migration) -> Self {
        let Migration { number, name, .. } = *migration;
        Self { number, name, is_compatible: migration.is_compatible() }
    }
}

impl fmt::Display for MigrationOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.migrations.is_empty() {
            writeln!(f, "The database is up to date.")?;
        }
        let result = if self.changed { "Applied" } else { "Would apply" };
        for migration in &self.migrations {
            writeln!(f, "{result} {}.", migration.name)?;
        }
        // The first migration creates the tables.
        if self.migrations.first().is_some_and(|first| first.number > 1) {
            let is_rolling = matches!(self.migrations.as_slice(), [one] if one.is_compatible);
            f.write_str(if is_rolling { ROLLING } else { STOPPED })?;
        }
        match &self.copy {
            Some(path) => writeln!(f, "A copy of the previous version is kept as {}.", path.display()),
            None => Ok(()),
        }
    }
}
