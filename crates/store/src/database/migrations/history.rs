//! The migration history of a database, and its comparison with this program's migrations.

use super::list::{ALL, Migration, latest};
use crate::database::error::{Error, SchemaFault};

/// The table of applied migrations. It exists before the first of them, and is never changed.
pub(super) const HISTORY: &str = include_str!("schema_migration.sql");

/// The query for the applied migrations, of both engines.
pub(super) const APPLIED: &str =
    "SELECT number, checksum, is_compatible, program FROM schema_migration ORDER BY number";

/// The version of this program.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// An applied migration, as recorded in the database.
#[derive(Debug, Clone)]
pub(super) struct AppliedMigration {
    pub(super) number: i64,
    pub(super) checksum: Vec<u8>,
    /// `true` if the program of the migration before can work on the database.
    pub(super) is_compatible: bool,
    /// Version of the program that applied it.
    pub(super) program: String,
}

/// Returns the migrations that a database lacks, given those applied; none if it is one compatible migration
/// ahead of this program.
pub(super) fn missing(applied: &[AppliedMigration]) -> Result<&'static [Migration], Error> {
    missing_of(applied, ALL)
}

fn missing_of<'a>(applied: &[AppliedMigration], all: &'a [Migration]) -> Result<&'a [Migration], Error> {
    for (has, known) in applied.iter().zip(all) {
        if has.number != known.number || has.checksum != known.checksum() {
            return Err(Error::Schema(SchemaFault::Changed { migration: known.number }));
        }
    }
    let known = all.last().map_or(0, |migration| migration.number);
    match applied.get(all.len()..).unwrap_or_default() {
        [] => Ok(all.get(applied.len()..).unwrap_or_default()),
        [next] if next.number == known + 1 && next.is_compatible => Ok(&[]),
        [.., last] => {
            let program = last.program.clone();
            Err(Error::Schema(SchemaFault::Newer { at: last.number, program, known }))
        }
    }
}

/// Returns the error of a database that lacks these migrations.
pub(super) fn older(missing: &[Migration]) -> Error {
    let at = missing.first().map_or(0, |migration| migration.number - 1);
    Error::Schema(SchemaFault::Older { at, needed: latest() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Migration; 2] = [
        Migration { number: 1, name: "0001_baseline", sql: "CREATE TABLE a ();" },
        Migration { number: 2, name: "0002_more", sql: "-- expands\nCREATE TABLE b ();" },
    ];

    fn applied(migration: &Migration) -> AppliedMigration {
        AppliedMigration {
            number: migration.number,
            checksum: migration.checksum().to_vec(),
            is_compatible: migration.is_compatible(),
            program: "0.1.0".to_owned(),
        }
    }

    fn later(number: i64, is_compatible: bool) -> AppliedMigration {
        AppliedMigration { number, checksum: vec![1], is_compatible, program: format!("0.{number}.0") }
    }

    fn after_known(more: &[AppliedMigration]) -> Result<usize, Error> {
        let all: Vec<_> = KNOWN.iter().map(applied).chain(more.iter().cloned()).collect();
        missing_of(&all, &KNOWN).map(<[Migration]>::len)
    }

    #[test]
    fn a_database_may_be_one_compatible_migration_ahead() {
        assert_eq!(after_known(&[]), Ok(0));
        assert_eq!(after_known(&[later(3, true)]), Ok(0));
        let newer = |at: i64| -> Result<usize, Error> {
            Err(Error::Schema(SchemaFault::Newer { at, program: format!("0.{at}.0"), known: 2 }))
        };
        assert_eq!(after_known(&[later(3, false)]), newer(3));
        assert_eq!(after_known(&[later(4, true)]), newer(4));
        assert_eq!(after_known(&[later(3, true), later(4, true)]), newer(4));
    }

    #[test]
    fn what_an_older_database_lacks_is_in_order() {
        assert_eq!(missing_of(&[], &KNOWN).map(<[Migration]>::len), Ok(2));
        let lacks = missing_of(&[applied(&KNOWN[0])], &KNOWN).unwrap();
        assert_eq!(lacks.iter().map(|migration| migration.number).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_database_with_another_text_under_a_number_is_refused() {
        let other = AppliedMigration { checksum: vec![0], ..applied(&KNOWN[0]) };
        let changed = missing_of(&[other], &KNOWN).map(<[Migration]>::len);
        assert_eq!(changed, Err(Error::Schema(SchemaFault::Changed { migration: 1 })));
    }
}
