//! SQLite: one connection that writes, several that read.

use std::cell;
use std::path::Path;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::InternalAccountId;
use foldhash::{HashMap, HashMapExt};
use rusqlite::config::DbConfig;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, OpenFlags, StatementStatus, ToSql};

use super::sqlite_fault;
use super::sqlite_files::SqliteFiles;
use super::{CommitError, Connection, Loss, Mode, PrefetchQuery, RowCallback, Statements, sql};
use crate::database::error::Error;
use crate::database::executor::SharedState;
use crate::database::row::{Cell, Cells, Row};
use crate::database::value::Value;

/// Prepared statements cached per connection.
const STATEMENTS: usize = 512;

/// A connection to a SQLite file.
pub(crate) struct SqliteConnection {
    raw: rusqlite::Connection,
    translated: HashMap<String, Arc<str>>,
    shared: Arc<SharedState>,
    /// `None` unless this is the connection that writes.
    files: Option<SqliteFiles>,
    mark: Mark,
    changes_before: u64,
}

/// The savepoint of the running closure. It is set at the closure's first change, so that closures that only
/// read and refuse do not pay for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// No savepoint: the mark is the start of the transaction.
    Beginning,
    /// To be set before the next change.
    Due,
    Set,
}

impl SqliteConnection {
    /// Opens the connection that writes; the file is created if missing.
    pub(crate) fn writer(path: &Path, shared: Arc<SharedState>) -> Result<Self, Error> {
        let raw = rusqlite::Connection::open(path).map_err(|error| sqlite_fault::error(&error))?;
        // A commit must be on disk before any caller is answered: WAL with synchronous=FULL syncs once per
        // commit. A checkpoint every 16 MB rather than every 4 saves a third of the syncs. The cache, which
        // fills as it is used, holds the inner pages of a million payments, and a process stays below 150 MB
        // with it (customers 3).
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;
             PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY;";
        let writer = Self::new(raw, settings, shared)?;
        Ok(Self { files: Some(SqliteFiles::of(path)), ..writer })
    }

