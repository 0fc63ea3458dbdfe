//! The statements that a service sends to its database.

use std::sync::{Mutex, PoisonError};

use causeway_store::{Fault, FaultInjector, Point, Value};
use causeway_testing::statements::name;

use super::{Service, Setup};

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

/// A counter of the statements that a service sends to its database.
pub(crate) struct StatementCounter<'a> {
    pub(crate) recorder: &'a StatementRecorder,
    pub(crate) service: &'a Service,
    pub(crate) setup: Setup,
}

impl StatementCounter<'_> {
    /// Returns the statements that the service sends while `done` runs. On PostgreSQL each commit inserts a
    /// marker.
    pub(crate) async fn during(&self, done: impl AsyncFnOnce()) -> Vec<String> {
        let commits = || usize::try_from(self.service.app().store.counts().commits).unwrap();
        let before = commits();
        self.recorder.take();
        done().await;
        let mut statements = self.recorder.take_names();
        if self.setup == Setup::Postgres {
            let markers = vec!["INSERT commit_marker".to_owned(); commits() - before];
            statements.extend(markers);
        }
        statements
    }
}
