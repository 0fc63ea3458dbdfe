//! Sealing: committed journals are bound into numbered blocks, and all of a platform's into one Merkle tree.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Time;
use causeway_domain::ids::{JournalId, PlatformId};
use causeway_domain::ledger::{CompactRange, TreeHead, leaf_hash};

use super::entry::{COLUMNS, RawEntry};
use super::proof::{BlockContent, Credits, journal_bytes};
use crate::{Error, MacPurpose, Macs, Row, Tx, Value, params};

/// Maximum journals per block: a block is written in one transaction, which must not delay payments.
const BLOCK_JOURNALS: i64 = 200;

/// The outcome of one round of sealing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SealingOutcome {
    /// The block that was sealed; `None` if no journal was waiting.
    pub sealed: Option<SealedBlock>,
    /// Journals that this service did not post, set aside for an operator to examine.
    pub set_aside: Vec<JournalId>,
}

impl SealingOutcome {
    /// Returns `true` if no work was left for this round.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.sealed.is_none() && self.set_aside.is_empty()
    }
}

/// A block that was sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SealedBlock {
    /// Number in the platform's ledger, from 1.
    pub number: i64,
    /// Number of entries in it.
    pub entries: i64,
    /// The head of the ledger including it.
    pub head: TreeHead,
}

/// A block as stored, unverified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) platform: PlatformId,
    pub(super) number: i64,
    pub(super) size: i64,
    compact_range: Vec<u8>,
    pub(super) entries: i64,
    pub(super) sums: BTreeMap<String, Credits>,
    pub(super) mac: Vec<u8>,
    sealed_at: Time,
}

/// The totals of a block's journals.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) entries: i64,
    pub(super) sums: BTreeMap<String, Credits>,
}

impl Contents {
    pub(super) fn add(&mut self, entry: &RawEntry) {
        self.entries += 1;
        let credits = self.sums.entry(entry.currency.clone()).or_insert(Credits(0));
        credits.0 += i128::from(entry.amount.max(0));
    }
}

/// A sealed or waiting journal, with the authentication code in that row.
pub(super) struct Journal {
    pub(super) id: JournalId,
    pub(super) mac: Vec<u8>,
}

impl Journal {
    pub(super) fn read(row: &Row<'_>) -> Result<Self, Error> {
        Ok(Self { id: row.get("journal_id")?, mac: row.get("mac")? })
    }

    /// Returns the canonical bytes of the journal with these lines.
    pub(super) fn bytes(&self, platform: PlatformId, lines: &[RawEntry]) -> Vec<u8> {
        journal_bytes(platform, self.id, lines.iter().map(|line| line.hash.as_slice()))
    }

    /// Checks that this service posted exactly these lines.
    pub(super) fn is_authentic(&self, platform: PlatformId, lines: &[RawEntry], macs: &dyn Macs) -> bool {
        lines.iter().all(|line| line.canonical_hash() == *line.hash)
            && macs.fits(MacPurpose::Journals, &self.bytes(platform, lines), &self.mac)
    }
}

/// Seals the oldest unsealed journals of a platform into its next block. A journal that this service did not
/// post, or that is sealed already, is set aside. Call it again until it is done.
///
/// It must be the first work of its closure: on meeting a journal that is sealed already, it undoes all work
/// of the closure and starts again.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the last block: nothing is sealed then, and an
/// operator must examine it. [`Error::Data`] if the database drops inserted rows. Of two concurrent sealers,
/// one is rerun.
pub fn seal(tx: &mut Tx<'_>, platform: PlatformId, at: Time) -> Result<SealingOutcome, Error> {
    if let Some(sealing) = seal_others(tx, platform, &BTreeSet::new(), at)? {
        return Ok(sealing);
    }
    tx.undo()?;
    let sealed_before = sealed_and_waiting(tx, platform)?;
    let sealing = seal_others(tx, platform, &sealed_before, at)?;
    sealing.ok_or_else(|| {
        Error::Data(format!("the database does not keep the journals of a block of {platform}"))
    })
}

