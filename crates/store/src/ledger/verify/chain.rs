//! The blocks, the journals in them, and the checkpoints along them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use causeway_domain::ids::{JournalId, PlatformId};
use causeway_domain::ledger::{TreeHead, leaf_hash};
use uuid::Uuid;

use super::progress::PAGE;
use super::report::{FaultKind, Head};
use super::scope::{Span, between};
use super::state::{AccountSums, Chain};
use super::{Scope, Source, behind, negative};
use crate::ledger::entry::{COLUMNS, RawEntry};
use crate::ledger::seal::{BLOCK_COLUMNS, Block, Contents, Journal};
use crate::{Error, MacPurpose, Tx, params};

/// The column that orders blocks.
pub(super) const KEY: &str = "number";
/// Maximum number of missing blocks reported per gap, from its start.
const NAMED_GAPS: usize = 10;
/// Number of rows that a block counts for.
const ROWS_OF_A_BLOCK: i64 = 200;

/// Reads some of a platform's blocks in order; after the last one, the journals that wait.
pub(super) fn blocks(scope: &mut Scope<'_, '_>, _: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let mut chain = std::mem::take(scope.chain);
    if chain.number == 0 {
        scope.report.platforms += 1;
        scope.known.compare(&chain.range, scope.report);
    }
    if chain.read_some(scope)? {
        *scope.chain = chain;
        return Ok(Some(Uuid::nil()));
    }
    chain.close(scope)?;
    Ok(None)
}

impl Chain {
    /// Starts after a block, whose tree is used if this service wrote the block. The balances of accumulating
    /// accounts are unknown.
    pub(super) fn behind(tx: &mut Tx<'_>, platform: PlatformId, number: i64) -> Result<Self, Error> {
        let sql =
            format!("SELECT {BLOCK_COLUMNS} FROM ledger_block b WHERE b.platform_id = $1 AND b.number = $2");
        let found =
            tx.query(&sql, params![platform, number], |row| Ok(Block::read(row).ok()))?.pop().flatten();
        let macs = tx.macs();
        let range = found.filter(|block| block.is_authentic(macs)).and_then(|block| block.range());
        let has_gap = number > 0 && range.is_none();
        Ok(Self { number, range: range.unwrap_or_default(), has_gap, is_partial: true, ..Self::default() })
    }

    /// Returns the number of the last block that was read.
    pub(super) const fn number(&self) -> i64 {
        self.number
    }

    /// Reads some blocks; returns `true` if there may be more.
    pub(super) fn read_some(&mut self, scope: &mut Scope<'_, '_>) -> Result<bool, Error> {
        let limit = (scope.limit / ROWS_OF_A_BLOCK).max(1);
        let blocks = blocks_after(scope, self.number, limit)?;
        let count = i64::try_from(blocks.len()).unwrap_or(i64::MAX);
        for (number, block) in blocks {
            self.take(scope, number, block)?;
        }
        Ok(count >= limit)
    }

    /// Skips a block that cannot be read; returns `false` if `part` is not that of the blocks, or there is no
    /// next block.
    pub(super) fn skip_block(
        &mut self,
        tx: &mut Tx<'_>,
        platform: PlatformId,
        part: usize,
    ) -> Result<bool, Error> {
        if part != 0 {
            return Ok(false);
        }
        (self.has_gap, self.is_partial) = (true, true);
        let sql =
            "SELECT number FROM ledger_block WHERE platform_id = $1 AND number > $2 ORDER BY number LIMIT 1";
        let next = tx.query_opt(sql, params![platform, self.number], |row| row.get::<i64>("number"))?;
        let Some(number) = next else { return Ok(false) };
        self.number = number;
        Ok(true)
    }

    /// Adds a block to the chain; `None` if the block is unreadable: its journals are still read.
    fn take(&mut self, scope: &mut Scope<'_, '_>, number: i64, block: Option<Block>) -> Result<(), Error> {
        let gap = self.number.saturating_add(1)..number;
        let follows = gap.is_empty() && !self.has_gap;
        if !self.has_gap {
            gap.take(NAMED_GAPS).for_each(|number| {
                scope.add(FaultKind::BlockMissing, format!("block {number}"), "is missing from the ledger");
            });
        }
        let contents = self.read_contents(scope, number)?;
        self.has_gap = block.is_none();
        if let Some(block) = &block {
            self.check(scope, block, &contents, follows);
        }
        self.number = number;
        self.check_checkpoints(scope)
    }

    fn read_contents(&mut self, scope: &mut Scope<'_, '_>, number: i64) -> Result<Contents, Error> {
        let platform = scope.platform;
        let mut contents = Contents::default();
        let mut entries = entries_of_block(scope, number)?;
        for (place, (position, journal)) in (0..).zip(journals_of_block(scope, number)?) {
            if position != place {
                let detail = format!("is at position {position} of block {number} instead of {place}");
                scope.add(FaultKind::BlockAltered, journal.id, detail);
            }
            let lines = entries.remove(&journal.id).unwrap_or_default();
            check_journal(scope, &journal, &lines);
            self.range.push(leaf_hash(&journal.bytes(platform, &lines)));
            scope.known.compare(&self.range, scope.report);
            check_key(scope, &journal.mac, self.range.size(), journal.id);
            for entry in lines {
                contents.add(&entry);
                self.add(&entry);
            }
        }
        scope.report.blocks += 1;
        Ok(contents)
    }

