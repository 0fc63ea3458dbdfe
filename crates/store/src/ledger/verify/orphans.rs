//! Entries outside of blocks and queue, and blocks and queue without entries.

use causeway_domain::ids::{InternalAccountId, JournalId};
use uuid::Uuid;

use super::report::FaultKind;
use super::scope::{Span, between};
use super::{Scope, Source, behind};
use crate::{Error, params};

/// Maximum number of missing blocks reported, from the first.
const NAMED_BLOCKS: i64 = 1000;

/// Reports journals with entries that are in no block and do not wait for one, and entries of internal
/// accounts without a balance.
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
        Ok((row.get::<JournalId>("journal_id")?, row.get::<bool>("is_sealed")?, row.get::<bool>("waits")?))
    })?;
    for (journal, is_sealed, waits) in page.rows {
        if !is_sealed && !waits {
            scope.add(FaultKind::EntryOutside, journal, "is in no block and does not wait for one");
        }
    }
    if page.last.is_some() {
        find_entries_without_balance(scope, Span { after, last: page.last })?;
    }
    Ok(page.last)
}

/// Reports entries of accounts without a balance. In the order of journals, SQLite uses the index of those
/// and does not scan all entries of accounts.
fn find_entries_without_balance(scope: &mut Scope<'_, '_>, span: Span) -> Result<(), Error> {
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

/// Reports sealed journals without lines and, on the first page, blocks that are referenced but gone.
pub(super) fn sealed(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    if after.is_none() {
        find_missing_blocks(scope)?;
    }
    let source = Source::new("ledger_sealed", &["journal_id"]);
    without_lines(scope, source, after)
}

/// Reports journals that wait to be sealed but have no lines or are sealed already.
pub(super) fn waiting(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let source = Source::new("ledger_unsealed", &["journal_id"]);
    let last = without_lines(scope, source, after)?;
    if last.is_some() {
        let (which, values, _) = between(scope.platform, "u.journal_id", Span { after, last }, scope.limit);
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
        scope.add(FaultKind::EntriesGone, journal, format!("{table} refers to it, but its lines are gone"));
    }
    Ok(page.last)
}

/// Reports the blocks beyond the last one that journal entries or checkpoints refer to; earlier ones are gaps
/// in the chain and reported there.
fn find_missing_blocks(scope: &mut Scope<'_, '_>) -> Result<(), Error> {
    let platform = scope.platform;
    let last = "SELECT COALESCE(MAX(number), 0) FROM ledger_block WHERE platform_id = $1";
    for table in ["ledger_sealed", "ledger_checkpoint"] {
        let sql = format!(
            "SELECT DISTINCT block FROM {table} WHERE platform_id = $1 AND block > ({last})
             ORDER BY block LIMIT {NAMED_BLOCKS}"
        );
        let source = Source::new(table, &["block"]);
        for number in scope.rows(source, &sql, params![platform], |row| row.get::<i64>("block"))? {
            scope.add(FaultKind::BlockMissing, format!("block {number}"), "is referenced but gone");
        }
    }
    Ok(())
}
