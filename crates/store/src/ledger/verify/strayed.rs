//! Entries outside of blocks and queue, and blocks and queue without entries.

use causeway_domain::ids::{InternalAccountId, JournalId};
use uuid::Uuid;

use super::report::FaultKind;
use super::scope::between;
use super::{Scope, Source, behind};
use crate::{Error, params};

/// Blocks that are gone are named by the first of them.
const NAMED_BLOCKS: i64 = 1000;

/// Names journals whose entries are in no block and do not wait for one, and entries of internal accounts without a balance.
pub(super) fn entries(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (which, values) = behind(scope.platform, "journal_id", after);
    let sql = format!(
        "SELECT j.journal_id,
             EXISTS (SELECT 1 FROM ledger_sealed s WHERE s.platform_id = $1 AND s.journal_id = j.journal_id) AS is_sealed,
             EXISTS (SELECT 1 FROM ledger_unsealed u WHERE u.platform_id = $1 AND u.journal_id = j.journal_id) AS waits
         FROM (SELECT DISTINCT journal_id FROM ledger_entry WHERE platform_id = $1 {which}
             ORDER BY journal_id LIMIT {}) j ORDER BY j.journal_id",
        scope.limit
    );
    let page = scope.page(Source::new("ledger_entry", &["journal_id"]), &sql, &values, |row| {
        Ok((row.get::<JournalId>("journal_id")?, row.get("is_sealed")?, row.get("waits")?))
    })?;
    for (journal, is_sealed, waits) in page.rows {
        let (is_sealed, waits): (bool, bool) = (is_sealed, waits);
        if !is_sealed && !waits {
            scope.add(FaultKind::EntryOutside, journal, "is in no block and does not wait for one");
        }
    }
    if page.last.is_some() {
        find_strangers(scope, (after, page.last))?;
    }
    Ok(page.last)
}

/// In the order of the journals, SQLite walks along them, and not along all entries of accounts.
fn find_strangers(scope: &mut Scope<'_, '_>, span: (Option<Uuid>, Option<Uuid>)) -> Result<(), Error> {
    let (which, values, _) = between(scope.platform, "e.journal_id", span, scope.limit);
    let sql = format!(
        "SELECT e.account_id FROM ledger_entry e
         WHERE e.platform_id = $1 {which} AND e.account_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_balance b
             WHERE b.platform_id = e.platform_id AND b.account_id = e.account_id)
         ORDER BY e.journal_id, e.line"
    );
    let source = Source::new("ledger_entry", &["account_id"]);
    for account in scope.rows(source, &sql, &values, |row| row.get::<InternalAccountId>("account_id"))? {
        scope.add(FaultKind::AccountMismatch, account, "has entries but no balance");
    }
    Ok(())
}

/// Names journals that are sealed and have no lines, and with the first of them blocks that are named but gone.
pub(super) fn sealed(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    if after.is_none() {
        find_blocks_gone(scope)?;
    }
    let source = Source::new("ledger_sealed", &["journal_id"]);
    without_lines(scope, source, after)
}

/// Names journals that wait to be sealed, and have no lines or are sealed.
pub(super) fn waiting(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let source = Source::new("ledger_unsealed", &["journal_id"]);
    let last = without_lines(scope, source, after)?;
    if last.is_some() {
        let (which, values, _) = between(scope.platform, "u.journal_id", (after, last), scope.limit);
        let sql = format!(
            "SELECT u.journal_id FROM ledger_unsealed u JOIN ledger_sealed s
                 ON s.platform_id = u.platform_id AND s.journal_id = u.journal_id
             WHERE u.platform_id = $1 {which} ORDER BY u.journal_id"
        );
        for journal in scope.rows(source, &sql, &values, |row| row.get::<JournalId>("journal_id"))? {
            scope.add(FaultKind::SealedTwice, journal, "is sealed and waits to be sealed");
        }
    }
    Ok(last)
}

fn without_lines(
    scope: &mut Scope<'_, '_>,
    source: Source,
    after: Option<Uuid>,
) -> Result<Option<Uuid>, Error> {
    let table = source.table;
    let (which, values) = behind(scope.platform, "journal_id", after);
    let sql = format!(
        "SELECT j.journal_id,
             EXISTS (SELECT 1 FROM ledger_entry e WHERE e.platform_id = $1 AND e.journal_id = j.journal_id) AS has_lines
         FROM {table} j WHERE j.platform_id = $1 {which} ORDER BY j.journal_id LIMIT {}",
        scope.limit
    );
    let page = scope.page(source, &sql, &values, |row| {
        Ok((row.get::<JournalId>("journal_id")?, row.get::<bool>("has_lines")?))
    })?;
    for (journal, _) in page.rows.into_iter().filter(|(_, has_lines)| !has_lines) {
        scope.add(FaultKind::EntriesGone, journal, format!("{table} names it, its lines are gone"));
    }
    Ok(page.last)
}

/// Names the blocks beyond the last one that journal entries or checkpoints name; those before it are gaps in the
/// chain, which are named there.
fn find_blocks_gone(scope: &mut Scope<'_, '_>) -> Result<(), Error> {
    let platform = scope.platform;
    let last = "SELECT COALESCE(MAX(number), 0) FROM ledger_block WHERE platform_id = $1";
    for table in ["ledger_sealed", "ledger_checkpoint"] {
        let sql = format!(
            "SELECT DISTINCT block FROM {table} WHERE platform_id = $1 AND block > ({last})
             ORDER BY block LIMIT {NAMED_BLOCKS}"
        );
        let source = Source::new(table, &["block"]);
        for number in scope.rows(source, &sql, params![platform], |row| row.get::<i64>("block"))? {
            scope.add(FaultKind::BlockMissing, format!("block {number}"), "is named but gone");
        }
    }
    Ok(())
}
