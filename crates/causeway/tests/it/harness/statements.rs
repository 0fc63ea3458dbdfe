//! The statements that a service sends to its database.

use std::sync::{Mutex, PoisonError};

use causeway_store::{Fault, FaultInjector, Point, Value};
use causeway_testing::statements::name;

/// A statement with its values.
pub(crate) struct Statement {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value<'static>>,
}

impl Statement {
    /// Returns the verb and the tables.
    pub(crate) fn name(&self) -> String {
        name(&self.sql)
    }
}

/// A recorder of the statements that a service sends.
#[derive(Default)]
pub(crate) struct StatementRecorder(Mutex<Vec<Statement>>);

impl StatementRecorder {
    /// Returns the statements recorded since the last call.
    pub(crate) fn take(&self) -> Vec<Statement> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the names of the statements recorded since the last call.
    pub(crate) fn take_names(&self) -> Vec<String> {
        self.take().iter().map(Statement::name).collect()
    }
}

impl FaultInjector for StatementRecorder {
    fn at(&self, _: Point) -> Option<Fault> {
        None
    }

    fn pass(&self, sql: &str, values: &[Value<'_>]) {
        let values = values.iter().cloned().map(Value::into_owned).collect();
        let statement = Statement { sql: sql.to_owned(), values };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(statement);
    }
}
