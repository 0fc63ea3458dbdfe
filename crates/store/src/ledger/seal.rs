//! Sealing: committed entries are bound into numbered blocks, one chain per platform.

use std::collections::BTreeMap;
use std::fmt;

use causeway_domain::Time;
use causeway_domain::ids::{Id, JournalId, PlatformId};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::entry::{COLUMNS, RawEntry};
use crate::{Error, Row, Tx, Value, params};

/// Journals per block at most: a block is written in one transaction, which must not hold up payments.
const BLOCK_JOURNALS: i64 = 200;

/// The hash before the first block.
pub(super) const NO_HASH: [u8; 32] = [0; 32];

/// The key that authenticates blocks; it never stands in the database.
#[derive(Clone)]
pub struct SealKey {
    /// Its number, which blocks name.
    pub id: i64,
    /// The key.
    pub key: [u8; 32],
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A block that was sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// Its number in the platform's chain, from 1.
    pub number: i64,
    /// How many entries it holds.
    pub entries: i64,
    /// Its hash.
    pub hash: [u8; 32],
}

/// A block as it stands in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) platform: PlatformId,
    pub(super) number: i64,
    pub(super) previous_hash: Vec<u8>,
    pub(super) entries: i64,
    pub(super) sums: BTreeMap<String, Credits>,
    pub(super) hash: Vec<u8>,
    pub(super) key_id: i64,
    pub(super) mac: Vec<u8>,
    pub(super) sealed_at: Time,
}

/// The sum of a currency's credits in a block, which is also that of its debits.
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

/// What a block's hash is computed from, entry by entry.
pub(super) struct Contents {
    hashes: Sha256,
    pub(super) entries: i64,
    pub(super) sums: BTreeMap<String, Credits>,
}

impl Contents {
    pub(super) fn new() -> Self {
        Self { hashes: Sha256::new(), entries: 0, sums: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, entry: &RawEntry) {
        self.hashes.update(&entry.hash);
        self.entries += 1;
        let credits = self.sums.entry(entry.currency.clone()).or_insert(Credits(0));
        credits.0 += i128::from(entry.amount.max(0));
    }

    /// SHA-256 of, in this order: the text `causeway ledger block 1`; the platform (16 bytes), the number (8),
    /// the hash of the block before (32, zeros for the first); the number of entries (8); of each currency in
    /// the order of its code: 8 bytes of length, the code, its credits (16); the time of sealing (8); the
    /// SHA-256 of the entries' hashes, one after the other. Integers are big-endian, two's complement.
    pub(super) fn block_hash(
        &self,
        platform: PlatformId,
        number: i64,
        previous: &[u8],
        at: Time,
    ) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"causeway ledger block 1");
        hash.update(platform.uuid());
        hash.update(number.to_be_bytes());
        hash.update(previous);
        hash.update(self.entries.to_be_bytes());
        for (currency, credits) in &self.sums {
            hash.update(u64::try_from(currency.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(currency.as_bytes());
            hash.update(credits.0.to_be_bytes());
        }
        hash.update(at.millis().to_be_bytes());
        hash.update(self.hashes.clone().finalize());
        hash.finalize().into()
    }
}

/// The authentication of a block's hash.
pub(super) fn mac(key: &SealKey, hash: &[u8]) -> Result<Hmac<Sha256>, Error> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.key)
        .map_err(|_| Error::Data("the sealing key has no usable length".to_owned()))?;
    mac.update(hash);
    Ok(mac)
}

