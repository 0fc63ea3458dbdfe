//! The migration history of a database, and its comparison with this program's migrations.

use super::list::{ALL, Migration, latest};
use crate::database::error::{Error, SchemaFault};

/// The table of applied migrations.
pub(super) const HISTORY: &str = "CREATE TABLE IF NOT EXISTS schema_migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    checksum BYTEA NOT NULL,
    applied_at BIGINT NOT NULL
);";

/// An applied migration, as recorded in the database.
pub(super) struct AppliedMigration {
    pub(super) number: i64,
    pub(super) checksum: Vec<u8>,
}

/// Returns the migrations that a database lacks, given those applied.
pub(super) fn missing(applied: &[AppliedMigration]) -> Result<&'static [Migration], Error> {
    for (has, known) in applied.iter().zip(ALL) {
        if has.number != known.number || has.checksum != known.checksum() {
            return Err(Error::Schema(SchemaFault::Changed { migration: known.number }));
        }
    }
    match (ALL.get(applied.len()..), applied.last()) {
        (Some(missing), _) => Ok(missing),
        (None, last) => {
            let at = last.map_or(0, |last| last.number);
            Err(Error::Schema(SchemaFault::Newer { at, known: latest() }))
        }
    }
}

/// Returns the error of a database that lacks these migrations.
pub(super) fn older(missing: &[Migration]) -> Error {
    let at = missing.first().map_or(0, |migration| migration.number - 1);
    Error::Schema(SchemaFault::Older { at, needed: latest() })
}
