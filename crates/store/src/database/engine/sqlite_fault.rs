//! Mapping of SQLite's error codes to the store's errors.

use rusqlite::{ErrorCode, ffi};

use crate::database::error::Error;

/// Returns the error of a failed call.
pub(crate) fn error(error: &rusqlite::Error) -> Error {
    let Some(code) = error.sqlite_error_code() else {
        return Error::Statement(error.to_string());
    };
    match code {
        ErrorCode::DiskFull => Error::Full,
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Error::Damaged(error.to_string()),
        ErrorCode::SystemIoFailure if is_unreadable(error) => Error::Damaged(error.to_string()),
        ErrorCode::SystemIoFailure => Error::Io(error.to_string()),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Error::LockTimeout,
        ErrorCode::CannotOpen => Error::Unavailable(error.to_string()),
        _ => Error::Statement(error.to_string()),
    }
}

/// Returns `true` if the disk fails to return written data. A failed write may succeed later.
fn is_unreadable(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_extended_error_code(),
        Some(ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_DATA | ffi::SQLITE_IOERR_CORRUPTFS)
    )
}

/// Returns the error of a failed statement, with a violated unique key named as PostgreSQL names it.
pub(crate) fn statement_error(connection: &rusqlite::Connection, sqlite_error: &rusqlite::Error) -> Error {
    let violated = matches!(
        sqlite_error.sqlite_extended_error_code(),
        Some(
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID
        )
    );
    if !violated {
        return error(sqlite_error);
    }
    let text = sqlite_error.to_string();
    let constraint = constraint(connection, &text).unwrap_or(text);
    Error::Duplicate { constraint }
}

/// Returns the name of the key in `UNIQUE constraint failed: table.column, table.column`.
fn constraint(connection: &rusqlite::Connection, text: &str) -> Option<String> {
    let (_, named) = text.split_once("constraint failed: ")?;
    if let Some(index) = named.strip_prefix("index '") {
        return index.strip_suffix('\'').map(str::to_owned);
    }
    let mut columns = Vec::new();
    let mut table = "";
    for column in named.split(", ") {
        (table, _) = column.split_once('.')?;
        columns.push(column.split_once('.')?.1);
    }
    let columns = columns.join(",");
    named_index(connection, table, &columns).unwrap_or(None).or_else(|| Some(format!("{table}_pkey")))
}

/// Returns the unique index over these columns, or `None` for the primary key, which has no name in SQLite.
fn named_index(
    connection: &rusqlite::Connection,
    table: &str,
    columns: &str,
) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT l.name, l.origin,
                      (SELECT group_concat(i.name, ',') FROM pragma_index_info(l.name) i) AS columns
               FROM pragma_index_list(?1) l WHERE l.\"unique\" = 1 ORDER BY l.seq";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([table])?;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let origin: String = row.get(1)?;
        let indexed: String = row.get(2)?;
        if indexed == columns {
            return Ok((origin == "c").then_some(name));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_errors_of_a_disk_are_damage() {
        let of = |code| error(&rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_DATA, ffi::SQLITE_IOERR_CORRUPTFS] {
            assert!(matches!(of(code), Error::Damaged(_)), "{code}");
        }
        for code in [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_TRUNCATE] {
            assert!(matches!(of(code), Error::Io(_)), "{code}");
        }
        assert!(matches!(of(ffi::SQLITE_CORRUPT), Error::Damaged(_)));
    }
}