    /// Verifies a block's content. After a mismatch of an authentic block, continues from the block's own
    /// tree so that one change is reported once.
    fn check(&mut self, scope: &mut Scope<'_, '_>, block: &Block, contents: &Contents, follows: bool) {
        let subject = format!("block {}", block.number);
        let range = block.range();
        let is_other_tree = follows && range.as_ref() != Some(&self.range);
        if is_other_tree || block.entries != contents.entries || block.sums != contents.sums {
            let detail = format!("was sealed with {} entries, has {}", block.entries, contents.entries);
            scope.add(FaultKind::BlockAltered, &subject, detail);
        }
        if !block.is_authentic(scope.tx.macs()) {
            let detail = "was not sealed by this service, or with a key that is not known";
            scope.add(FaultKind::BlockNotAuthentic, &subject, detail);
        } else if let Some(range) = range {
            self.range = range;
        }
        check_key(scope, &block.mac, self.range.size(), &subject);
    }

    fn add(&mut self, entry: &RawEntry) {
        if entry.account.is_none() {
            let account = (entry.code.clone(), entry.currency.clone());
            *self.entries.entry(account).or_default() += i128::from(entry.amount);
        }
    }

    /// Checks that the newest checkpoints of all accounts match the sums of the entries up to this block, if
    /// it has any checkpoints.
    fn check_checkpoints(&mut self, scope: &mut Scope<'_, '_>) -> Result<(), Error> {
        let sql = "SELECT code, currency, block, balance FROM ledger_checkpoint WHERE platform_id = $1 AND block = $2";
        let source = Source::new("ledger_checkpoint", &["code", "currency", "block"]);
        let found = scope.rows(source, sql, params![scope.platform, self.number], |row| {
            let account: (String, String) = (row.get("code")?, row.get("currency")?);
            Ok((account, i128::from(row.get::<i64>("balance")?)))
        })?;
        if found.is_empty() || self.is_partial {
            return Ok(());
        }
        self.checkpoints.extend(found);
        let accounts: BTreeSet<_> = self.entries.keys().chain(self.checkpoints.keys()).cloned().collect();
        for account in accounts {
            let sum_in = |all: &AccountSums| all.get(&account).copied().unwrap_or(0);
            let balance = sum_in(&self.checkpoints);
            let entries = sum_in(&self.entries);
            if balance != entries {
                let subject = format!("{} {}", account.0, account.1);
                let number = self.number;
                let detail =
                    format!("the newest checkpoint at block {number} says {balance}, the entries {entries}");
                scope.add(FaultKind::CheckpointDiffers, subject, detail);
            }
        }
        Ok(())
    }

    /// Ends the chain: reports its head and the heads beyond its end, and reads the journals that wait.
    fn close(&self, scope: &mut Scope<'_, '_>) -> Result<(), Error> {
        let platform = scope.platform;
        let size = self.range.size();
        if self.number > 0 {
            let tree = TreeHead { platform, size, root: self.range.root() };
            scope.report.heads.push(Head { number: self.number, tree });
        }
        scope.known.close(size, scope.report);
        *scope.journals = size;
        read_unsealed(scope, size)?;
        if self.is_partial { Ok(()) } else { negative::accumulating(scope, &self.entries) }
    }
}

/// Reads blocks with their numbers; `None` if a block is unreadable, which is reported.
fn blocks_after(
    scope: &mut Scope<'_, '_>,
    number: i64,
    limit: i64,
) -> Result<Vec<(i64, Option<Block>)>, Error> {
    let sql = format!(
        "SELECT {BLOCK_COLUMNS} FROM ledger_block b WHERE b.platform_id = $1 AND b.number > $2
         ORDER BY b.number LIMIT {limit}"
    );
    let blocks = scope.tx.query(&sql, params![scope.platform, number], |row| {
        Ok((row.get::<i64>("number").ok(), Block::read(row)))
    })?;
    let mut read = Vec::with_capacity(blocks.len());
    for (number, block) in blocks {
        let block_number = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        if let Err(error) = &block {
            scope.add(FaultKind::RowUnreadable, format!("ledger_block {block_number}"), error.to_string());
        }
        read.extend(number.map(|number| (number, block.ok())));
    }
    Ok(read)
}

