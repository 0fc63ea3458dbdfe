//! The blocks, the journals in them, and the checkpoints along them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use causeway_domain::ids::{JournalId, PlatformId};
use causeway_domain::ledger::{TreeHead, leaf_hash};
use uuid::Uuid;

use super::progress::PAGE;
use super::report::{FaultKind, Head};
use super::scope::between;
use super::state::{Accumulated, Chain};
use super::{Scope, Source, behind, negative};
use crate::ledger::entry::{COLUMNS, RawEntry};
use crate::ledger::seal::{BLOCK_COLUMNS, Block, Contents, Journal};
use crate::{Error, MacPurpose, Tx, params};

/// The column that blocks are walked by.
pub(super) const KEY: &str = "number";
/// A gap is named by its first numbers.
const NAMED_GAPS: usize = 10;
/// How many rows a block is counted for.
const ROWS_OF_A_BLOCK: i64 = 200;

/// Reads some of a platform's blocks in order; behind the last one, the journals that wait.
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
    /// Begins behind a block, whose tree counts where this service wrote it. What accumulating accounts have come to is not
    /// known.
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

    /// The number of the last block that was read.
    pub(super) const fn number(&self) -> i64 {
        self.number
    }

    /// Reads some blocks; whether there may be more.
    pub(super) fn read_some(&mut self, scope: &mut Scope<'_, '_>) -> Result<bool, Error> {
        let limit = (scope.limit / ROWS_OF_A_BLOCK).max(1);
        let blocks = blocks_after(scope, self.number, limit)?;
        let count = i64::try_from(blocks.len()).unwrap_or(i64::MAX);
        for (number, block) in blocks {
            self.take(scope, number, block)?;
        }
        Ok(count >= limit)
    }

    /// Goes on behind a block that cannot be read, where this part is that of the blocks; `false` where there is none.
    pub(super) fn is_read_on_behind_a_block(
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

    /// Goes on by a block; `None` for one that cannot be read, whose journals are.
    fn take(&mut self, scope: &mut Scope<'_, '_>, number: i64, block: Option<Block>) -> Result<(), Error> {
        let gap = self.number.saturating_add(1)..number;
        let follows = gap.is_empty() && !self.has_gap;
        if !self.has_gap {
            gap.take(NAMED_GAPS).for_each(|number| {
                scope.add(FaultKind::BlockMissing, format!("block {number}"), "is not in the ledger");
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
                let detail = format!("stands at place {position} of block {number}, not at {place}");
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

    /// Checks that a block is what it was sealed as. Where an authentic one is not, the next is held against what it
    /// says, so that one change is named once.
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

    /// Checks, where a block has checkpoints, that the newest ones of all accounts say what the entries up to it make them.
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
            let says = |all: &Accumulated| all.get(&account).copied().unwrap_or(0);
            let (balance, entries) = (says(&self.checkpoints), says(&self.entries));
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

    /// Ends the chain: its head, the heads that it does not reach, and what waits behind it.
    fn close(&self, scope: &mut Scope<'_, '_>) -> Result<(), Error> {
        let (platform, size) = (scope.platform, self.range.size());
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

/// Reads blocks with their numbers; `None` for one that cannot be read, which is named.
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
        let named = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        if let Err(fault) = &block {
            scope.add(FaultKind::RowUnreadable, format!("ledger_block {named}"), fault.to_string());
        }
        read.extend(number.map(|number| (number, block.ok())));
    }
    Ok(read)
}

/// Reads the journals of a block in their order, each with the place that it was given.
fn journals_of_block(scope: &mut Scope<'_, '_>, block: i64) -> Result<Vec<(i64, Journal)>, Error> {
    let sql = "SELECT position, journal_id, mac FROM ledger_sealed WHERE platform_id = $1 AND block = $2 ORDER BY position";
    scope.rows(Source::new("ledger_sealed", &["journal_id"]), sql, params![scope.platform, block], |row| {
        Ok((row.get("position")?, Journal::read(row)?))
    })
}

/// Reads the lines of a block's journals, in their order. `CROSS JOIN` has SQLite begin with the block: without statistics it
/// would walk through the whole ledger, and look each entry up.
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

/// What names an entry.
pub(super) const ENTRIES: Source = Source::new("ledger_entry", &["journal_id", "line"]);

fn by_journal(entries: Vec<RawEntry>) -> BTreeMap<JournalId, Vec<RawEntry>> {
    let mut journals: BTreeMap<JournalId, Vec<RawEntry>> = BTreeMap::new();
    for entry in entries {
        journals.entry(entry.journal).or_default().push(entry);
    }
    journals
}

/// Checks that each entry is the one that was booked, that all of them are what this service posted, and that they add up to
/// zero. A journal without lines is named elsewhere.
fn check_journal(scope: &mut Scope<'_, '_>, journal: &Journal, lines: &[RawEntry]) {
    let platform = scope.platform;
    scope.report.entries += u64::try_from(lines.len()).unwrap_or(u64::MAX);
    for entry in lines.iter().filter(|entry| entry.canonical_hash() != *entry.hash) {
        let detail = format!("line {} is not what was booked", entry.line);
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

/// Names a key that was replaced before the ledger had so many journals.
fn check_key(scope: &mut Scope<'_, '_>, mac: &[u8], journals: u64, subject: impl Display) {
    if let Some(number) = scope.known.retired_key(mac, journals) {
        let detail = format!("was made with key {number}, which had been replaced");
        scope.add(FaultKind::KeyRetired, subject, detail);
    }
}

/// Reads the journals that wait. All of them: between two pieces they could be sealed, and would be read nowhere.
fn read_unsealed(scope: &mut Scope<'_, '_>, sealed: u64) -> Result<(), Error> {
    let (platform, mut after) = (scope.platform, None);
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
        let (which, values, _) = between(platform, "u.journal_id", (after, Some(last)), PAGE);
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
                let detail = "was set aside and is not going to be sealed";
                scope.add(FaultKind::JournalSetAside, journal.id, detail);
            }
            scope.report.unsealed += 1;
        }
        after = Some(last);
    }
}
