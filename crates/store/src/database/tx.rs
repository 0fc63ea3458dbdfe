//! The transaction that a closure works in.

use causeway_domain::ids::PlatformId;
use causeway_domain::{Ids, Time};
use uuid::Uuid;

use crate::database::config_version::ConfigVersion;
use crate::database::engine::sql::only_reads;
use crate::database::engine::{PrefetchRecorder, Statements};
use crate::database::error::Error;
use crate::database::late_rows::{LateRows, LateTable};
use crate::database::macs::Macs;
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
    late: LateRows,
    failure: Option<Error>,
    macs: &'a dyn Macs,
    ids: &'a Ids,
    /// What is configured for the platforms that the closure has read.
    versions: Vec<(PlatformId, ConfigVersion)>,
    scope: Scope,
}

/// What became of work behind a savepoint.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt<T, E> {
    /// It was done.
    Done(T),
    /// It was refused, and nothing of it is left.
    Refused(E),
    /// A key exists that it would have added, and nothing of it is left. Mostly another transaction was faster.
    Duplicate {
        /// The name of the unique index or primary key.
        constraint: String,
    },
}

impl<T, E> Attempt<T, E> {
    /// Gives the outcome where a key that exists means a lost race: the closure is then run again.
    ///
    /// # Errors
    /// [`Error::Duplicate`], which ends this run of the closure.
    pub fn or_rerun(self, tx: &mut Tx<'_>) -> Result<Result<T, E>, Error> {
        match self {
            Self::Done(done) => Ok(Ok(done)),
            Self::Refused(refusal) => Ok(Err(refusal)),
            Self::Duplicate { constraint } => tx.guarded(|_| Err(Error::Duplicate { constraint })),
        }
    }
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
    Prefetch { learns_version: bool },
}

impl<'a> Tx<'a> {
    pub(crate) fn new(
        connection: &'a mut dyn Statements,
        wall: Time,
        macs: &'a dyn Macs,
        ids: &'a Ids,
    ) -> Self {
        let (wakes, late, scope) = (Wakes::default(), LateRows::default(), Scope::Transaction);
        Self { connection, wall, wakes, late, failure: None, macs, ids, versions: Vec::new(), scope }
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
        self.admit(sql, only_reads(sql))?;
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
        self.name_reads(false, reads)
    }

    /// As [`Tx::prefetch`], for a closure that may learn the version of what is configured first.
    pub(crate) fn name_reads(
        &mut self,
        learns_version: bool,
        reads: impl FnOnce(&mut Tx<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !self.connection.travels() || self.scope != Scope::Transaction {
            return Ok(());
        }
        let mut recorder = PrefetchRecorder::default();
        let naming = Tx::new(&mut recorder, self.wall, self.macs, self.ids);
        let versions = self.versions.clone();
        reads(&mut Tx { scope: Scope::Prefetch { learns_version }, versions, ..naming })?;
        self.guarded(|connection| connection.prefetch(recorder.queries))
    }

    /// Runs a statement whose outcome the closure does not look at. It may leave later, with the next query
    /// or with COMMIT, so its failure may show only then.
    ///
    /// # Errors
    /// The database's error, if it is known already; it ends this run of the closure.
    pub fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), Error> {
        self.admit(sql, false)?;
        self.guarded(|connection| connection.execute(sql, params))
    }

    /// Runs a statement now and returns the number of rows it changed.
    ///
    /// # Errors
    /// The database's error; it ends this run of the closure.
    pub fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error> {
        self.admit(sql, false)?;
        self.guarded(|connection| connection.execute_counted(sql, params))
    }

