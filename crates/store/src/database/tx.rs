//! The transaction in which a closure works.

use causeway_domain::ids::PlatformId;
use causeway_domain::{Ids, Time};
use metrics::Counter;
use uuid::Uuid;

use crate::database::after_commit::AfterCommit;
use crate::database::attempt::Attempt;
use crate::database::config_version::ConfigVersion;
use crate::database::effects::Effects;
use crate::database::engine::sql::only_reads;
use crate::database::engine::{PrefetchRecorder, Statements};
use crate::database::error::Error;
use crate::database::late_rows::{LateRows, LateTable};
use crate::database::macs::Macs;
use crate::database::migrations::Dialect;
use crate::database::row::Row;
use crate::database::scope::Scope;
use crate::database::value::Value;
use crate::database::wake::Wake;

/// An open transaction. Only the store begins and ends it.
///
/// SQL is PostgreSQL's dialect with `$1` placeholders; both engines run it. A failed statement is remembered:
/// all later ones fail with the same error, and the store treats the run as a database error, never as a
/// refusal, whatever the closure returns.
pub struct Tx<'a> {
    connection: &'a mut dyn Statements,
    wall: Time,
    after_commit: AfterCommit,
    late: LateRows,
    failure: Option<Error>,
    macs: &'a dyn Macs,
    ids: &'a Ids,
    /// Configuration versions of the platforms that the closure has read.
    versions: Vec<(PlatformId, ConfigVersion)>,
    scope: Scope,
    /// The effects of a preview so far; `None` in every other transaction.
    effects: Option<Effects>,
}

impl<T, E> Attempt<T, E> {
    /// Converts the outcome for work in which an existing key means a lost race: the closure is then rerun.
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

impl<'a> Tx<'a> {
    pub(crate) fn new(
        connection: &'a mut dyn Statements,
        wall: Time,
        macs: &'a dyn Macs,
        ids: &'a Ids,
    ) -> Self {
        Self {
            connection,
            wall,
            after_commit: AfterCommit::default(),
            late: LateRows::default(),
            failure: None,
            macs,
            ids,
            versions: Vec::new(),
            scope: Scope::Transaction,
            effects: None,
        }
    }

    /// Limits the closure to a single query.
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
    /// The same as [`Tx::query`]; [`Error::Data`] if there are several rows.
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
    /// The same as [`Tx::query_opt`]; [`Error::Missing`] if there is no row, which does not end the run.
    pub fn query_one<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.query_opt(sql, params, map)?.ok_or(Error::Missing)
    }

    /// Prefetches reads that the closure makes before its first change: over a network all of them are sent
    /// together, with the first query.
    ///
    /// `reads` calls the functions that read, as the closure will, and finds no rows. It is a hint: other
    /// queries are sent as they run, and unused results are dropped at the first change. Locks are taken in
    /// the order of the prefetched reads.
    ///
    /// # Errors
    /// The error of `reads`; the database's.
    pub fn prefetch(&mut self, reads: impl FnOnce(&mut Tx<'_>) -> Result<(), Error>) -> Result<(), Error> {
        self.name_reads(false, reads)
    }

    /// Prefetches as [`Tx::prefetch`], for a closure that may read the configuration version first.
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

    /// Runs a statement whose result the closure does not need. It may be sent later, with the next query or
    /// with COMMIT, so its failure may show only then.
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

    /// Adds a row at the end of the closure, or before a statement that names its table: all rows added this
    /// way to one table take one statement.
    ///
    /// # Errors
    /// The error of an earlier statement; [`Error::Statement`] if no change is allowed.
    pub(crate) fn insert_late(&mut self, table: &'static LateTable, row: &[Value<'_>]) -> Result<(), Error> {
        let may_change = self.scope == Scope::Transaction;
        let refusal = || Error::Statement("a row was added, and no change is allowed here".to_owned());
        self.guarded(|_| if may_change { Ok(()) } else { Err(refusal()) })?;
        self.late.add(table, row);
        Ok(())
    }

    /// Writes the rows that wait for the end of the closure.
    pub(crate) fn write_late(&mut self) -> Result<(), Error> {
        self.late.take().iter().try_for_each(|(sql, values)| self.execute(sql, values))
    }

    /// Returns the wall time at which this run of the closure began.
    #[must_use]
    pub fn wall(&self) -> Time {
        self.wall
    }

    /// Returns the engine, for queries of its catalogue.
    pub(crate) fn dialect(&self) -> Dialect {
        if self.connection.travels() { Dialect::Postgres } else { Dialect::Sqlite }
    }

    /// Returns `true` while prefetched reads are recorded, so that no query finds rows.
    pub(crate) fn is_prefetching(&self) -> bool {
        matches!(self.scope, Scope::Prefetch { .. })
    }

