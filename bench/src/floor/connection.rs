//! A connection to SQLite with the same settings as the product's.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};

use super::fresh::RequestValues;
use crate::capture::{Literal, Step};
use crate::error::Result;

/// A connection with the statements that run on it.
pub(super) struct Floor {
    connection: Connection,
    statements: Vec<(String, Step)>,
}

impl Floor {
    /// Opens a writing connection.
    pub(super) fn writer(path: &Path, steps: &[Step]) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;
             PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;",
        )?;
        Self::new(connection, steps)
    }

    /// Opens a read-only connection.
    pub(super) fn reader(path: &Path, steps: &[Step]) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.execute_batch(
            "PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY;",
        )?;
        Self::new(connection, steps)
    }

    fn new(connection: Connection, steps: &[Step]) -> Result<Self> {
        connection.set_prepared_statement_cache_capacity(512);
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        let statements = steps.iter().map(|step| (for_sqlite(&step.sql), step.clone())).collect();
        Ok(Self { connection, statements })
    }

    /// Runs a transaction command.
    pub(super) fn command(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.raw_execute().map(|_| ())
    }

    /// Runs the statements of one request, and reads every value of every row.
    pub(super) fn request(&self, fresh: &RequestValues<'_>) -> rusqlite::Result<()> {
        for (sql, step) in &self.statements {
            let mut statement = self.connection.prepare_cached(sql)?;
            for (slot, place) in step.slots.iter().zip(1..) {
                statement.raw_bind_parameter(place, BoundValue(&fresh.value(slot)))?;
            }
            let columns = statement.column_count();
            let mut rows = statement.raw_query();
            while let Some(row) = rows.next()? {
                for column in 0..columns {
                    std::hint::black_box(row.get_ref(column)?);
                }
            }
        }
        Ok(())
    }
}

struct BoundValue<'a>(&'a Literal);

impl ToSql for BoundValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Literal::Null => ValueRef::Null,
            Literal::Bool(value) => ValueRef::Integer(i64::from(*value)),
            Literal::Int(value) => ValueRef::Integer(*value),
            Literal::Text(text) | Literal::Json(text) => ValueRef::Text(text.as_bytes()),
            Literal::Bytes(bytes) => ValueRef::Blob(bytes),
            Literal::Uuid(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// Converts a statement to SQLite, which marks numbered placeholders with `?` and has no row locks.
fn for_sqlite(sql: &str) -> String {
    let locks = [" FOR UPDATE", " FOR SHARE", " SKIP LOCKED"];
    locks.into_iter().fold(sql.replace('$', "?"), |sql, lock| sql.replace(lock, ""))
}
