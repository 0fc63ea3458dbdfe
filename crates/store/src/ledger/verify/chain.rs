//! The chain of blocks, the entries in them, and the checkpoints along it.

use std::collections::BTreeMap;

use causeway_domain::ids::{JournalId, PlatformId};
use hmac::Mac;

use super::PAGE;
use super::report::{FaultKind, Head, Report};
use crate::ledger::entry::{COLUMNS, RawEntry};
use crate::ledger::seal::{BLOCK_COLUMNS, Block, Contents, NO_HASH, SealKey, entries_of_block, mac};
use crate::{Error, Tx, params};

/// Reads a platform's blocks in order, then the entries that wait.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    keys: &[SealKey],
    report: &mut Report,
) -> Result<(), Error> {
    report.platforms += 1;
    let mut accumulated = Accumulated::default();
    let mut last = Head { platform, number: 0, hash: NO_HASH };
    loop {
        let blocks = blocks_after(tx, platform, last.number)?;
        if blocks.is_empty() {
            break;
        }
        for block in blocks {
            (last.number + 1..block.number).take(NAMED_GAPS).for_each(|number| {
                report.add(
                    FaultKind::BlockMissing,
                    platform,
                    format!("block {number}"),
                    "is not in the chain",
                );
            });
            let contents = read_contents(tx, &block, &mut accumulated, report)?;
            check_block(&block, &last.hash, &contents, keys, report);
            last.number = block.number;
            last.hash = block.hash.as_slice().try_into().unwrap_or(NO_HASH);
            report.found_in_chain(&last.hash);
            check_checkpoints(tx, &block, &accumulated, report)?;
        }
    }
    if last.number > 0 {
        report.heads.push(last);
    }
    read_unsealed(tx, platform, report)
}

/// A gap is named by its first numbers.
const NAMED_GAPS: usize = 10;

/// What accumulating accounts have come to, by code and currency.
type Accumulated = BTreeMap<(String, String), i128>;

fn blocks_after(tx: &mut Tx<'_>, platform: PlatformId, number: i64) -> Result<Vec<Block>, Error> {
    let sql = format!(
        "SELECT {BLOCK_COLUMNS} FROM ledger_block WHERE platform_id = $1 AND number > $2
         ORDER BY number LIMIT {PAGE}"
    );
    tx.query(&sql, params![platform, number], Block::read)
}

fn read_contents(
    tx: &mut Tx<'_>,
    block: &Block,
    accumulated: &mut Accumulated,
    report: &mut Report,
) -> Result<Contents, Error> {
    let mut contents = Contents::new();
    let entries = entries_of_block(tx, block.platform, block.number)?;
    check_entries(&entries, report);
    for entry in entries {
        contents.add(&entry);
        if entry.account.is_none() {
            *accumulated.entry((entry.code, entry.currency)).or_default() += i128::from(entry.amount);
        }
    }
    report.blocks += 1;
    Ok(contents)
}

fn check_block(block: &Block, previous: &[u8], contents: &Contents, keys: &[SealKey], report: &mut Report) {
    let (platform, number) = (block.platform, block.number);
    let subject = format!("block {number}");
    if block.previous_hash != previous {
        report.add(FaultKind::ChainBroken, platform, &subject, "does not follow the block before");
    }
    let hash = contents.block_hash(platform, number, &block.previous_hash, block.sealed_at);
    if block.hash != hash || block.entries != contents.entries || block.sums != contents.sums {
        let detail = format!("was sealed with {} entries, has {}", block.entries, contents.entries);
        report.add(FaultKind::BlockAltered, platform, &subject, detail);
    }
    let key = keys.iter().find(|key| key.id == block.key_id);
    let authentic = key
        .and_then(|key| mac(key, &block.hash).ok())
        .is_some_and(|mac| mac.verify_slice(&block.mac).is_ok());
    if !authentic {
        let detail = format!("was not sealed with key {}, or that is not known", block.key_id);
        report.add(FaultKind::BlockNotAuthentic, platform, &subject, detail);
    }
}

/// Whether each entry is the one that was booked and each journal entry adds up; lines of one journal entry
/// stand together.
fn check_entries(entries: &[RawEntry], report: &mut Report) {
    report.entries += u64::try_from(entries.len()).unwrap_or(u64::MAX);
    for entry in entries.iter().filter(|entry| entry.canonical_hash() != *entry.hash) {
        let detail = format!("line {} is not what was booked", entry.line);
        report.add(FaultKind::EntryAltered, entry.platform, entry.journal, detail);
    }
    for lines in entries.chunk_by(|a, b| a.journal == b.journal) {
        let mut sums: BTreeMap<&str, i128> = BTreeMap::new();
        for line in lines {
            *sums.entry(&line.currency).or_default() += i128::from(line.amount);
        }
        for (currency, sum) in sums.into_iter().filter(|(_, sum)| *sum != 0) {
            let detail = format!("its lines add up to {sum} {currency}");
            report.add(FaultKind::Unbalanced, lines[0].platform, lines[0].journal, detail);
        }
    }
}

fn check_checkpoints(
    tx: &mut Tx<'_>,
    block: &Block,
    accumulated: &Accumulated,
    report: &mut Report,
) -> Result<(), Error> {
    let checkpoints = tx.query(
        "SELECT code, currency, balance FROM ledger_checkpoint WHERE platform_id = $1 AND block = $2",
        params![block.platform, block.number],
        |row| {
            let account: (String, String) = (row.get("code")?, row.get("currency")?);
            Ok((account, row.get::<i64>("balance")?))
        },
    )?;
    for (account, balance) in checkpoints {
        let entries = accumulated.get(&account).copied().unwrap_or(0);
        if entries != i128::from(balance) {
            let subject = format!("{} {}", account.0, account.1);
            let detail =
                format!("the checkpoint at block {} says {balance}, its entries {entries}", block.number);
            report.add(FaultKind::CheckpointDiffers, block.platform, subject, detail);
        }
    }
    Ok(())
}

fn read_unsealed(tx: &mut Tx<'_>, platform: PlatformId, report: &mut Report) -> Result<(), Error> {
    let mut after: Option<JournalId> = None;
    loop {
        let journals: Vec<JournalId> = tx.query(
            &format!(
                "SELECT journal_id FROM ledger_unsealed WHERE platform_id = $1 AND ($2 OR journal_id > $3)
                 ORDER BY journal_id LIMIT {PAGE}"
            ),
            params![platform, after.is_none(), after],
            |row| row.get("journal_id"),
        )?;
        let (Some(first), Some(last)) = (journals.first(), journals.last()) else { return Ok(()) };
        let entries = tx.query(
            &format!(
                "SELECT {COLUMNS} FROM ledger_unsealed u CROSS JOIN ledger_entry e
                 WHERE u.platform_id = $1 AND u.journal_id >= $2 AND u.journal_id <= $3
                     AND e.platform_id = u.platform_id AND e.journal_id = u.journal_id
                 ORDER BY e.journal_id, e.line"
            ),
            params![platform, *first, *last],
            RawEntry::read,
        )?;
        check_entries(&entries, report);
        report.unsealed += u64::try_from(journals.len()).unwrap_or(u64::MAX);
        after = Some(*last);
    }
}
