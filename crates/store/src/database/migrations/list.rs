//! The migrations of this program, in order. A published one is never edited: add the next.

use sha2::{Digest, Sha256};

/// One step of the schema.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// One more than the number of the previous migration.
    pub number: i64,
    /// File name without extension.
    pub name: &'static str,
    /// SQL in the notation of [`super::translate`].
    pub(crate) sql: &'static str,
}

impl Migration {
    /// Returns the SHA-256 fingerprint of its text, stored when it is applied.
    pub(crate) fn checksum(&self) -> [u8; 32] {
        Sha256::digest(self.sql.as_bytes()).into()
    }

    /// Returns `true` if the program of the migration before can work on the database after this one, as the
    /// first line of its text says: `-- expands`, or `-- contracts: NNNN` with the number of the last migration
    /// whose program uses what is removed.
    #[must_use]
    pub fn is_compatible(&self) -> bool {
        let head = self.sql.lines().next().unwrap_or_default();
        let last_user = head.strip_prefix("-- contracts: ").and_then(|number| number.parse::<i64>().ok());
        head == "-- expands" || last_user.is_some_and(|last_user| last_user + 1 < self.number)
    }
}

macro_rules! migrations {
    ($($number:literal $name:literal),* $(,)?) => {
        &[$(Migration {
            number: $number,
            name: $name,
            sql: include_str!(concat!("../../../migrations/", $name, ".sql")),
        }),*]
    };
}

pub(crate) const ALL: &[Migration] = migrations![1 "0001_baseline", 2 "0002_expand"];

/// Returns the migrations after the one with this number.
pub(super) fn after(number: i64) -> &'static [Migration] {
    let first = ALL.partition_point(|migration| migration.number <= number);
    ALL.get(first..).unwrap_or_default()
}

/// Returns the number of the last migration.
pub(crate) fn latest() -> i64 {
    ALL.last().map_or(0, |migration| migration.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_numbered_without_gaps_and_named_after_their_number() {
        for (migration, number) in ALL.iter().zip(1..) {
            assert_eq!(migration.number, number);
            assert!(migration.name.starts_with(&format!("{number:04}_")), "{}", migration.name);
        }
    }

    #[test]
    fn every_migration_is_compatible_with_the_program_before() {
        assert!(ALL.iter().skip(1).all(Migration::is_compatible));
        let migration = |sql| Migration { number: 4, name: "0004_less", sql };
        assert!(migration("-- expands\nCREATE TABLE a ();").is_compatible());
        assert!(migration("-- contracts: 0002\nDROP TABLE a;").is_compatible());
        assert!(!migration("-- contracts: 0003\nDROP TABLE a;").is_compatible());
        assert!(!migration("DROP TABLE a;").is_compatible());
    }
}
