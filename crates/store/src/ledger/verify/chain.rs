//! The blocks, the journals in them, and the checkpoints along them.

use std::collections::BTreeMap;

use causeway_domain::ids::{JournalId, PlatformId};
use causeway_domain::ledger::{CompactRange, TreeHead, leaf_hash};

use super::PAGE;
use super::anchors::Known;
use super::report::{FaultKind, Head, Report};
use crate::ledger::entry::{COLUMNS, RawEntry};
use crate::ledger::seal::{BLOCK_COLUMNS, Block, Contents, Journal};
use crate::{Error, MacPurpose, Tx, params};

/// Reads a platform's blocks in order, then the journals that wait; how many journals are sealed.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &mut Known,
    report: &mut Report,
) -> Result<u64, Error> {
    report.platforms += 1;
    let mut chain = Chain { known, range: CompactRange::new(), number: 0, folded: Folded::default() };
    chain.known.compare(&chain.range, report);
    loop {
        let blocks = blocks_after(tx, platform, chain.number)?;
        if blocks.is_empty() {
            break;
        }
        for block in blocks {
            chain.take(tx, &block, report)?;
        }
    }
    let size = chain.range.size();
    if chain.number > 0 {
        let tree = TreeHead { platform, size, root: chain.range.root() };
        report.heads.push(Head { number: chain.number, tree });
    }
    chain.known.close(size, report);
    read_unsealed(tx, platform, chain.known, size, report)?;
    Ok(size)
}

/// A gap is named by its first numbers.
const NAMED_GAPS: usize = 10;

/// What accumulating accounts have come to, by code and currency.
type Accumulated = BTreeMap<(String, String), i128>;

/// What accumulating accounts have come to, and what the checkpoints say.
#[derive(Default)]
struct Folded {
    entries: Accumulated,
    checkpoints: Accumulated,
}

/// A platform's ledger up to a block.
struct Chain<'a> {
    known: &'a mut Known,
    range: CompactRange,
    number: i64,
    folded: Folded,
}

impl Chain<'_> {
    /// Goes on by a block.
    fn take(&mut self, tx: &mut Tx<'_>, block: &Block, report: &mut Report) -> Result<(), Error> {
        let platform = block.platform;
        let gap = self.number + 1..block.number;
        let follows = gap.is_empty();
        gap.take(NAMED_GAPS).for_each(|number| {
            report.add(FaultKind::BlockMissing, platform, format!("block {number}"), "is not in the ledger");
        });
        let contents = self.read_contents(tx, block, report)?;
        self.check(tx, block, &contents, follows, report);
        self.number = block.number;
        self.folded.check(tx, block, report)
    }

    fn read_contents(
        &mut self,
        tx: &mut Tx<'_>,
        block: &Block,
        report: &mut Report,
    ) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        let mut entries = entries_of_block(tx, block)?;
        for (place, (position, journal)) in (0..).zip(journals_of_block(tx, block)?) {
            if position != place {
                let detail = format!("stands at place {position} of block {}, not at {place}", block.number);
                report.add(FaultKind::BlockAltered, block.platform, journal.id, detail);
            }
            let lines = entries.remove(&journal.id).unwrap_or_default();
            check_journal(tx, block.platform, &journal, &lines, report);
            self.range.push(leaf_hash(&journal.bytes(block.platform, &lines)));
            self.known.compare(&self.range, report);
            check_key(self.known, &journal.mac, self.range.size(), block.platform, journal.id, report);
            for entry in lines {
                contents.add(&entry);
                self.folded.add(&entry);
            }
        }
        report.blocks += 1;
        Ok(contents)
    }

    /// Whether a block is what it was sealed as. Where an authentic one is not, the next is held against what it
    /// says, so that one change is named once.
    fn check(&mut self, tx: &Tx<'_>, block: &Block, contents: &Contents, follows: bool, report: &mut Report) {
        let (platform, subject) = (block.platform, format!("block {}", block.number));
        let range = block.range();
        let is_other_tree = follows && range.as_ref() != Some(&self.range);
        if is_other_tree || block.entries != contents.entries || block.sums != contents.sums {
            let detail = format!("was sealed with {} entries, has {}", block.entries, contents.entries);
            report.add(FaultKind::BlockAltered, platform, &subject, detail);
        }
        if !block.is_authentic(tx.macs()) {
            let detail = "was not sealed by this service, or with a key that is not known";
            report.add(FaultKind::BlockNotAuthentic, platform, &subject, detail);
        } else if let Some(range) = range {
            self.range = range;
        }
        check_key(self.known, &block.mac, self.range.size(), platform, &subject, report);
    }
}

fn blocks_after(tx: &mut Tx<'_>, platform: PlatformId, number: i64) -> Result<Vec<Block>, Error> {
    let sql = format!(
        "SELECT {BLOCK_COLUMNS} FROM ledger_block b WHERE b.platform_id = $1 AND b.number > $2
         ORDER BY b.number LIMIT {PAGE}"
    );
    tx.query(&sql, params![platform, number], Block::read)
}

/// The journals of a block in their order, each with the place that it was given.
fn journals_of_block(tx: &mut Tx<'_>, block: &Block) -> Result<Vec<(i64, Journal)>, Error> {
    tx.query(
        "SELECT position, journal_id, mac FROM ledger_sealed WHERE platform_id = $1 AND block = $2 ORDER BY position",
        params![block.platform, block.number],
        |row| Ok((row.get("position")?, Journal::read(row)?)),
    )
}

