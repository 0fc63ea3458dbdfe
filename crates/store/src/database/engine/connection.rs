//! The store's interface to a database connection.

use causeway_domain::Time;
use causeway_domain::ids::InternalAccountId;

use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::value::Value;

/// The kind of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A single query, which needs no transaction.
    Query,
    /// Reads on one snapshot.
    Read,
    /// Reads and changes.
    Write,
}

/// A callback for the rows of a query, one by one.
pub(crate) type RowCallback<'a> = &'a mut dyn FnMut(&Row<'_>) -> Result<(), Error>;

/// The part of a COMMIT that is lost with the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loss {
    /// The request: the server never receives it.
    OfRequest,
    /// The answer: the server receives the request, and its answer is lost.
    OfAnswer,
}

/// The reason why COMMIT did not succeed.
#[derive(Debug)]
pub(crate) enum CommitError {
    /// The transaction is undone or, for [`Error::InDoubt`], its outcome is unknown.
    Failed(Error),
    /// The durability of the commit is unknown, and only a restart can show it.
    Fatal(String),
}

/// A query that a closure is going to run.
pub(crate) struct PrefetchQuery {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value<'static>>,
}

/// Statements and savepoints of the transaction in which a closure works.
pub(crate) trait Statements {
    /// Returns `true` if statements travel over a network, so that sending several at once saves time.
    fn travels(&self) -> bool;

    /// Queues queries that are going to run for the next pipeline.
    fn prefetch(&mut self, queries: Vec<PrefetchQuery>) -> Result<(), Error>;

    /// Runs a statement now and passes its rows to `each`.
    fn query(&mut self, sql: &str, params: &[Value<'_>], each: RowCallback<'_>) -> Result<(), Error>;

    /// Runs a statement now, or with the next query or COMMIT at the latest.
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), Error>;

    /// Runs a statement now and returns the number of rows it changed.
    fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error>;

    /// Returns the database's clock; `wall` if the database uses the process's clock.
    fn database_time(&mut self, wall: Time) -> Result<Time, Error>;

    /// Returns the database's clock as an SQL expression, or `None` if it is the process's.
    fn now_expression(&self) -> Option<&'static str>;

    /// Undoes all work since the mark, or since the start of the transaction if there is no mark.
    fn undo(&mut self) -> Result<(), Error>;

    /// Runs all queued statements, so that their failures show.
    fn flush(&mut self) -> Result<(), Error>;

    /// Sets a savepoint, nested in the previous one if that is neither released nor undone.
    fn set_savepoint(&mut self) -> Result<(), Error>;

    /// Releases the last savepoint and keeps the work since then, which has succeeded by the time this
    /// returns.
    fn release_savepoint(&mut self) -> Result<(), Error>;

    /// Undoes all work since the last savepoint, also after a failed statement, and removes the savepoint.
    fn undo_savepoint(&mut self) -> Result<(), Error>;
}

/// One connection to a database, with at most one open transaction.
pub(crate) trait Connection: Statements {
    fn begin(&mut self, mode: Mode) -> Result<(), Error>;

    /// Locks these accounts, given in id order, for many closures that share the transaction: their customers
    /// against changes, and their balances.
    fn lock_accounts(&mut self, accounts: &[InternalAccountId]) -> Result<(), Error>;

    /// Sets the mark for [`Statements::undo`] and removes the previous one.
    fn mark(&mut self) -> Result<(), Error>;

    /// Returns `true` if a rerun should wait a little, because other transactions run at the same time.
    fn has_rivals(&self) -> bool;

    /// Returns `true` while the transaction is intact; otherwise the database has undone all of it.
    fn is_intact(&self) -> bool;

    /// Commits the transaction; returns `true` if it had changed anything.
    fn commit(&mut self) -> Result<bool, CommitError>;

    /// Rolls the transaction back. Also allowed if none is open.
    fn rollback(&mut self);

    /// Drops the connection without a message to the database, as a network failure does.
    fn disconnect(&mut self);

    /// Drops the connection during the next COMMIT.
    fn disconnect_at_commit(&mut self, loss: Loss);
}
