//! Connections without a thread of their own, for reads in the callers' threads.

use std::sync::{Mutex, PoisonError};

use crate::database::engine::sqlite::SqliteConnection;
use crate::database::executor::{Runner, Task};

/// Read-only connections to a SQLite file. Empty for PostgreSQL, where a read would block the caller's thread
/// until the server answers.
pub(crate) struct ReaderPool(Vec<Mutex<Option<Runner<SqliteConnection>>>>);

impl ReaderPool {
    pub(crate) fn new(runners: Vec<Runner<SqliteConnection>>) -> Self {
        Self(runners.into_iter().map(|runner| Mutex::new(Some(runner))).collect())
    }

    /// Runs a closure that only reads on a free connection, or returns the closure if none is free.
    pub(crate) fn read(&self, task: Task) -> Option<Task> {
        for place in &self.0 {
            if let Ok(mut place) = place.try_lock()
                && let Some(runner) = place.as_mut()
            {
                runner.read(task);
                return None;
            }
        }
        Some(task)
    }

    /// Closes the connections once their current reads end.
    pub(crate) fn close(&self) {
        for place in &self.0 {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}