/// The lines of a block's journals, in their order. `CROSS JOIN` has SQLite begin with the block: without statistics it
/// would walk through the whole ledger, and look each entry up.
fn entries_of_block(tx: &mut Tx<'_>, block: &Block) -> Result<BTreeMap<JournalId, Vec<RawEntry>>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_sealed s CROSS JOIN ledger_entry e
         WHERE s.platform_id = $1 AND s.block = $2
             AND e.platform_id = s.platform_id AND e.journal_id = s.journal_id
         ORDER BY s.position, e.line"
    );
    Ok(by_journal(tx.query(&sql, params![block.platform, block.number], RawEntry::read)?))
}

fn by_journal(entries: Vec<RawEntry>) -> BTreeMap<JournalId, Vec<RawEntry>> {
    let mut journals: BTreeMap<JournalId, Vec<RawEntry>> = BTreeMap::new();
    for entry in entries {
        journals.entry(entry.journal).or_default().push(entry);
    }
    journals
}

/// Whether each entry is the one that was booked, all of them are what this service posted, and they add up to zero.
/// A journal without lines is named elsewhere.
fn check_journal(
    tx: &Tx<'_>,
    platform: PlatformId,
    journal: &Journal,
    lines: &[RawEntry],
    report: &mut Report,
) {
    report.entries += u64::try_from(lines.len()).unwrap_or(u64::MAX);
    for entry in lines.iter().filter(|entry| entry.canonical_hash() != *entry.hash) {
        let detail = format!("line {} is not what was booked", entry.line);
        report.add(FaultKind::EntryAltered, platform, journal.id, detail);
    }
    if !tx.macs().fits(MacPurpose::Journals, &journal.bytes(platform, lines), &journal.mac) {
        let detail = "was not posted by this service, or with a key that is not known";
        report.add(FaultKind::JournalNotAuthentic, platform, journal.id, detail);
    }
    let mut sums: BTreeMap<&str, i128> = BTreeMap::new();
    for line in lines {
        *sums.entry(&line.currency).or_default() += i128::from(line.amount);
    }
    for (currency, sum) in sums.into_iter().filter(|(_, sum)| *sum != 0) {
        let detail = format!("its lines add up to {sum} {currency}");
        report.add(FaultKind::Unbalanced, platform, journal.id, detail);
    }
}

/// Names a key that was replaced before the ledger had so many journals.
fn check_key(
    known: &Known,
    mac: &[u8],
    journals: u64,
    platform: PlatformId,
    subject: impl ToString,
    report: &mut Report,
) {
    if let Some(number) = known.retired_key(mac, journals) {
        let detail = format!("was made with key {number}, which had been replaced");
        report.add(FaultKind::KeyRetired, platform, subject.to_string(), detail);
    }
}

impl Folded {
    fn add(&mut self, entry: &RawEntry) {
        if entry.account.is_none() {
            let account = (entry.code.clone(), entry.currency.clone());
            *self.entries.entry(account).or_default() += i128::from(entry.amount);
        }
    }

    /// Where a block has checkpoints, the newest ones of all accounts say what the entries up to it make them.
    fn check(&mut self, tx: &mut Tx<'_>, block: &Block, report: &mut Report) -> Result<(), Error> {
        let found = tx.query(
            "SELECT code, currency, balance FROM ledger_checkpoint WHERE platform_id = $1 AND block = $2",
            params![block.platform, block.number],
            |row| {
                let account: (String, String) = (row.get("code")?, row.get("currency")?);
                Ok((account, i128::from(row.get::<i64>("balance")?)))
            },
        )?;
        if found.is_empty() {
            return Ok(());
        }
        self.checkpoints.extend(found);
        let accounts: Vec<_> = self.entries.keys().chain(self.checkpoints.keys()).cloned().collect();
        for account in accounts.into_iter().collect::<std::collections::BTreeSet<_>>() {
            let says = |all: &Accumulated| all.get(&account).copied().unwrap_or(0);
            let (balance, entries) = (says(&self.checkpoints), says(&self.entries));
            if balance != entries {
                let subject = format!("{} {}", account.0, account.1);
                let detail = format!(
                    "the newest checkpoint at block {} says {balance}, the entries {entries}",
                    block.number
                );
                report.add(FaultKind::CheckpointDiffers, block.platform, subject, detail);
            }
        }
        Ok(())
    }
}

fn read_unsealed(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    sealed: u64,
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<JournalId> = None;
    loop {
        let journals = tx.query(
            &format!(
                "SELECT journal_id, mac, set_aside FROM ledger_unsealed
                 WHERE platform_id = $1 AND ($2 OR journal_id > $3) ORDER BY journal_id LIMIT {PAGE}"
            ),
            params![platform, after.is_none(), after],
            |row| Ok((Journal::read(row)?, row.get::<bool>("set_aside")?)),
        )?;
        let (Some((first, _)), Some((last, _))) = (journals.first(), journals.last()) else { return Ok(()) };
        let entries = tx.query(
            &format!(
                "SELECT {COLUMNS} FROM ledger_unsealed u CROSS JOIN ledger_entry e
                 WHERE u.platform_id = $1 AND u.journal_id >= $2 AND u.journal_id <= $3
                     AND e.platform_id = u.platform_id AND e.journal_id = u.journal_id
                 ORDER BY e.journal_id, e.line"
            ),
            params![platform, first.id, last.id],
            RawEntry::read,
        )?;
        after = Some(last.id);
        let mut entries = by_journal(entries);
        for (journal, set_aside) in journals {
            let lines = entries.remove(&journal.id).unwrap_or_default();
            check_journal(tx, platform, &journal, &lines, report);
            check_key(known, &journal.mac, sealed + 1, platform, journal.id, report);
            if set_aside {
                let detail = "was set aside and is not going to be sealed";
                report.add(FaultKind::JournalSetAside, platform, journal.id, detail);
            }
            report.unsealed += 1;
        }
    }
}
