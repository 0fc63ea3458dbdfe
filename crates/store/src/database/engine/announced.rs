//! Taking down what a closure is going to read.

use causeway_domain::Time;

use super::sql::only_reads;
use super::{Each, Statements};
use crate::database::error::Error;
use crate::database::value::Value;

/// A query that will be asked soon.
pub(crate) struct Announced {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value<'static>>,
}

/// Stands in for a connection while reads are announced: takes each query down, and finds nothing.
#[derive(Default)]
pub(crate) struct Announcements {
    pub(crate) queries: Vec<Announced>,
}

impl Statements for Announcements {
    fn travels(&self) -> bool {
        false
    }

    fn announce(&mut self, queries: Vec<Announced>) -> Result<(), Error> {
        self.queries.extend(queries);
        Ok(())
    }

    fn query(&mut self, sql: &str, params: &[Value<'_>], _each: Each<'_>) -> Result<(), Error> {
        if !only_reads(sql) {
            return self.execute(sql, params);
        }
        let values = params.iter().cloned().map(Value::into_owned).collect();
        self.queries.push(Announced { sql: sql.to_owned(), values });
        Ok(())
    }

    fn execute(&mut self, _sql: &str, _params: &[Value<'_>]) -> Result<(), Error> {
        Err(Error::Statement("announced reads change nothing".to_owned()))
    }

    fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error> {
        self.execute(sql, params).map(|()| 0)
    }

    fn database_time(&mut self, wall: Time) -> Result<Time, Error> {
        Ok(wall)
    }

    fn undo(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
