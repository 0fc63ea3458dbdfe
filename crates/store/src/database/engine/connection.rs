//! What the store asks of a connection to a database.

use causeway_domain::Time;
use causeway_domain::ids::InternalAccountId;

use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::value::Value;

/// What a transaction may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Ask one query, which needs no transaction.
    Query,
    /// See one snapshot.
    Read,
    /// Change rows.
    Write,
}

/// Takes the rows of a query, one by one.
pub(crate) type Each<'a> = &'a mut dyn FnMut(&Row<'_>) -> Result<(), Error>;

/// What of a COMMIT is lost with the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loss {
    /// The server never sees it.
    OfRequest,
    /// The server sees it, and its answer is lost.
    OfAnswer,
}

/// Why COMMIT did not succeed.
#[derive(Debug)]
pub(crate) enum CommitFault {
    /// The transaction is undone, or (for [`Error::InDoubt`]) nobody can say.
    Failed(Error),
    /// Whether the commit is durable is unknown, and nothing but a new start can show it.
    Fatal(String),
}

/// A query that a closure is going to run.
pub(crate) struct PrefetchQuery {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value<'static>>,
}

/// What a closure asks of the transaction that it works in.
pub(crate) trait Statements {
    /// Whether statements travel over a network, so that it pays to send several at once.
    fn travels(&self) -> bool;

    /// Records queries that are going to run: the next pipeline carries them too.
    fn prefetch(&mut self, queries: Vec<PrefetchQuery>) -> Result<(), Error>;

    /// Runs a statement now and hands its rows to `each`.
    fn query(&mut self, sql: &str, params: &[Value<'_>], each: Each<'_>) -> Result<(), Error>;

    /// Runs a statement, at the latest with the next query or COMMIT.
    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), Error>;

    /// Runs a statement now; the number of rows it changed.
    fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error>;

    /// The database's clock; `wall` where the database has the process's clock.
    fn database_time(&mut self, wall: Time) -> Result<Time, Error>;

    /// Returns the database's clock as an SQL expression; `None` if it is the process's.
    fn now_expression(&self) -> Option<&'static str>;

    /// Undoes what was done since the mark, or since the beginning when there is none.
    fn undo(&mut self) -> Result<(), Error>;

    /// Runs what waits, so that a refusal of it shows.
    fn flush(&mut self) -> Result<(), Error>;

    /// Sets a savepoint, within the one that was set before it if that is neither released nor undone.
    fn set_savepoint(&mut self) -> Result<(), Error>;

    /// Gives up the last savepoint and keeps what was done since: all of it has then succeeded.
    fn release_savepoint(&mut self) -> Result<(), Error>;

    /// Undoes what was done since the last savepoint, also after a statement that was refused, and gives it up.
    fn undo_savepoint(&mut self) -> Result<(), Error>;
}

/// One connection to a database, with at most one transaction open on it.
pub(crate) trait Connection: Statements {
    /// Begins a transaction.
    fn begin(&mut self, mode: Mode) -> Result<(), Error>;

    /// Locks these accounts, given in id order, before many closures share the transaction: their customers against
    /// changes, and their balances.
    fn lock_accounts(&mut self, accounts: &[InternalAccountId]) -> Result<(), Error>;

    /// Sets the mark that [`Statements::undo`] goes back to; the former mark is given up.
    fn mark(&mut self) -> Result<(), Error>;

    /// Whether a rerun should wait a little, because other transactions run at the same time.
    fn has_rivals(&self) -> bool;

    /// Whether the transaction still stands; when not, the database has undone all of it.
    fn stands(&self) -> bool;

    /// Ends the transaction for good; whether it had changed anything.
    fn commit(&mut self) -> Result<bool, CommitFault>;

    /// Ends the transaction without a trace. Also allowed when none is open.
    fn rollback(&mut self);

    /// Cuts the connection off without a word to the database, as a broken network does.
    fn sever(&mut self);

    /// Cuts the connection off during the next COMMIT.
    fn sever_at_commit(&mut self, loss: Loss);
}
