//! The migrations of this program, in order. A published one is never edited: add the next.

use sha2::{Digest, Sha256};

/// One step of the schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Migration {
    /// One more than the number of the previous migration.
    pub(crate) number: i64,
    /// File name without extension.
    pub(crate) name: &'static str,
    /// SQL in the notation of [`super::translate`].
    pub(crate) sql: &'static str,
}

impl Migration {
    /// Returns the SHA-256 fingerprint of its text, stored when it is applied.
    pub(crate) fn checksum(&self) -> [u8; 32] {
        Sha256::digest(self.sql.as_bytes()).into()
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
}