/// Seals the oldest journals, and sets aside those known to be sealed already; returns `None` if a further
/// journal turns out to be sealed already.
fn seal_others(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    sealed_before: &BTreeSet<JournalId>,
    at: Time,
) -> Result<Option<SealingOutcome>, Error> {
    let mut journals = take_unsealed(tx, platform)?;
    if journals.is_empty() {
        return Ok(Some(SealingOutcome::default()));
    }
    journals.sort_unstable_by_key(|journal| journal.id);
    let (number, mut range) = match last_block(tx, platform)? {
        Some(last) => (last.number + 1, last.authentic_range(tx.macs())?),
        None => (1, CompactRange::new()),
    };
    let entries = entries_of(tx, platform, &journals)?;
    let lines_of = |journal: &Journal| entries.get(&journal.id).map_or(&[][..], Vec::as_slice);
    let macs = tx.macs();
    let (posted, foreign): (Vec<Journal>, Vec<Journal>) = journals.into_iter().partition(|journal| {
        !sealed_before.contains(&journal.id) && journal.is_authentic(platform, lines_of(journal), macs)
    });
    for journal in &foreign {
        set_aside(tx, platform, journal)?;
    }
    let mut sealing =
        SealingOutcome { sealed: None, set_aside: foreign.iter().map(|journal| journal.id).collect() };
    if posted.is_empty() {
        return Ok(Some(sealing));
    }
    if !insert_journals(tx, platform, number, &posted)? {
        return Ok(None);
    }
    let mut contents = Contents::default();
    for journal in &posted {
        let lines = lines_of(journal);
        lines.iter().for_each(|line| contents.add(line));
        range.push(leaf_hash(&journal.bytes(platform, lines)));
    }
    sealing.sealed = Some(insert_block(tx, platform, number, &range, &contents, at)?);
    Ok(Some(sealing))
}

/// Assigns journals their positions in a block; returns `false` if one is sealed already. The table's key
/// detects that: a query for the sealed ones scans all of them while PostgreSQL has a plan from a time with
/// few.
fn insert_journals(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    block: i64,
    journals: &[Journal],
) -> Result<bool, Error> {
    let count = padded(journals);
    let mut values = vec![Value::from(platform), Value::from(block)];
    for journal in journals.iter().cycle().take(count) {
        values.extend([Value::from(journal.id), Value::from(journal.mac.as_slice())]);
    }
    let row = |position: usize| format!("($1, ${}, $2, {position}, ${})", 2 * position + 3, 2 * position + 4);
    let sql = format!(
        "INSERT INTO ledger_sealed (platform_id, journal_id, block, position, mac) VALUES {}
         ON CONFLICT (platform_id, journal_id) DO NOTHING",
        (0..count).map(row).collect::<Vec<_>>().join(", ")
    );
    let inserted = tx.execute_counted(&sql, &values)?;
    Ok(usize::try_from(inserted) == Ok(journals.len()))
}

fn insert_block(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    number: i64,
    range: &CompactRange,
    contents: &Contents,
    sealed_at: Time,
) -> Result<SealedBlock, Error> {
    let size = range.size();
    let root = range.root();
    let Contents { entries, sums } = contents;
    let content = BlockContent { platform, number, size, root, entries: *entries, sums, sealed_at };
    let mac = tx.macs().make(MacPurpose::Blocks, &content.bytes());
    let stored_size =
        i64::try_from(size).map_err(|_| Error::Data("more journals than 64 bits".to_owned()))?;
    tx.execute(
        "INSERT INTO ledger_block (platform_id, number, size, compact_range, entries, sums, mac, sealed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![platform, number, stored_size, range.to_bytes(), *entries, Value::doc(sums)?, mac, sealed_at],
    )?;
    Ok(SealedBlock { number, entries: *entries, head: TreeHead { platform, size, root } })
}

