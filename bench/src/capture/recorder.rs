//! Recording of the statements that pass through the store.

use std::sync::{Mutex, PoisonError};

use causeway_store::{Fault, FaultInjector, Point, Value};

use super::Literal;

/// A recorded statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordedStatement {
    /// `true` if it was in a writing transaction.
    pub(crate) writes: bool,
    /// As written by the store's callers.
    pub(crate) sql: String,
    /// Bound values.
    pub(crate) values: Vec<Literal>,
}

/// A fault injector that injects no faults, but records statements.
#[derive(Debug, Default)]
pub(crate) struct Recorder(Mutex<Recording>);

#[derive(Debug, Default)]
struct Recording {
    writing: bool,
    statements: Vec<RecordedStatement>,
}

impl Recorder {
    /// Returns the statements recorded since the last call.
    pub(crate) fn take(&self) -> Vec<RecordedStatement> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).statements
    }
}

impl FaultInjector for Recorder {
    fn at(&self, point: Point) -> Option<Fault> {
        let mut recording = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match point {
            Point::BeforeClosure => recording.writing = true,
            Point::AfterClosure => recording.writing = false,
            Point::BeforeCommit | Point::AfterCommit | Point::BeforeLongBody => {}
        }
        None
    }

    fn pass(&self, sql: &str, values: &[Value<'_>]) {
        let mut recording = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let values = values.iter().map(Literal::from).collect();
        let writes = recording.writing;
        recording.statements.push(RecordedStatement { writes, sql: sql.to_owned(), values });
    }
}
