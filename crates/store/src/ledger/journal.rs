//! Reading the sealed journal in the order of its blocks, in which nothing is ever inserted.

use std::fmt;
use std::str::FromStr;

use causeway_domain::ids::PlatformId;

use super::entry::{COLUMNS, Entry, RawEntry};
use crate::{Error, Tx, params};

/// Where an entry stands in the sealed journal of its platform; written as `block.position.line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The number of its block, from 1.
    pub block: i64,
    /// The place of its journal entry in the block.
    pub position: i64,
    /// Its line in the journal entry.
    pub line: i64,
}

/// A text that is no place in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAPlace;

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.block, self.position, self.line)
    }
}

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let mut parts = text.splitn(3, '.').map(|part| part.parse::<i64>().map_err(|_| NotAPlace));
        let mut part = || parts.next().ok_or(NotAPlace)?;
        Ok(Self { block: part()?, position: part()?, line: part()? })
    }
}

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a place in the journal, as 12.0.1")
    }
}

impl std::error::Error for NotAPlace {}

/// Up to `limit` sealed entries behind a place, each with its own.
///
/// # Errors
/// Those of the database.
pub fn sealed_after(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Place,
    limit: u32,
) -> Result<Vec<(Place, Entry)>, Error> {
    let sql = format!(
        "SELECT s.block, s.position, {COLUMNS} FROM ledger_sealed s CROSS JOIN ledger_entry e
         WHERE s.platform_id = $1 AND e.platform_id = s.platform_id AND e.journal_id = s.journal_id
             AND (s.block, s.position, e.line) > ($2, $3, $4)
             AND (s.block, s.position) >= ($2, $3)
         ORDER BY s.block, s.position, e.line LIMIT $5"
    );
    tx.query(&sql, params![platform, after.block, after.position, after.line, limit], |row| {
        let entry = RawEntry::read(row)?.typed()?;
        Ok((Place { block: row.get("block")?, position: row.get("position")?, line: entry.line }, entry))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        let place = Place { block: 12, position: 3, line: 1 };
        assert_eq!(place.to_string().parse(), Ok(place));
        for text in ["", "1", "1.2", "1.2.x", "1.2.3.4"] {
            assert_eq!(text.parse::<Place>(), Err(NotAPlace), "{text}");
        }
    }
}
