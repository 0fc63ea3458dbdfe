//! Maintenance of the database: migration, backup and restore.

mod archive;
mod backup;
mod backup_parts;
mod blocking;
mod copy;
mod error;
mod interruption;
mod migrate;
mod rehearsal;
mod restore;
mod restore_draft;
mod restore_keys;
mod restore_outcome;
mod staging;

pub use archive::{ArchiveFault, Engine, Head};
pub use backup::{BackupCommand, BackupOutcome};
pub(crate) use backup::{BackupRequest, make_backup};
pub(crate) use blocking::blocking;
pub use copy::Ledger;
pub use error::StorageError;
pub use migrate::{AppliedMigration, MigrateCommand, MigrationOutcome};
pub use rehearsal::VerificationScope;
pub use restore::RestoreCommand;
pub use restore_outcome::{KeyState, RestoreOutcome, WalletKeyState};