/// Returns the newest head of each platform's ledger, if this service has sealed it.
pub fn heads(tx: &mut Tx<'_>) -> Result<Vec<TreeHead>, Error> {
    let sql = format!(
        "SELECT {BLOCK_COLUMNS} FROM platform p JOIN ledger_block b ON b.platform_id = p.platform_id
         WHERE b.number = (SELECT MAX(l.number) FROM ledger_block l WHERE l.platform_id = p.platform_id)
         ORDER BY p.platform_id"
    );
    let last = tx.query(&sql, &[], Block::read)?;
    let macs = tx.macs();
    let head = |block: &Block| {
        let range = block.authentic_range(macs).ok()?;
        Some(TreeHead { platform: block.platform, size: range.size(), root: range.root() })
    };
    Ok(last.iter().filter_map(head).collect())
}

/// Returns the number of the last block of each platform's ledger.
pub fn last_blocks(tx: &mut Tx<'_>) -> Result<BTreeMap<PlatformId, i64>, Error> {
    let sql = "SELECT p.platform_id, (SELECT MAX(b.number) FROM ledger_block b WHERE b.platform_id = p.platform_id) AS last
        FROM platform p ORDER BY p.platform_id";
    let last = tx.query(sql, &[], |row| Ok((row.get("platform_id")?, row.get::<Option<i64>>("last")?)))?;
    Ok(last.into_iter().filter_map(|(platform, last)| Some((platform, last?))).collect())
}

/// Queues the journals that were set aside for another check: an operator may have corrected them.
pub fn reconsider(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.execute("/* all platforms */ UPDATE ledger_unsealed SET set_aside = FALSE WHERE set_aside", &[])
}

/// Returns the platforms that have journals to seal.
pub fn unsealed_platforms(tx: &mut Tx<'_>) -> Result<Vec<PlatformId>, Error> {
    let sql = "SELECT p.platform_id FROM platform p
        WHERE EXISTS (SELECT 1 FROM ledger_unsealed u WHERE u.platform_id = p.platform_id AND NOT u.set_aside)
        ORDER BY p.platform_id";
    tx.query(sql, &[], |row| row.get("platform_id"))
}

/// Returns `true` if these journals of a platform are sealed, and none of its journals is set aside.
pub fn are_sealed_and_none_set_aside(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    journals: &[JournalId],
) -> Result<bool, Error> {
    for journal in journals {
        let sql = "SELECT block FROM ledger_sealed WHERE platform_id = $1 AND journal_id = $2";
        if tx.query_opt(sql, params![platform, *journal], |row| row.get::<i64>("block"))?.is_none() {
            return Ok(false);
        }
    }
    let sql = "SELECT journal_id FROM ledger_unsealed WHERE platform_id = $1 AND set_aside LIMIT 1";
    Ok(tx.query_opt(sql, params![platform], |row| row.get::<JournalId>("journal_id"))?.is_none())
}

/// Counts the journal entries that wait to be sealed, over all platforms.
pub fn unsealed(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one("/* all platforms */ SELECT COUNT(*) AS waiting FROM ledger_unsealed", &[], |row| {
        row.get("waiting")
    })
}

fn take_unsealed(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<Journal>, Error> {
    tx.query(
        "DELETE FROM ledger_unsealed WHERE platform_id = $1 AND journal_id IN (
             SELECT journal_id FROM ledger_unsealed WHERE platform_id = $1 AND NOT set_aside
             ORDER BY journal_id LIMIT $2)
         RETURNING journal_id, mac",
        params![platform, BLOCK_JOURNALS],
        Journal::read,
    )
}

fn set_aside(tx: &mut Tx<'_>, platform: PlatformId, journal: &Journal) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO ledger_unsealed (platform_id, journal_id, mac, set_aside) VALUES ($1, $2, $3, TRUE)",
        params![platform, journal.id, journal.mac.as_slice()],
    )
}

