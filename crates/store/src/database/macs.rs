//! Message authentication codes of rows, under keys that are not in the database.

use std::fmt;

/// The kind of data that a code authenticates. Keys of different purposes are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MacPurpose {
    /// The entries of a journal.
    Journals,
    /// The guarded balances of an internal account.
    Balances,
    /// A block of the ledger.
    Blocks,
    /// The payment terms of a quote or a payment, and the details of an external account.
    Terms,
}

/// Length of a code: the number of its key (4 bytes, big-endian), then 32 bytes.
pub const MAC_BYTES: usize = 36;

/// A code as stored.
pub type Mac = [u8; MAC_BYTES];

/// A row that this service did not write: its code does not fit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignRow {
    pub table: &'static str,
    /// The key among the rows of its platform: a UUID in most tables.
    pub key: String,
}

/// Creation and verification of codes. An attacker who can write to the database, but cannot call this,
/// cannot create a row that is accepted.
pub trait Macs: Send + Sync {
    /// Computes the code of a message with the newest key.
    fn make(&self, purpose: MacPurpose, message: &[u8]) -> Mac;

    /// Checks that a code is that of the message under any known key, in constant time.
    fn fits(&self, purpose: MacPurpose, message: &[u8], mac: &[u8]) -> bool;

    /// Returns `true` if a row is read although its code does not fit, because it is only shown.
    fn tolerates(&self, _row: &ForeignRow) -> bool {
        false
    }
}

impl fmt::Display for ForeignRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} {}", self.table.replace('_', " "), self.key)
    }
}

/// Returns the key number that a code claims.
#[must_use]
pub fn key_number(mac: &[u8]) -> Option<u32> {
    mac.split_first_chunk().map(|(number, _)| u32::from_be_bytes(*number))
}
