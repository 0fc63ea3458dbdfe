//! Entries outside of blocks and queue, and blocks and queue without entries.

use causeway_domain::ids::{JournalId, PlatformId};

use super::report::{FaultKind, Report};
use crate::{Error, Tx, params};

/// Faults of one kind and platform that are fetched.
const FETCHED: i64 = 1000;

pub(super) fn verify(tx: &mut Tx<'_>, platform: PlatformId, report: &mut Report) -> Result<(), Error> {
    let sealed =
        "SELECT 1 FROM ledger_sealed s WHERE s.platform_id = j.platform_id AND s.journal_id = j.journal_id";
    let waiting =
        "SELECT 1 FROM ledger_unsealed u WHERE u.platform_id = j.platform_id AND u.journal_id = j.journal_id";
    let lines =
        "SELECT 1 FROM ledger_entry e WHERE e.platform_id = j.platform_id AND e.journal_id = j.journal_id";
    let strayed = format!("ledger_entry j WHERE NOT EXISTS ({sealed}) AND NOT EXISTS ({waiting})");
    for journal in journals(tx, platform, &strayed)? {
        report.add(FaultKind::EntryOutside, platform, journal, "is in no block and does not wait for one");
    }
    for table in ["ledger_sealed", "ledger_unsealed"] {
        for journal in journals(tx, platform, &format!("{table} j WHERE NOT EXISTS ({lines})"))? {
            report.add(
                FaultKind::EntriesGone,
                platform,
                journal,
                format!("{table} names it, its lines are gone"),
            );
        }
    }
    for journal in journals(tx, platform, &format!("ledger_unsealed j WHERE EXISTS ({sealed})"))? {
        report.add(FaultKind::SealedTwice, platform, journal, "is sealed and waits to be sealed");
    }
    for number in blocks_gone(tx, platform)? {
        report.add(FaultKind::BlockMissing, platform, format!("block {number}"), "is named but gone");
    }
    Ok(())
}

fn journals(tx: &mut Tx<'_>, platform: PlatformId, from: &str) -> Result<Vec<JournalId>, Error> {
    let sql = format!(
        "SELECT DISTINCT j.journal_id FROM {from} AND j.platform_id = $1 ORDER BY j.journal_id LIMIT {FETCHED}"
    );
    tx.query(&sql, params![platform], |row| row.get("journal_id"))
}

/// Blocks beyond the last one that journal entries or checkpoints name; those before it are gaps in the
/// chain, which are named there.
fn blocks_gone(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<i64>, Error> {
    let sql = format!(
        "SELECT DISTINCT named.block FROM (
             SELECT block FROM ledger_sealed WHERE platform_id = $1
             UNION ALL SELECT block FROM ledger_checkpoint WHERE platform_id = $1) named
         WHERE named.block > (SELECT COALESCE(MAX(number), 0) FROM ledger_block WHERE platform_id = $1)
         ORDER BY named.block LIMIT {FETCHED}"
    );
    tx.query(&sql, params![platform], |row| row.get("block"))
}
