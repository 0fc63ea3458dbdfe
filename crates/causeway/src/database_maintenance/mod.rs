//! Maintenance of the database: migration, backup and restore.

mod backup;
mod copy;
mod error;
mod migrate;
mod restore;

pub use backup::{BackupCommand, BackupOutcome};
pub use copy::Ledger;
pub use error::StorageError;
pub use migrate::{AppliedMigration, MigrateCommand, MigrationOutcome};
pub use restore::{KeyState, RestoreCommand, RestoreOutcome};
