//! Recording of a closure's prefetched reads.

use causeway_domain::Time;

use super::sql::only_reads;
use super::{PrefetchQuery, RowCallback, Statements};
use crate::database::error::Error;
use crate::database::value::Value;

/// A substitute for a connection that records each query of a closure and returns no rows.
#[derive(Default)]
pub(crate) struct PrefetchRecorder {
    pub(crate) queries: Vec<PrefetchQuery>,
}

impl Statements for PrefetchRecorder {
    fn travels(&self) -> bool {
        false
    }

    fn prefetch(&mut self, queries: Vec<PrefetchQuery>) -> Result<(), Error> {
        self.queries.extend(queries);
        Ok(())
    }

    fn query(&mut self, sql: &str, params: &[Value<'_>], _each: RowCallback<'_>) -> Result<(), Error> {
        if !only_reads(sql) {
            return self.execute(sql, params);
        }
        let values = params.iter().cloned().map(Value::into_owned).collect();
        self.queries.push(PrefetchQuery { sql: sql.to_owned(), values });
        Ok(())
    }

    fn execute(&mut self, _sql: &str, _params: &[Value<'_>]) -> Result<(), Error> {
        Err(Error::Statement("a prefetched read tried to change rows".to_owned()))
    }

    fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error> {
        self.execute(sql, params).map(|()| 0)
    }

    fn database_time(&mut self, wall: Time) -> Result<Time, Error> {
        Ok(wall)
    }

    fn now_expression(&self) -> Option<&'static str> {
        None
    }

    fn undo(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn set_savepoint(&mut self) -> Result<(), Error> {
        Err(Error::Statement("a prefetched read tried to set a savepoint".to_owned()))
    }

    fn release_savepoint(&mut self) -> Result<(), Error> {
        self.set_savepoint()
    }

    fn undo_savepoint(&mut self) -> Result<(), Error> {
        self.set_savepoint()
    }
}
