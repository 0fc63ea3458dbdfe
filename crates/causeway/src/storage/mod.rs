//! The database as a thing to keep: bring it up to date, copy it while it is worked on, put a copy back.

mod backup;
mod copy;
mod error;
mod migrate;
mod restore;

pub use backup::{BackedUp, Backup};
pub use copy::Ledger;
pub use error::StorageError;
pub use migrate::{Migrate, Migrated};
pub use restore::{KeyState, Restore, Restored};
