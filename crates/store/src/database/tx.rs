//! The transaction that a closure works in.

use causeway_domain::Time;

use crate::database::engine::sql::only_reads;
use crate::database::engine::{PrefetchRecorder, Statements};
use crate::database::error::Error;
use crate::database::fault_injector::{Defect, FaultInjector};
use crate::database::macs::{Believing, Macs};
use crate::database::migrations::Dialect;
use crate::database::row::Row;
use crate::database::value::Value;
use crate::database::wake::{Wake, Wakes};

/// An open transaction. Only the store begins and ends it.
///
/// SQL is PostgreSQL's dialect with `$1` placeholders; both engines run it. A statement that failed is
/// remembered: all later ones fail as it did, and whatever the closure returns then, the store treats the
/// run as a database error, never as a refusal.
pub struct Tx<'a> {
    connection: &'a mut dyn Statements,
    wall: Time,
    wakes: Wakes,
    failure: Option<Error>,
    macs: &'a dyn Macs,
    faults: Option<&'a dyn FaultInjector>,
    scope: Scope,
}

/// What a closure may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Whatever its transaction allows.
    Transaction,
    /// Ask one query, outside of any transaction.
    OneQuery,
    /// Nothing more: it has asked its query.
    Asked,
    /// Name what it is going to read.
    Prefetch,
}

impl<'a> Tx<'a> {
    pub(crate) fn new(
        connection: &'a mut dyn Statements,
        wall: Time,
        macs: &'a dyn Macs,
        faults: Option<&'a dyn FaultInjector>,
    ) -> Self {
        let scope = Scope::Transaction;
        Self { connection, wall, wakes: Wakes::default(), failure: None, macs, faults, scope }
    }

    /// For a closure of a single query.
    pub(crate) fn of_one_query(self) -> Self {
        Self { scope: Scope::OneQuery, ..self }
    }

    /// Runs a query and maps its rows.
    ///
    /// # Errors
    /// The database's error, or the first one of `map`; either ends this run of the closure.
    pub fn query<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        mut map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut rows = Vec::new();
        self.admit(only_reads(sql))?;
        self.record(sql, params);
        self.guarded(|connection| {
            connection.query(sql, params, &mut |row| {
                rows.push(map(row)?);
                Ok(())
            })
        })?;
        Ok(rows)
    }

    /// Runs a query that finds at most one row.
    ///
    /// # Errors
    /// As [`Tx::query`]; [`Error::Data`] when there are several rows.
    pub fn query_opt<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let mut rows = self.query(sql, params, map)?;
        if rows.len() > 1 {
            return self.guarded(|_| Err(Error::Data("more than one row found".to_owned())));
        }
        Ok(rows.pop())
    }

    /// Runs a query that finds exactly one row.
    ///
    /// # Errors
    /// As [`Tx::query_opt`]; [`Error::Missing`] when there is no row, which does not end the run.
    pub fn query_one<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.query_opt(sql, params, map)?.ok_or(Error::Missing)
    }

    /// Prefetches what the closure is going to read before it changes anything: over a network all of it is then sent
    /// together, with the first query. `reads` calls the functions that read, as the closure will, and
    /// finds nothing. It is a hint: other queries are sent as they run, and what is not used is
    /// dropped at the first change. Locks are taken in the order of the prefetched reads.
    ///
    /// # Errors
    /// That of `reads`; the database's.
    pub fn prefetch(&mut self, reads: impl FnOnce(&mut Tx<'_>) -> Result<(), Error>) -> Result<(), Error> {
        if !self.connection.travels() || self.scope != Scope::Transaction {
            return Ok(());
        }
        let mut recorder = PrefetchRecorder::default();
        let naming = Tx::new(&mut recorder, self.wall, self.macs, None);
        reads(&mut Tx { scope: Scope::Prefetch, ..naming })?;
        self.guarded(|connection| connection.prefetch(recorder.queries))
    }

    /// Runs a statement whose outcome the closure does not look at. It may leave later, with the next query
    /// or with COMMIT, so its failure may show only then.
    ///
    /// # Errors
    /// The database's error, if it is known already; it ends this run of the closure.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), Error> {
        self.admit(false)?;
        self.record(sql, params);
        self.guarded(|connection| connection.execute(sql, params))
    }

    /// Runs a statement now and returns the number of rows it changed.
    ///
    /// # Errors
    /// The database's error; it ends this run of the closure.
    pub fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error> {
        self.admit(false)?;
        self.record(sql, params);
        self.guarded(|connection| connection.execute_counted(sql, params))
    }

    /// The wall time at which this run of the closure began.
    #[must_use]
    pub fn wall(&self) -> Time {
        self.wall
    }

    /// The engine that it is on, for asking it about its own catalogue.
    pub(crate) fn dialect(&self) -> Dialect {
        if self.connection.travels() { Dialect::Postgres } else { Dialect::Sqlite }
    }

    /// Whether reads are only named, so that none finds anything.
    pub(crate) fn is_prefetching(&self) -> bool {
        self.scope == Scope::Prefetch
    }

    /// What authenticates rows.
    pub(crate) fn macs(&self) -> &'a dyn Macs {
        if self.has_defect(Defect::BelieveEveryMac) { &Believing } else { self.macs }
    }

    /// The time by which leases are counted: the database's, since the clocks of several processes differ.
    ///
    /// # Errors
    /// The database's error; it ends this run of the closure.
    pub fn database_time(&mut self) -> Result<Time, Error> {
        let wall = self.wall;
        self.guarded(|connection| connection.database_time(wall))
    }

    /// Sends a signal once the transaction is committed.
    pub fn wake(&mut self, what: Wake) {
        self.wakes.add(what);
    }

    /// Undoes everything that the closure has done so far, signals included.
    pub(crate) fn undo(&mut self) -> Result<(), Error> {
        self.wakes = Wakes::default();
        self.guarded(Statements::undo)
    }

    pub(crate) fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    pub(crate) fn wakes(&self) -> Wakes {
        self.wakes
    }

    /// Whether a test asks for this defect.
    pub fn has_defect(&self, defect: Defect) -> bool {
        self.faults.is_some_and(|faults| faults.has(defect))
    }

    /// Whether the closure may run one more statement.
    fn admit(&mut self, reads: bool) -> Result<(), Error> {
        match self.scope {
            Scope::Transaction | Scope::Prefetch => Ok(()),
            Scope::OneQuery if reads => {
                self.scope = Scope::Asked;
                Ok(())
            }
            Scope::OneQuery | Scope::Asked => {
                self.guarded(|_| Err(Error::Statement("more than one query, and no transaction".to_owned())))
            }
        }
    }

    fn record(&self, sql: &str, params: &[Value<'_>]) {
        if let Some(faults) = self.faults {
            faults.pass(sql, params);
        }
    }

    fn guarded<T>(
        &mut self,
        run: impl FnOnce(&mut (dyn Statements + 'a)) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let result = run(self.connection);
        if let Err(failure) = &result {
            self.failure = Some(failure.clone());
        }
        result
    }
}