/// Reads the journals of a block in order, each with its stored position.
fn journals_of_block(scope: &mut Scope<'_, '_>, block: i64) -> Result<Vec<(i64, Journal)>, Error> {
    let sql = "SELECT position, journal_id, mac FROM ledger_sealed WHERE platform_id = $1 AND block = $2 ORDER BY position";
    scope.rows(Source::new("ledger_sealed", &["journal_id"]), sql, params![scope.platform, block], |row| {
        Ok((row.get("position")?, Journal::read(row)?))
    })
}

/// Reads the lines of a block's journals, in order. `CROSS JOIN` makes SQLite begin with the block: without
/// statistics it would scan the whole ledger and look up each entry.
fn entries_of_block(
    scope: &mut Scope<'_, '_>,
    block: i64,
) -> Result<BTreeMap<JournalId, Vec<RawEntry>>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_sealed s CROSS JOIN ledger_entry e
         WHERE s.platform_id = $1 AND s.block = $2
             AND e.platform_id = s.platform_id AND e.journal_id = s.journal_id
         ORDER BY s.position, e.line"
    );
    Ok(by_journal(scope.rows(ENTRIES, &sql, params![scope.platform, block], RawEntry::read)?))
}

/// The table of entries, with the key that names one.
pub(super) const ENTRIES: Source = Source::new("ledger_entry", &["journal_id", "line"]);

fn by_journal(entries: Vec<RawEntry>) -> BTreeMap<JournalId, Vec<RawEntry>> {
    let mut journals: BTreeMap<JournalId, Vec<RawEntry>> = BTreeMap::new();
    for entry in entries {
        journals.entry(entry.journal).or_default().push(entry);
    }
    journals
}

/// Checks that each entry is unchanged since it was booked, that this service posted exactly these lines, and
/// that they add up to zero. A journal without lines is reported elsewhere.
fn check_journal(scope: &mut Scope<'_, '_>, journal: &Journal, lines: &[RawEntry]) {
    let platform = scope.platform;
    scope.report.entries += u64::try_from(lines.len()).unwrap_or(u64::MAX);
    for entry in lines.iter().filter(|entry| entry.canonical_hash() != *entry.hash) {
        let detail = format!("line {} has changed since it was booked", entry.line);
        scope.add(FaultKind::EntryAltered, journal.id, detail);
    }
    if !scope.tx.macs().fits(MacPurpose::Journals, &journal.bytes(platform, lines), &journal.mac) {
        let detail = "was not posted by this service, or with a key that is not known";
        scope.add(FaultKind::JournalNotAuthentic, journal.id, detail);
    }
    let mut sums: BTreeMap<&str, i128> = BTreeMap::new();
    for line in lines {
        *sums.entry(&line.currency).or_default() += i128::from(line.amount);
    }
    for (currency, sum) in sums.into_iter().filter(|(_, sum)| *sum != 0) {
        let detail = format!("its lines add up to {sum} {currency}");
        scope.add(FaultKind::Unbalanced, journal.id, detail);
    }
}

/// Reports the use of a key that was replaced before the ledger had so many journals.
fn check_key(scope: &mut Scope<'_, '_>, mac: &[u8], journals: u64, subject: impl Display) {
    if let Some(number) = scope.known.retired_key(mac, journals) {
        let detail = format!("was made with key {number}, which had been replaced");
        scope.add(FaultKind::KeyRetired, subject, detail);
    }
}

/// Reads all unsealed journals without a pause: in a pause they could be sealed, and would not be read at
/// all.
fn read_unsealed(scope: &mut Scope<'_, '_>, sealed: u64) -> Result<(), Error> {
    let platform = scope.platform;
    let mut after = None;
    loop {
        let (behind, values) = behind(platform, "journal_id", after);
        let sql = format!(
            "SELECT journal_id, mac, set_aside FROM ledger_unsealed
             WHERE platform_id = $1 {behind} ORDER BY journal_id LIMIT {PAGE}"
        );
        let source = Source::new("ledger_unsealed", &["journal_id"]);
        let page = scope
            .page(source, &sql, &values, |row| Ok((Journal::read(row)?, row.get::<bool>("set_aside")?)))?;
        let Some(last) = page.last else { return Ok(()) };
        let (which, values, _) = between(platform, "u.journal_id", Span { after, last: Some(last) }, PAGE);
        let sql = format!(
            "SELECT {COLUMNS} FROM ledger_unsealed u CROSS JOIN ledger_entry e
             WHERE u.platform_id = $1 {which} AND e.platform_id = u.platform_id AND e.journal_id = u.journal_id
             ORDER BY e.journal_id, e.line"
        );
        let mut entries = by_journal(scope.rows(ENTRIES, &sql, &values, RawEntry::read)?);
        for (journal, set_aside) in page.rows {
            let lines = entries.remove(&journal.id).unwrap_or_default();
            check_journal(scope, &journal, &lines);
            check_key(scope, &journal.mac, sealed.saturating_add(1), journal.id);
            if set_aside {
                let detail = "was set aside and will not be sealed";
                scope.add(FaultKind::JournalSetAside, journal.id, detail);
            }
            scope.report.unsealed += 1;
        }
        after = Some(last);
    }
}
