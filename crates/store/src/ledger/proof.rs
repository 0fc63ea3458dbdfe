//! The authenticated bytes. Integers are big-endian, two's complement; a text follows its length in 8 bytes.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_domain::ids::{Id, JournalId, PlatformId};
use causeway_domain::ledger::Hash;
use serde::{Deserialize, Serialize};

/// Returns the bytes of a journal, which are also the content of its leaf in the Merkle tree. In this order:
/// the text `causeway ledger journal 1`; platform and journal (16 bytes each); the number of its entries (8);
/// the hash of each.
pub(super) fn journal_bytes<'a>(
    platform: PlatformId,
    journal: JournalId,
    hashes: impl ExactSizeIterator<Item = &'a [u8]>,
) -> Vec<u8> {
    let mut bytes = b"causeway ledger journal 1".to_vec();
    bytes.extend(platform.uuid().as_bytes());
    bytes.extend(journal.uuid().as_bytes());
    bytes.extend(length(hashes.len()));
    hashes.for_each(|hash| bytes.extend(hash));
    bytes
}

/// The sum of a currency's credits in a block, equal to that of its debits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Credits(pub(super) i128);

impl TryFrom<String> for Credits {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl From<Credits> for String {
    fn from(credits: Credits) -> Self {
        credits.0.to_string()
    }
}

/// The authenticated content of a block.
pub(super) struct BlockContent<'a> {
    pub(super) platform: PlatformId,
    pub(super) number: i64,
    pub(super) size: u64,
    pub(super) root: Hash,
    pub(super) entries: i64,
    pub(super) sums: &'a BTreeMap<String, Credits>,
    pub(super) sealed_at: Time,
}

impl BlockContent<'_> {
    /// Returns the authenticated bytes. In this order: the text `causeway ledger block 2`; the platform (16
    /// bytes); number and size of the tree (8 each); its root (32); the number of entries (8); of each
    /// currency in the order of its code: the code, its credits (16); the time of sealing (8).
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"causeway ledger block 2".to_vec();
        bytes.extend(self.platform.uuid().as_bytes());
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(self.size.to_be_bytes());
        bytes.extend(self.root);
        bytes.extend(self.entries.to_be_bytes());
        for (currency, credits) in self.sums {
            put_text(&mut bytes, currency);
            bytes.extend(credits.0.to_be_bytes());
        }
        bytes.extend(self.sealed_at.millis().to_be_bytes());
        bytes
    }
}

pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(length(text.len()));
    bytes.extend(text.as_bytes());
}

fn length(length: usize) -> [u8; 8] {
    u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes()
}
