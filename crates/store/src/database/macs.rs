//! Message authentication codes in rows, under keys that are not in the database.

/// What a code authenticates. Keys of different purposes say nothing about each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MacPurpose {
    /// The entries of a journal.
    Journals,
    /// The guarded balances of an internal account.
    Balances,
    /// A block of the ledger.
    Blocks,
    /// What a quote or a payment was agreed on, and the details of an external account.
    Terms,
}

/// How long a code is: the number of its key (4 bytes, big-endian), then 32 bytes.
pub const MAC_BYTES: usize = 36;

/// A code as it is stored.
pub type Mac = [u8; MAC_BYTES];

/// Makes and checks codes. Who may write to the database but cannot call this cannot make a row that counts.
pub trait Macs: Send + Sync {
    /// The code of a message, made with the newest key.
    fn make(&self, purpose: MacPurpose, message: &[u8]) -> Mac;

    /// Whether a code is that of the message, made with any known key; in a time that does not depend on how much
    /// of it fits.
    fn fits(&self, purpose: MacPurpose, message: &[u8], mac: &[u8]) -> bool;
}

/// The number of the key that a code says it was made with.
#[must_use]
pub fn key_number(mac: &[u8]) -> Option<u32> {
    mac.split_first_chunk().map(|(number, _)| u32::from_be_bytes(*number))
}
