//! Reading the sealed journal in the order of its blocks, into which no entry is ever inserted later.

use std::fmt;
use std::str::FromStr;

use causeway_domain::ids::PlatformId;

use super::entry::{COLUMNS, Entry, RawEntry};
use crate::{Error, Tx, params};

/// The position of an entry in the sealed journal of its platform, written as `block.position.line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct JournalPosition {
    /// Number of its block, from 1.
    pub block: i64,
    /// Position of its journal entry in the block.
    pub position: i64,
    /// Line number in the journal entry.
    pub line: i64,
}

/// The error of a text that is not a position in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidJournalPosition;

impl fmt::Display for JournalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.block, self.position, self.line)
    }
}

impl FromStr for JournalPosition {
    type Err = InvalidJournalPosition;

    fn from_str(text: &str) -> Result<Self, InvalidJournalPosition> {
        let mut parts =
            text.splitn(3, '.').map(|part| part.parse::<i64>().map_err(|_| InvalidJournalPosition));
        let mut part = || parts.next().ok_or(InvalidJournalPosition)?;
        Ok(Self { block: part()?, position: part()?, line: part()? })
    }
}

impl fmt::Display for InvalidJournalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a place in the journal, such as 12.0.1")
    }
}

impl std::error::Error for InvalidJournalPosition {}

/// Returns up to `limit` sealed entries after a position, each with its own.
pub fn sealed_after(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: JournalPosition,
    limit: u32,
) -> Result<Vec<(JournalPosition, Entry)>, Error> {
    let sql = format!(
        "SELECT s.block, s.position, {COLUMNS} FROM ledger_sealed s CROSS JOIN ledger_entry e
         WHERE s.platform_id = $1 AND e.platform_id = s.platform_id AND e.journal_id = s.journal_id
             AND (s.block, s.position, e.line) > ($2, $3, $4)
             AND (s.block, s.position) >= ($2, $3)
         ORDER BY s.block, s.position, e.line LIMIT $5"
    );
    tx.query(&sql, params![platform, after.block, after.position, after.line, limit], |row| {
        let entry = RawEntry::read(row)?.typed()?;
        Ok((
            JournalPosition { block: row.get("block")?, position: row.get("position")?, line: entry.line },
            entry,
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        let place = JournalPosition { block: 12, position: 3, line: 1 };
        assert_eq!(place.to_string().parse(), Ok(place));
        for text in ["", "1", "1.2", "1.2.x", "1.2.3.4"] {
            assert_eq!(text.parse::<JournalPosition>(), Err(InvalidJournalPosition), "{text}");
        }
    }
}
