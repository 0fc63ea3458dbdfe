//! Unmatched funds, which fit no account and no quote, against their bookings.

use std::collections::BTreeSet;

use causeway_domain::Amount;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::UnmatchedStatus;
use causeway_domain::postings::{
    Posting, PostingRefused, deposit_attributed, deposit_returned, deposit_suspended,
};
use uuid::Uuid;

use super::chain::ENTRIES;
use super::payments::{by_transaction, with_keys};
use super::report::FaultKind;
use super::terms::check;
use super::{Scope, Source, behind};
use crate::ledger::entry::{COLUMNS, Entry, RawEntry};
use crate::unmatched_deposits::{self as rows, UnmatchedRecord};
use crate::{Error, Value};

/// Checks that this service wrote all unmatched deposits, that they are booked according to their status, and
/// that credited ones have their deposit.
pub(super) fn verify(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let platform = scope.platform;
    let (behind, values) = behind(platform, "transaction_id", after);
    let columns = rows::COLUMNS;
    let limit = scope.limit;
    let sql = format!(
        "SELECT {columns} FROM unmatched_deposit \
         WHERE platform_id = $1 {behind} ORDER BY transaction_id LIMIT {limit}"
    );
    let source = Source::new("unmatched_deposit", &["transaction_id"]);
    let page = scope.page(source, &sql, &values, |row| rows::read_raw(platform, row))?;
    let mut records: Vec<UnmatchedRecord> = Vec::with_capacity(page.rows.len());
    for (record, terms, mac) in page.rows {
        check(scope, &terms, &mac, record.id);
        records.push(record);
    }
    check_page(scope, &records)?;
    Ok(page.last)
}

fn check_page(scope: &mut Scope<'_, '_>, page: &[UnmatchedRecord]) -> Result<(), Error> {
    let ids: Vec<Value<'_>> = page.iter().map(|record| record.id.into()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let places: Vec<String> = (2..ids.len() + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE platform_id = $1 AND transaction_id IN ({})",
        places.join(", ")
    );
    let values: Vec<Value<'_>> = std::iter::once(Value::from(scope.platform)).chain(ids).collect();
    let mut entries = scope.rows(ENTRIES, &sql, &values, RawEntry::read)?;
    entries.sort_by_key(|entry| (entry.transaction, entry.journal, entry.line));
    let booked = by_transaction(entries.into_iter().filter_map(|entry| entry.typed().ok()));
    let paid = payments(scope, page)?;
    for record in page {
        let lines = booked.get(&record.id).map(Vec::as_slice).unwrap_or_default();
        let expected = postings(record.status);
        let is_made = |(lines, make): (&Vec<Entry>, &PostingBuilder)| {
            make(record.doc.amount).is_ok_and(|posting| Entry::are(lines, &posting))
        };
        if lines.len() != expected.len() || !lines.iter().zip(expected).all(is_made) {
            let detail = format!("is {}, but its bookings differ", record.status);
            scope.add(FaultKind::PaymentDiffers, record.id, detail);
        }
        let has_payment = record.payment.is_some_and(|payment| paid.contains(&payment));
        if record.status == UnmatchedStatus::Credited && !has_payment {
            scope.add(FaultKind::TermsMissing, record.id, "its deposit is gone");
        }
    }
    Ok(())
}

/// Returns the ids of the deposits of this page that exist.
fn payments(scope: &mut Scope<'_, '_>, page: &[UnmatchedRecord]) -> Result<BTreeSet<TransactionId>, Error> {
    let ids: Vec<Value<'_>> = page.iter().filter_map(|record| Some(record.payment?.into())).collect();
    let source = Source::new("payment", &["transaction_id"]);
    let found = with_keys(scope, source, "type", &ids, |row| row.get("transaction_id"))?;
    Ok(found.into_iter().collect())
}

type PostingBuilder = fn(Amount) -> Result<Posting, PostingRefused>;

/// Returns the postings of unmatched funds with this status, in order.
const fn postings(status: UnmatchedStatus) -> &'static [PostingBuilder] {
    match status {
        UnmatchedStatus::Held | UnmatchedStatus::Returning => &[deposit_suspended],
        UnmatchedStatus::Returned => &[deposit_suspended, deposit_returned],
        UnmatchedStatus::Credited => &[deposit_suspended, deposit_attributed],
    }
}
