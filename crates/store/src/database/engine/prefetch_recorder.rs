//! Recording what a closure is going to read.

use causeway_domain::Time;

use super::sql::only_reads;
use super::{Each, PrefetchQuery, Statements};
use crate::database::error::Error;
use crate::database::value::Value;

/// Stands in for a connection while a closure names its reads: records each query, and finds nothing.
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

    fn query(&mut self, sql: &str, params: &[Value<'_>], _each: Each<'_>) -> Result<(), Error> {
        if !only_reads(sql) {
            return self.execute(sql, params);
        }
        let values = params.iter().cloned().map(Value::into_owned).collect();
        self.queries.push(PrefetchQuery { sql: sql.to_owned(), values });
        Ok(())
    }

    fn execute(&mut self, _sql: &str, _params: &[Value<'_>]) -> Result<(), Error> {
        Err(Error::Statement("prefetched reads change nothing".to_owned()))
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
        Err(Error::Statement("prefetched reads need no savepoint".to_owned()))
    }

    fn release_savepoint(&mut self) -> Result<(), Error> {
        self.set_savepoint()
    }

    fn undo_savepoint(&mut self) -> Result<(), Error> {
        self.set_savepoint()
    }
}