    /// Opens a read-only connection.
    pub(crate) fn reader(path: &Path, shared: Arc<SharedState>) -> Result<Self, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let raw = rusqlite::Connection::open_with_flags(path, flags)
            .map_err(|error| sqlite_fault::error(&error))?;
        // Each commit empties a reader's own cache; mapped pages stay.
        let settings = "PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY;";
        Self::new(raw, settings, shared)
    }

    /// Opens a database in memory that ends with the connection.
    pub(crate) fn memory(shared: Arc<SharedState>) -> Result<Self, Error> {
        let raw = rusqlite::Connection::open_in_memory().map_err(|error| sqlite_fault::error(&error))?;
        Self::new(raw, "PRAGMA foreign_keys = ON;", shared)
    }

    fn new(raw: rusqlite::Connection, settings: &str, shared: Arc<SharedState>) -> Result<Self, Error> {
        let set_up = || {
            raw.busy_timeout(shared.options.lock_timeout)?;
            raw.set_prepared_statement_cache_capacity(STATEMENTS);
            // Otherwise many statements are recompiled whenever another value is bound.
            raw.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            raw.execute_batch(settings)?;
            // LIKE is case-sensitive, as on PostgreSQL.
            raw.execute_batch("PRAGMA case_sensitive_like = ON; PRAGMA trusted_schema = OFF;")
        };
        set_up().map_err(|error| sqlite_fault::error(&error))?;
        let translated = HashMap::new();
        Ok(Self { raw, translated, shared, files: None, mark: Mark::Beginning, changes_before: 0 })
    }

    /// Returns the underlying connection, for migrations and backups.
    pub(crate) fn raw(&mut self) -> &mut rusqlite::Connection {
        &mut self.raw
    }

    fn command(&self, sql: &str) -> Result<(), Error> {
        let run = || self.raw.prepare_cached(sql)?.raw_execute();
        run().map(|_| ()).map_err(|error| sqlite_fault::error(&error))
    }

    fn translate(&mut self, sql: &str) -> Arc<str> {
        if let Some(known) = self.translated.get(sql) {
            return Arc::clone(known);
        }
        let translated: Arc<str> = sql::for_sqlite(sql).into();
        self.translated.insert(sql.to_owned(), Arc::clone(&translated));
        translated
    }

    /// Sets the closure's savepoint, if it is due.
    fn before_change(&mut self) -> Result<(), Error> {
        if self.mark == Mark::Due {
            self.command("SAVEPOINT closure")?;
            self.mark = Mark::Set;
        }
        Ok(())
    }

    /// Prepares and binds a statement; before a change, sets the savepoint if it is due.
    fn prepared(&mut self, sql: &str, params: &[Value<'_>]) -> Result<CachedStatement<'_>, Error> {
        self.shared.pass(sql, params);
        let sql = self.translate(sql);
        if !sql::only_reads(&sql) {
            self.before_change()?;
        }
        let bind = || {
            let mut statement = self.raw.prepare_cached(&sql)?;
            for (at, value) in params.iter().enumerate() {
                statement.raw_bind_parameter(at + 1, value)?;
            }
            Ok(statement)
        };
        let bound: rusqlite::Result<CachedStatement<'_>> = bind();
        bound.map_err(|error| sqlite_fault::error(&error))
    }

    /// Checks that the files are still those that were opened, so that written data can be found again.
    fn check_files(&mut self) -> Result<(), Error> {
        self.files.as_mut().map_or(Ok(()), SqliteFiles::check)
    }

    /// Notes damage during COMMIT, after which the outcome of the commit is unknown.
    fn damaged(&self, damage: &Error) -> CommitError {
        self.shared.note_damage(&damage.to_string());
        CommitError::Failed(Error::InDoubt)
    }

    /// Returns the error of a failed statement; for a violated unique key, with the key's name.
    fn refused(&self, error: &rusqlite::Error) -> Error {
        sqlite_fault::statement_error(&self.raw, error)
    }
}

impl Statements for SqliteConnection {
    fn travels(&self) -> bool {
        false
    }

    fn prefetch(&mut self, _queries: Vec<PrefetchQuery>) -> Result<(), Error> {
        Ok(())
    }

    fn query(&mut self, sql: &str, params: &[Value<'_>], each: RowCallback<'_>) -> Result<(), Error> {
        let mut statement = self.prepared(sql, params)?;
        let mut rows = statement.raw_query();
        let failure = loop {
            match rows.next() {
                Ok(Some(row)) => each(&Row::new(&CurrentRow { row, next: cell::Cell::new(0) }))?,
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        drop(rows);
        let steps = steps_of(&statement);
        drop(statement);
        self.shared.counters.add_steps(steps);
        failure.map_or(Ok(()), |error| Err(self.refused(&error)))
    }

    fn execute(&mut self, sql: &str, params: &[Value<'_>]) -> Result<(), Error> {
        self.execute_counted(sql, params).map(|_| ())
    }

    fn execute_counted(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64, Error> {
        let mut statement = self.prepared(sql, params)?;
        let ran = statement.raw_execute();
        let steps = steps_of(&statement);
        drop(statement);
        self.shared.counters.add_steps(steps);
        let changed = ran.map_err(|error| self.refused(&error))?;
        Ok(u64::try_from(changed).unwrap_or(u64::MAX))
    }

    fn database_time(&mut self, wall: Time) -> Result<Time, Error> {
        Ok(wall)
    }

    fn now_expression(&self) -> Option<&'static str> {
        None
    }

    fn undo(&mut self) -> Result<(), Error> {
        match self.mark {
            Mark::Due => Ok(()),
            Mark::Set => self.command("ROLLBACK TO closure"),
            Mark::Beginning => {
                self.command("ROLLBACK")?;
                self.begin(Mode::Write)
            }
        }
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn set_savepoint(&mut self) -> Result<(), Error> {
        self.before_change()?;
        self.command("SAVEPOINT step")
    }

    fn release_savepoint(&mut self) -> Result<(), Error> {
        self.command("RELEASE step")
    }

    fn undo_savepoint(&mut self) -> Result<(), Error> {
        self.command("ROLLBACK TO step")?;
        self.command("RELEASE step")
    }
}

impl Connection for SqliteConnection {
    fn begin(&mut self, mode: Mode) -> Result<(), Error> {
        self.mark = Mark::Beginning;
        self.changes_before = self.raw.total_changes();
        let begun = match mode {
            Mode::Query => Ok(()),
            Mode::Read => self.command("BEGIN DEFERRED"),
            Mode::Write => self.command("BEGIN IMMEDIATE"),
        };
        begun.map_err(|error| match error {
            Error::LockTimeout => Error::Unavailable("another process writes to the database".to_owned()),
            error => error,
        })
    }

    fn lock_accounts(&mut self, _accounts: &[InternalAccountId]) -> Result<(), Error> {
        Ok(())
    }

    fn mark(&mut self) -> Result<(), Error> {
        if self.mark == Mark::Set {
            self.command("RELEASE closure")?;
        }
        self.mark = Mark::Due;
        Ok(())
    }

    fn has_rivals(&self) -> bool {
        false
    }

    fn is_intact(&self) -> bool {
        !self.raw.is_autocommit()
    }

    fn commit(&mut self) -> Result<bool, CommitError> {
        // Do not write into files that are gone already; the caller learns that the commit failed.
        self.check_files().map_err(CommitError::Failed)?;
        let committed = self.raw.prepare_cached("COMMIT").and_then(|mut commit| commit.raw_execute());
        match committed {
            Ok(_) => match self.check_files() {
                Ok(()) => Ok(self.raw.total_changes() != self.changes_before),
                Err(damage) => Err(self.damaged(&damage)),
            },
            Err(error) => match sqlite_fault::error(&error) {
                Error::Io(reason) => Err(CommitError::Fatal(reason)),
                damage @ Error::Damaged(_) => Err(self.damaged(&damage)),
                error => Err(CommitError::Failed(error)),
            },
        }
    }

    fn rollback(&mut self) {
        if self.is_intact()
            && let Err(error) = self.command("ROLLBACK")
        {
            tracing::error!(%error, "rollback failed");
        }
    }

    fn disconnect(&mut self) {}

    fn disconnect_at_commit(&mut self, _loss: Loss) {}
}

/// Returns the steps that a statement has taken since the last call.
fn steps_of(statement: &CachedStatement<'_>) -> u64 {
    u64::try_from(statement.reset_status(StatementStatus::VmStep)).unwrap_or_default()
}

/// The current row of a query.
struct CurrentRow<'a> {
    row: &'a rusqlite::Row<'a>,
    /// The column that is probably read next: most rows are read in column order, and a look-up by name
    /// compares with all earlier columns.
    next: cell::Cell<usize>,
}

impl CurrentRow<'_> {
    fn value(&self, column: &str) -> rusqlite::Result<ValueRef<'_>> {
        let statement = self.row.as_ref();
        let expected = self.next.get();
        let at = match statement.column_name(expected) {
            Ok(name) if name == column => expected,
            _ => statement.column_index(column)?,
        };
        self.next.set(at + 1);
        self.row.get_ref(at)
    }
}

impl Cells for CurrentRow<'_> {
    fn cell(&self, column: &str) -> Result<Cell<'_>, Error> {
        match self.value(column) {
            Ok(ValueRef::Null) => Ok(Cell::Null),
            Ok(ValueRef::Integer(value)) => Ok(Cell::Int(value)),
            Ok(ValueRef::Text(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(Cell::Text(text)),
                Err(_) => Err(Error::Data(format!("column {column} is not UTF-8"))),
            },
            Ok(ValueRef::Blob(bytes)) => Ok(Cell::Bytes(bytes)),
            Ok(ValueRef::Real(_)) => Err(Error::Data(format!("column {column} holds a real number"))),
            Err(error) => Err(Error::Data(error.to_string())),
        }
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Bool(value) => ValueRef::Integer(i64::from(*value)),
            Value::Int(value) => ValueRef::Integer(*value),
            Value::Text(text) | Value::Json(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
            Value::Uuid(uuid) => ValueRef::Blob(uuid.as_bytes()),
        }))
    }
}
