//! What a database remembers of its migrations, and what that shows.

use super::list::{ALL, Migration, latest};
use crate::database::error::{Error, SchemaFault};

/// The table in which a database remembers its migrations.
pub(super) const HISTORY: &str = "CREATE TABLE IF NOT EXISTS schema_migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    checksum BYTEA NOT NULL,
    applied_at BIGINT NOT NULL
);";

/// An applied migration, as the database remembers it.
pub(super) struct Applied {
    pub(super) number: i64,
    pub(super) checksum: Vec<u8>,
}

/// The migrations that a database lacks, given those it has.
pub(super) fn missing(applied: &[Applied]) -> Result<&'static [Migration], Error> {
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

/// The error of a database that lacks these migrations.
pub(super) fn older(missing: &[Migration]) -> Error {
    let at = missing.first().map_or(0, |migration| migration.number - 1);
    Error::Schema(SchemaFault::Older { at, wanted: latest() })
}