/// Seals the oldest entries of a platform that are not sealed yet into its next block; `None` when there are
/// none. Call it again until then.
///
/// # Errors
/// [`Error::Data`] when an entry is not the one that was booked: nothing is sealed then, and an operator must
/// look ([`super::verify`] names the entry). Two sealers at once: one of them is rerun.
pub fn seal(tx: &mut Tx<'_>, platform: PlatformId, key: &SealKey, at: Time) -> Result<Option<Sealed>, Error> {
    let mut journals = take_unsealed(tx, platform)?;
    if journals.is_empty() {
        return Ok(None);
    }
    journals.sort_unstable();
    let (number, previous) = match last_block(tx, platform)? {
        Some(last) => (last.number + 1, last.hash),
        None => (1, NO_HASH.to_vec()),
    };
    for (journal, position) in journals.iter().zip(0_i64..) {
        tx.execute(
            "INSERT INTO ledger_sealed (platform_id, journal_id, block, position) VALUES ($1, $2, $3, $4)",
            params![platform, *journal, number, position],
        )?;
    }
    let mut contents = Contents::new();
    for entry in entries_of_block(tx, platform, number)? {
        if entry.canonical_hash() != *entry.hash {
            return Err(Error::Data(format!("{} of {platform} was altered", entry.journal)));
        }
        contents.add(&entry);
    }
    let hash = contents.block_hash(platform, number, &previous, at);
    let block_mac = mac(key, &hash)?.finalize().into_bytes();
    tx.execute(
        "INSERT INTO ledger_block (platform_id, number, previous_hash, entries, sums, hash, key_id, mac, sealed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            platform,
            number,
            previous,
            contents.entries,
            Value::doc(&contents.sums)?,
            hash,
            key.id,
            block_mac.to_vec(),
            at
        ],
    )?;
    Ok(Some(Sealed { number, entries: contents.entries, hash }))
}

/// Platforms that have entries to seal.
///
/// # Errors
/// Those of the database.
pub fn unsealed_platforms(tx: &mut Tx<'_>) -> Result<Vec<PlatformId>, Error> {
    let sql = "SELECT p.platform_id FROM platform p
        WHERE EXISTS (SELECT 1 FROM ledger_unsealed u WHERE u.platform_id = p.platform_id)
        ORDER BY p.platform_id";
    tx.query(sql, &[], |row| row.get("platform_id"))
}

/// How many journal entries wait to be sealed, over all platforms.
///
/// # Errors
/// Those of the database.
pub fn unsealed(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one("/* all platforms */ SELECT COUNT(*) AS waiting FROM ledger_unsealed", &[], |row| {
        row.get("waiting")
    })
}

fn take_unsealed(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<JournalId>, Error> {
    tx.query(
        "DELETE FROM ledger_unsealed WHERE platform_id = $1 AND journal_id IN (
             SELECT journal_id FROM ledger_unsealed WHERE platform_id = $1 ORDER BY journal_id LIMIT $2)
         RETURNING journal_id",
        params![platform, BLOCK_JOURNALS],
        |row| row.get("journal_id"),
    )
}

pub(super) const BLOCK_COLUMNS: &str =
    "platform_id, number, previous_hash, entries, sums, hash, key_id, mac, sealed_at";

fn last_block(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<Block>, Error> {
    let sql = format!(
        "SELECT {BLOCK_COLUMNS} FROM ledger_block WHERE platform_id = $1 ORDER BY number DESC LIMIT 1"
    );
    tx.query_opt(&sql, params![platform], Block::read)
}

/// The entries that a block holds, in its order. `CROSS JOIN` has SQLite begin with the block: without statistics it
/// would walk through the whole ledger, and look each entry up.
pub(super) fn entries_of_block(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    number: i64,
) -> Result<Vec<RawEntry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_sealed s CROSS JOIN ledger_entry e
         WHERE s.platform_id = $1 AND s.block = $2
             AND e.platform_id = s.platform_id AND e.journal_id = s.journal_id
         ORDER BY s.position, e.line"
    );
    tx.query(&sql, params![platform, number], RawEntry::read)
}

impl Block {
    pub(super) fn read(row: &Row<'_>) -> Result<Self, Error> {
        Ok(Self {
            platform: row.get("platform_id")?,
            number: row.get("number")?,
            previous_hash: row.get("previous_hash")?,
            entries: row.get("entries")?,
            sums: row.json("sums")?,
            hash: row.get("hash")?,
            key_id: row.get("key_id")?,
            mac: row.get("mac")?,
            sealed_at: row.get("sealed_at")?,
        })
    }
}
