//! Money that fits no account and no quote, against what is booked for it.

use std::collections::BTreeSet;

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::UnmatchedStatus;
use causeway_domain::postings::{
    Posting, PostingRefused, deposit_attributed, deposit_returned, deposit_suspended,
};

use super::anchors::Known;
use super::payments::{among, by_transaction};
use super::report::{FaultKind, Report};
use super::terms::check;
use super::{PAGE, behind};
use crate::ledger::entry::{COLUMNS, Entry, RawEntry};
use crate::unmatched_deposits::{self as rows, UnmatchedRecord};
use crate::{Error, Tx, Value};

/// All of it was written by this service, and is booked as it shows itself; what has become a deposit has one. `journals`:
/// how many the platform's ledger has.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    journals: u64,
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<TransactionId> = None;
    loop {
        let (behind, values) = behind(platform, "transaction_id", after);
        let columns = rows::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM unmatched_deposit \
             WHERE platform_id = $1 {behind} ORDER BY transaction_id LIMIT {PAGE}"
        );
        let found =
            tx.query(&sql, &values, |row| Ok((row.get("transaction_id")?, rows::read_raw(platform, row))))?;
        let Some((last, _)) = found.last() else { return Ok(()) };
        after = Some(*last);
        let mut page: Vec<UnmatchedRecord> = Vec::with_capacity(found.len());
        for (id, row) in found {
            match row {
                Ok((record, terms, mac)) => {
                    check(tx, &terms, &mac, id, (known, journals), report);
                    page.push(record);
                }
                Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
            }
        }
        check_page(tx, platform, &page, report)?;
    }
}

fn check_page(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    page: &[UnmatchedRecord],
    report: &mut Report,
) -> Result<(), Error> {
    let ids: Vec<Value<'_>> = page.iter().map(|record| record.id.into()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let places: Vec<String> = (2..ids.len() + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE platform_id = $1 AND transaction_id IN ({})",
        places.join(", ")
    );
    let values: Vec<Value<'_>> = std::iter::once(Value::from(platform)).chain(ids).collect();
    let mut entries = tx.query(&sql, &values, RawEntry::read)?;
    entries.sort_by_key(|entry| (entry.transaction, entry.journal, entry.line));
    let booked = by_transaction(entries.into_iter().filter_map(|entry| entry.typed().ok()));
    let paid = payments(tx, platform, page)?;
    for record in page {
        let lines = booked.get(&record.id).map(Vec::as_slice).unwrap_or_default();
        let expected = postings(record.status);
        let is_made = |(lines, make): (&Vec<Entry>, &Make)| {
            make(record.doc.amount).is_ok_and(|posting| Entry::are(lines, &posting))
        };
        if lines.len() != expected.len() || !lines.iter().zip(expected).all(is_made) {
            let detail = format!("is {}, and is not booked so", record.status);
            report.add(FaultKind::PaymentDiffers, platform, record.id, detail);
        }
        let has_payment = record.payment.is_some_and(|payment| paid.contains(&payment));
        if record.status == UnmatchedStatus::Credited && !has_payment {
            report.add(FaultKind::TermsMissing, platform, record.id, "its deposit is gone");
        }
    }
    Ok(())
}

/// Which of their deposits there are.
fn payments(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    page: &[UnmatchedRecord],
) -> Result<BTreeSet<TransactionId>, Error> {
    let ids: Vec<Value<'_>> = page.iter().filter_map(|record| Some(record.payment?.into())).collect();
    let found =
        among(tx, platform, "payment", ("transaction_id", "status"), &ids, |row| row.get("transaction_id"))?;
    Ok(found.into_iter().collect())
}

type Make = fn(Amount) -> Result<Posting, PostingRefused>;

/// What is booked of money that stands there, in this order.
const fn postings(status: UnmatchedStatus) -> &'static [Make] {
    match status {
        UnmatchedStatus::Held | UnmatchedStatus::Returning => &[deposit_suspended],
        UnmatchedStatus::Returned => &[deposit_suspended, deposit_returned],
        UnmatchedStatus::Credited => &[deposit_suspended, deposit_attributed],
    }
}
