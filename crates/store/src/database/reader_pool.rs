//! Connections without a thread of their own, for reads in the threads of their callers.

use std::sync::{Mutex, PoisonError};

use crate::database::engine::sqlite::SqliteConnection;
use crate::database::executor::{Runner, Task};

/// Connections to a SQLite file that only read; none for PostgreSQL, whose answers must be waited for.
pub(crate) struct ReaderPool(Vec<Mutex<Option<Runner<SqliteConnection>>>>);

impl ReaderPool {
    pub(crate) fn new(runners: Vec<Runner<SqliteConnection>>) -> Self {
        Self(runners.into_iter().map(|runner| Mutex::new(Some(runner))).collect())
    }

    /// Runs a closure that only reads on a connection that is free; gives it back when there is none.
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

    /// Closes the connections, after the reads that are under way.
    pub(crate) fn close(&self) {
        for place in &self.0 {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}