/// Returns the number of journals that a statement names, including repeated ones: lengths are powers of two,
/// to keep the number of prepared statements small.
fn padded(journals: &[Journal]) -> usize {
    journals.len().next_power_of_two()
}

/// Returns the journals that are sealed already, among a platform's oldest waiting journals.
fn sealed_and_waiting(tx: &mut Tx<'_>, platform: PlatformId) -> Result<BTreeSet<JournalId>, Error> {
    let sql = "SELECT u.journal_id FROM ledger_unsealed u
        JOIN ledger_sealed s ON s.platform_id = u.platform_id AND s.journal_id = u.journal_id
        WHERE u.platform_id = $1 AND NOT u.set_aside
        ORDER BY u.journal_id LIMIT $2";
    let waiting: Vec<JournalId> =
        tx.query(sql, params![platform, BLOCK_JOURNALS], |row| row.get("journal_id"))?;
    Ok(waiting.into_iter().collect())
}

/// Returns the lines of journals, in order.
fn entries_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    journals: &[Journal],
) -> Result<BTreeMap<JournalId, Vec<RawEntry>>, Error> {
    let count = padded(journals);
    let places: Vec<String> = (2..count + 2).map(|place| format!("${place}")).collect();
    let again = journals.iter().cycle().take(count).map(|journal| Value::from(journal.id));
    let values: Vec<Value<'_>> = std::iter::once(Value::from(platform)).chain(again).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE e.platform_id = $1 AND e.journal_id IN ({places})
         ORDER BY e.journal_id, e.line",
        places = places.join(", ")
    );
    let mut lines: BTreeMap<JournalId, Vec<RawEntry>> = BTreeMap::new();
    for entry in tx.query(&sql, &values, RawEntry::read)? {
        lines.entry(entry.journal).or_default().push(entry);
    }
    Ok(lines)
}

pub(super) const BLOCK_COLUMNS: &str =
    "b.platform_id, b.number, b.size, b.compact_range, b.entries, b.sums, b.mac, b.sealed_at";

fn last_block(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<Block>, Error> {
    let sql = format!(
        "SELECT {BLOCK_COLUMNS} FROM ledger_block b WHERE b.platform_id = $1 ORDER BY b.number DESC LIMIT 1"
    );
    tx.query_opt(&sql, params![platform], Block::read)
}

impl Block {
    pub(super) fn read(row: &Row<'_>) -> Result<Self, Error> {
        Ok(Self {
            platform: row.get("platform_id")?,
            number: row.get("number")?,
            size: row.get("size")?,
            compact_range: row.get("compact_range")?,
            entries: row.get("entries")?,
            // Unreadable sums cannot be the authenticated ones.
            sums: row.json("sums").unwrap_or_default(),
            mac: row.get("mac")?,
            sealed_at: row.get("sealed_at")?,
        })
    }

    /// Returns the tree up to the end of the block, unverified.
    pub(super) fn range(&self) -> Option<CompactRange> {
        CompactRange::from_bytes(u64::try_from(self.size).ok()?, &self.compact_range)
    }

    /// Checks that this service wrote the block.
    pub(super) fn is_authentic(&self, macs: &dyn Macs) -> bool {
        self.range().is_some_and(|range| {
            let content = BlockContent {
                platform: self.platform,
                number: self.number,
                size: range.size(),
                root: range.root(),
                entries: self.entries,
                sums: &self.sums,
                sealed_at: self.sealed_at,
            };
            macs.fits(MacPurpose::Blocks, &content.bytes(), &self.mac)
        })
    }

    /// Returns the tree up to the end of the block, which this service must have written.
    fn authentic_range(&self, macs: &dyn Macs) -> Result<CompactRange, Error> {
        let range = self.range().filter(|_| self.is_authentic(macs));
        range.ok_or_else(|| Error::NotAuthentic(format!("block {} of {}", self.number, self.platform)))
    }
}
