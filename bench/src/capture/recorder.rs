//! Writes down what passes through the store.

use std::sync::{Mutex, PoisonError};

use causeway_store::{Fault, FaultInjector, Point, Value};

use super::Literal;

/// A statement as it passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recorded {
    /// Whether it stood in a transaction that writes.
    pub(crate) writes: bool,
    /// As the store's callers write it.
    pub(crate) sql: String,
    /// What was bound.
    pub(crate) values: Vec<Literal>,
}

/// Hooked into a store in the place of faults, of which it makes none.
#[derive(Debug, Default)]
pub(crate) struct Recorder(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    writing: bool,
    statements: Vec<Recorded>,
}

impl Recorder {
    /// What passed since the last call.
    pub(crate) fn take(&self) -> Vec<Recorded> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).statements
    }
}

impl FaultInjector for Recorder {
    fn at(&self, point: Point) -> Option<Fault> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match point {
            Point::BeforeClosure => seen.writing = true,
            Point::AfterClosure => seen.writing = false,
            Point::BeforeCommit | Point::AfterCommit | Point::BeforeLongBody => {}
        }
        None
    }

    fn pass(&self, sql: &str, values: &[Value<'_>]) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let values = values.iter().map(Literal::from).collect();
        let writes = seen.writing;
        seen.statements.push(Recorded { writes, sql: sql.to_owned(), values });
    }
}
