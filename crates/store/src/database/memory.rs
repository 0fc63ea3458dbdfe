//! A database in memory that outlives the stores on it, as a disk outlives a process.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::database::engine::sqlite_error;
use crate::database::error::Error;
use crate::database::options::Database;

/// A SQLite database in memory for [`crate::Store::inline`], with a unique name in this process. It exists
/// until this is dropped and the last store on it is closed; uncommitted work of a store is lost when that
/// store closes.
pub struct Memory {
    name: String,
    _keeps_it: rusqlite::Connection,
}

impl Memory {
    /// Creates an empty database.
    ///
    /// # Errors
    /// [`Error::Io`] if there is no memory for it.
    pub fn new() -> Result<Self, Error> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("file:/memory-{}?vfs=memdb", COUNT.fetch_add(1, Ordering::Relaxed));
        let keeps_it = rusqlite::Connection::open(&name).map_err(|error| sqlite_error(&error))?;
        Ok(Self { name, _keeps_it: keeps_it })
    }

    /// Returns the location for opening stores on it.
    #[must_use]
    pub fn database(&self) -> Database {
        Database::Sqlite { path: PathBuf::from(&self.name) }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