    /// Adds a row when the closure ends, or before a statement that names its table: all rows that are added so to
    /// one table take one statement.
    ///
    /// # Errors
    /// That of an earlier statement; [`Error::Statement`] where nothing may change.
    pub(crate) fn insert_late(&mut self, table: &'static LateTable, row: &[Value<'_>]) -> Result<(), Error> {
        let may_change = self.scope == Scope::Transaction;
        let refused = || Error::Statement("a row is added where nothing may change".to_owned());
        self.guarded(|_| if may_change { Ok(()) } else { Err(refused()) })?;
        self.late.add(table, row);
        Ok(())
    }

    /// Writes the rows that wait for the end of the closure.
    pub(crate) fn write_late(&mut self) -> Result<(), Error> {
        self.late.take().iter().try_for_each(|(sql, values)| self.execute(sql, values))
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

    /// Returns `true` while reads are only named, so that none finds anything.
    pub(crate) fn is_prefetching(&self) -> bool {
        matches!(self.scope, Scope::Prefetch { .. })
    }

    /// Returns `true` while reads are only named of a closure that reads the version of what is configured before anything
    /// that is kept by it.
    #[must_use]
    pub fn learns_version(&self) -> bool {
        self.scope == Scope::Prefetch { learns_version: true }
    }

    /// What authenticates rows.
    pub(crate) fn macs(&self) -> &'a dyn Macs {
        self.macs
    }

    /// Returns the version of what is configured for the platform, as the closure has read it; none where it has not.
    #[must_use]
    pub fn config_version(&self, platform: PlatformId) -> Option<ConfigVersion> {
        self.versions.iter().rfind(|(of, _)| *of == platform).map(|(_, version)| *version)
    }

    /// Returns the version under which what the closure reads may be kept; `None` while reads are only named, and find nothing.
    #[must_use]
    pub fn version_to_keep(&self, platform: PlatformId) -> Option<ConfigVersion> {
        if self.is_prefetching() { None } else { self.config_version(platform) }
    }

    /// Uses the version that was read with the caller's credentials. For a look only: the write reads it anew.
    pub fn assume_version(&mut self, platform: PlatformId, version: ConfigVersion) {
        self.note_version(platform, version);
    }

    /// Notes the version that the closure has read.
    pub(crate) fn note_version(&mut self, platform: PlatformId, version: ConfigVersion) {
        self.versions.push((platform, version));
    }

    /// Gives a version that was never given, for what the closure configures, and forgets those that it has read.
    pub(crate) fn new_version(&mut self) -> Uuid {
        self.versions.clear();
        self.ids.uuid(self.wall)
    }

    /// The time by which leases are counted: the database's, since the clocks of several processes differ.
    ///
    /// # Errors
    /// The database's error; it ends this run of the closure.
    pub fn database_time(&mut self) -> Result<Time, Error> {
        let wall = self.wall;
        self.guarded(|connection| connection.database_time(wall))
    }

    /// Returns that time as an SQL expression; `wall` is the placeholder of [`Tx::wall`].
    pub(crate) fn database_time_in(&self, wall: &str) -> String {
        self.connection.now_expression().map_or_else(|| format!("CAST({wall} AS BIGINT)"), str::to_owned)
    }

    /// Sends a signal once the transaction is committed.
    pub fn wake(&mut self, what: Wake) {
        self.wakes.add(what);
    }

    /// Undoes everything that the closure has done so far, with its signals and the rows that wait for its end.
    pub(crate) fn undo(&mut self) -> Result<(), Error> {
        self.wakes = Wakes::default();
        self.late = LateRows::default();
        self.versions.clear();
        self.guarded(Statements::undo)
    }

    /// Does work behind a savepoint: what is refused leaves nothing behind, and the closure goes on.
    ///
    /// # Errors
    /// The database's error, which ends this run of the closure; not a key that exists, see [`Attempt::Duplicate`].
    pub fn attempt<T, E>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<Attempt<T, E>, Error> {
        self.behind_savepoint(work, true)
    }

    /// Does work and undoes it: returns what it would have come to.
    ///
    /// # Errors
    /// As [`Tx::attempt`].
    pub fn dry_run<T, E>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<Attempt<T, E>, Error> {
        self.behind_savepoint(work, false)
    }

    fn behind_savepoint<T, E>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
        keeps_done: bool,
    ) -> Result<Attempt<T, E>, Error> {
        if self.scope != Scope::Transaction {
            let refused = Error::Statement("a savepoint is set outside of a transaction".to_owned());
            return self.guarded(|_| Err(refused));
        }
        self.guarded(Statements::set_savepoint)?;
        let before = (self.wakes, self.late.clone(), self.versions.clone());
        let outcome = match work(self) {
            Ok(done) if keeps_done && self.guarded(Statements::release_savepoint).is_ok() => {
                return Ok(Attempt::Done(done));
            }
            Ok(done) => {
                // A refusal of what waits is told below.
                let _ = self.guarded(Statements::flush);
                Attempt::Done(done)
            }
            Err(refusal) => Attempt::Refused(refusal),
        };
        let outcome = match self.failure.take() {
            None => outcome,
            Some(Error::Duplicate { constraint }) => Attempt::Duplicate { constraint },
            Some(failure) => return self.guarded(|_| Err(failure)),
        };
        (self.wakes, self.late, self.versions) = before;
        self.guarded(Statements::undo_savepoint)?;
        Ok(outcome)
    }

    pub(crate) fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    pub(crate) fn wakes(&self) -> Wakes {
        self.wakes
    }

    /// Whether the closure may run one more statement; it finds the rows that waited.
    fn admit(&mut self, sql: &str, reads: bool) -> Result<(), Error> {
        if self.late.concern(sql) {
            self.write_late()?;
        }
        match self.scope {
            Scope::Transaction | Scope::Prefetch { .. } => Ok(()),
            Scope::OneQuery if reads => {
                self.scope = Scope::Asked;
                Ok(())
            }
            Scope::OneQuery | Scope::Asked => {
                self.guarded(|_| Err(Error::Statement("more than one query, and no transaction".to_owned())))
            }
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
