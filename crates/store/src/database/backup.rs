//! Copies of a SQLite database, taken while it is in use.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::database::engine::sqlite_error;
use crate::database::engine_check::{EngineCheck, FINDINGS};
use crate::database::error::Error;
use crate::database::migrations;

/// Writes a copy of the database `from` to the new file `to`: a snapshot of one instant, checked page by
/// page. Writers continue meanwhile. Blocks until the copy is on disk.
///
/// # Errors
/// If `to` exists, or either file cannot be read or written. Nothing is left at `to` then.
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    if to.exists() {
        return Err(Error::Io(format!("{} exists", to.display())));
    }
    let draft = to.with_added_extension("partial");
    let copied = remove(&draft)
        .and_then(|()| copy_pages(from, &draft))
        .and_then(|()| check(&draft))
        .and_then(|()| publish(&draft, to));
    if copied.is_err() {
        // The first fault is the one to report.
        let _ = remove(&draft);
    }
    copied
}

/// Checks that a file is a sound database of this service with a schema that this program can use or migrate.
///
/// # Errors
/// [`Error::Damaged`] if it is damaged or not a database; [`Error::Schema`] if it is empty, newer than this
/// program, or was migrated differently.
pub fn check(path: &Path) -> Result<(), Error> {
    let open = sound(path)?;
    match migrations::state_sqlite(&open) {
        Ok(()) | Err(Error::Schema(crate::SchemaFault::Older { .. })) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Checks every page of a database, which may be in use.
pub(crate) fn check_pages(path: &Path) -> Result<(), Error> {
    sound(path).map(|_| ())
}

/// Checks every page of the table that follows `after` in name order, and of its indexes.
pub(crate) fn check_next_table(path: &Path, after: Option<&str>) -> Result<EngineCheck, Error> {
    let found = open_to_read(path).and_then(|open| {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name > ?1 ORDER BY name LIMIT 1";
        let next = open.query_row(sql, [after.unwrap_or_default()], |row| row.get::<_, String>(0)).optional();
        let Some(table) = next.map_err(|error| sqlite_error(&error))? else {
            return Ok(EngineCheck::default());
        };
        let findings = findings_of(&open, &table)?;
        Ok(EngineCheck { table: Some(table), tables: 1, findings, unchecked: Vec::new() })
    });
    match found {
        // The list of tables cannot be read, so there is no table to check.
        Err(Error::Damaged(reason)) => Ok(EngineCheck { findings: vec![reason], ..EngineCheck::default() }),
        other => other,
    }
}

/// Returns the findings of the engine's integrity check of a table; empty if it is sound.
fn findings_of(open: &Connection, table: &str) -> Result<Vec<String>, Error> {
    let look = || -> rusqlite::Result<Vec<String>> {
        let quoted = table.replace('"', "\"\"");
        let mut statement = open.prepare(&format!("PRAGMA integrity_check(\"{quoted}\")"))?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
        lines.take(FINDINGS).collect()
    };
    match look() {
        Ok(lines) if lines == ["ok"] => Ok(Vec::new()),
        Ok(lines) => {
            Ok(lines.into_iter().map(|line| format!("{table}: {}", line.replace('\n', " "))).collect())
        }
        Err(error) => match sqlite_error(&error) {
            Error::Damaged(reason) => Ok(vec![format!("{table}: {reason}")]),
            other => Err(other),
        },
    }
}

fn open_to_read(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = Connection::open_with_flags(path, flags).map_err(|error| sqlite_error(&error))?;
    open.busy_timeout(BUSY).map_err(|error| sqlite_error(&error))?;
    Ok(open)
}

/// Maximum wait for a file that another process has locked.
const BUSY: std::time::Duration = std::time::Duration::from_secs(10);

/// Opens a database and checks all its pages.
fn sound(path: &Path) -> Result<Connection, Error> {
    let open = open_to_read(path)?;
    let verdict = open.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    match verdict {
        Ok(verdict) if verdict == "ok" => Ok(open),
        Ok(verdict) => Err(Error::Damaged(format!("{}: {}", path.display(), verdict.replace('\n', " ")))),
        Err(error) => match sqlite_error(&error) {
            Error::Damaged(_) => Err(Error::Damaged(format!("{}: {error}", path.display()))),
            other => Err(other),
        },
    }
}

/// Copies all pages in one step, so in one read transaction: with smaller steps each foreign write would
/// restart the copy.
fn copy_pages(from: &Path, to: &Path) -> Result<(), Error> {
    make_private(to)?;
    let run = || {
        let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        source.busy_timeout(BUSY)?;
        let mut target = Connection::open(to)?;
        let stepped = Backup::new(&source, &mut target)?.step(-1)?;
        // The copy is a single file, without a write-ahead log.
        target.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
        Ok(stepped)
    };
    match run().map_err(|error: rusqlite::Error| sqlite_error(&error))? {
        StepResult::Done => Ok(()),
        other => Err(Error::Io(format!("the copy ended with {other:?}"))),
    }
}

/// Creates the empty file for the copy, accessible to its owner only.
fn make_private(path: &Path) -> Result<(), Error> {
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    file.map(drop).map_err(|error| Error::Io(format!("{}: {error}", path.display())))
}

fn publish(draft: &Path, to: &Path) -> Result<(), Error> {
    let run = || {
        File::open(draft)?.sync_all()?;
        fs::rename(draft, to)?;
        match to.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    };
    run().map_err(|error: std::io::Error| Error::Io(format!("{}: {error}", to.display())))
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::Io(format!("{}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use causeway_domain::{Clock, Ids, Time};

    use super::*;
    use crate::{Database, MAC_BYTES, Mac, MacPurpose, Macs, Options, Store, Tx};

    async fn count(store: &Store) -> i64 {
        let read =
            |tx: &mut Tx<'_>| tx.query_one("SELECT count(*) AS n FROM setting", &[], |row| row.get("n"));
        store.read::<i64, Error, _>(read).await.unwrap()
    }

    /// Message authentication for a store that has nothing to authenticate.
    struct NoKeys;

    impl Macs for NoKeys {
        fn make(&self, _: MacPurpose, _: &[u8]) -> Mac {
            [0; MAC_BYTES]
        }

        fn fits(&self, _: MacPurpose, _: &[u8], _: &[u8]) -> bool {
            false
        }
    }

    fn open(path: &Path) -> Store {
        let clock = Clock::manual(Time::from_millis(1_700_000_000_000));
        let database = Database::Sqlite { path: path.to_owned() };
        migrations::migrate(&database, &clock).unwrap();
        Store::open(&database, Options::new(clock, Ids::seeded(1), Arc::new(NoKeys))).unwrap()
    }

    async fn write(store: &Store, name: &'static str) {
        let insert = "INSERT INTO setting (scope, name, value, updated_at) VALUES ('DEPLOYMENT', $1, '1', 0)";
        store.write::<(), Error, _>(&[], move |tx| tx.execute(insert, crate::params![name])).await.unwrap();
    }

    #[tokio::test]
    async fn a_copy_of_an_open_database_holds_all_that_was_acknowledged_and_nothing_later() {
        let folder = tempfile::tempdir().unwrap();
        let original = folder.path().join("a.db");
        let taken = folder.path().join("b.db");
        let store = open(&original);
        write(&store, "before").await;
        copy(&original, &taken).unwrap();
        write(&store, "after").await;
        assert_eq!(count(&store).await, 2);
        store.close();
        let restored = open(&taken);
        assert_eq!(count(&restored).await, 1);
        restored.close();
    }

    #[tokio::test]
    async fn neither_an_existing_file_nor_a_damaged_one_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let original = folder.path().join("a.db");
        let taken = folder.path().join("b.db");
        let store = open(&original);
        write(&store, "one").await;
        store.close();
        fs::write(&taken, "precious").unwrap();
        assert!(matches!(copy(&original, &taken), Err(Error::Io(_))));
        assert_eq!(fs::read(&taken).unwrap(), b"precious");
        assert!(matches!(check(&taken), Err(Error::Damaged(_))));
        let mut bytes = fs::read(&original).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle - 4096..middle + 4096].fill(0xa5);
        let damaged = folder.path().join("c.db");
        fs::write(&damaged, bytes).unwrap();
        assert!(check(&damaged).is_err());
    }
}