    /// Returns `true` while prefetched reads are recorded for a closure that reads the configuration version
    /// before any cached configuration.
    #[must_use]
    pub fn learns_version(&self) -> bool {
        self.scope == Scope::Prefetch { learns_version: true }
    }

    pub(crate) fn macs(&self) -> &'a dyn Macs {
        self.macs
    }

    /// Returns the platform's configuration version as the closure has read it, or `None` if it has not.
    #[must_use]
    pub fn config_version(&self, platform: PlatformId) -> Option<ConfigVersion> {
        self.versions.iter().rfind(|(of, _)| *of == platform).map(|(_, version)| *version)
    }

    /// Returns the version under which configuration read by the closure may be cached, or `None` while reads
    /// are only recorded and find no rows.
    #[must_use]
    pub fn version_to_keep(&self, platform: PlatformId) -> Option<ConfigVersion> {
        if self.is_prefetching() { None } else { self.config_version(platform) }
    }

    /// Uses the version that was read with the caller's credentials. For read-only work only: a write reads
    /// it again.
    pub fn assume_version(&mut self, platform: PlatformId, version: ConfigVersion) {
        self.note_version(platform, version);
    }

    /// Notes the version that the closure has read.
    pub(crate) fn note_version(&mut self, platform: PlatformId, version: ConfigVersion) {
        self.versions.push((platform, version));
    }

    /// Returns a new, unique version for configuration that the closure writes, and forgets the versions it
    /// has read.
    pub(crate) fn new_version(&mut self) -> Uuid {
        self.versions.clear();
        self.ids.uuid(self.wall)
    }

    /// Returns the time for leases: the database's, because the clocks of several processes differ.
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
    pub fn wake(&mut self, signal: Wake) {
        self.after_commit.wake(signal);
    }

    /// Increments a counter once the transaction is committed.
    pub fn count(&mut self, counter: Counter) {
        self.after_commit.count(counter);
    }

    /// Undoes all work of the closure so far, including its signals and the rows that wait for its end.
    pub(crate) fn undo(&mut self) -> Result<(), Error> {
        self.after_commit = AfterCommit::default();
        self.late = LateRows::default();
        self.versions.clear();
        self.effects = self.effects.take().map(|_| Effects::default());
        self.guarded(Statements::undo)
    }

    /// Runs work after a savepoint: if the work is refused, it is undone and the closure continues.
    ///
    /// # Errors
    /// The database's error, which ends this run of the closure. An existing key is not an error: see
    /// [`Attempt::Duplicate`].
    pub fn attempt<T, E>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<Attempt<T, E>, Error> {
        self.behind_savepoint(work, true)
    }

    /// Runs work, undoes it, and returns its outcome.
    ///
    /// # Errors
    /// The same as [`Tx::attempt`].
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
            let refusal = Error::Statement("a savepoint is set outside of a transaction".to_owned());
            return self.guarded(|_| Err(refusal));
        }
        self.guarded(Statements::set_savepoint)?;
        let before =
            (self.after_commit.clone(), self.late.clone(), self.versions.clone(), self.effects.clone());
        let outcome = match work(self) {
            Ok(done) if keeps_done && self.guarded(Statements::release_savepoint).is_ok() => {
                return Ok(Attempt::Done(done));
            }
            Ok(done) => {
                // A failure of the flushed statements is handled below.
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
        (self.after_commit, self.late, self.versions, self.effects) = before;
        self.guarded(Statements::undo_savepoint)?;
        Ok(outcome)
    }

    /// Begins to collect the effects of the closure, for a preview.
    pub(crate) fn collect_effects(&mut self) {
        self.effects = Some(Effects::default());
    }

    /// Returns the effects so far, to be added to; `None` if this is no preview.
    pub(crate) fn effects(&mut self) -> Option<&mut Effects> {
        self.effects.as_mut()
    }

    /// Runs all statements that wait, so that their failures show, and returns the effects of the preview.
    pub(crate) fn take_effects(&mut self) -> Result<Effects, Error> {
        self.write_late()?;
        self.guarded(Statements::flush)?;
        Ok(self.effects.take().unwrap_or_default())
    }

    pub(crate) fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    /// Takes the effects that follow the commit.
    pub(crate) fn take_after_commit(&mut self) -> AfterCommit {
        std::mem::take(&mut self.after_commit)
    }

    /// Checks that the closure may run one more statement, and writes waiting rows of its tables first.
    fn admit(&mut self, sql: &str, reads: bool) -> Result<(), Error> {
        if self.late.affects(sql) {
            self.write_late()?;
        }
        match self.scope {
            Scope::Transaction | Scope::Prefetch { .. } => Ok(()),
            Scope::OneQuery if reads => {
                self.scope = Scope::QueryDone;
                Ok(())
            }
            Scope::OneQuery | Scope::QueryDone => self
                .guarded(|_| Err(Error::Statement("more than one query without a transaction".to_owned()))),
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
