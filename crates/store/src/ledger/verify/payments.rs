//! Payments against what is booked for them.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::ids::{AccountRef, ExternalAccountId, PlatformId, QuoteId, TransactionId};
use causeway_domain::payments::{Stage, TransactionStatus, TransactionType};
use causeway_domain::quotes::QuoteStatus;

use super::anchors::Known;
use super::report::{FaultKind, Report};
use super::terms::check;
use super::{PAGE, behind};
use crate::database::terms::Terms;
use crate::ledger::entry::{COLUMNS, Entry, RawEntry};
use crate::payments::{self, PaymentRecord};
use crate::quotes::QuoteTerms;
use crate::{Error, Row, Tx, Value};

/// The lines of transactions, journal by journal.
pub(super) type Booked = BTreeMap<TransactionId, Vec<Vec<Entry>>>;

/// Every payment is the one that was agreed on, names a quote and accounts that are there, is booked as its terms say,
/// and shows where its money stands. `journals`: how many the platform's ledger has.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    journals: u64,
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<TransactionId> = None;
    loop {
        let rows = page(tx, platform, after)?;
        let last = rows.last().map(|(id, _)| *id);
        let (page, unreadable) = readable(platform, rows, report);
        let mut booked = booked(tx, platform, (after, last))?;
        let (quotes, accounts) = (quotes(tx, platform, &page)?, accounts(tx, platform, &page)?);
        let mut moved = BTreeMap::new();
        for found in &page {
            let record = &found.record;
            check(tx, &found.terms, &found.mac, record.id, (known, journals), report);
            let sides = [&record.terms.source, &record.terms.destination];
            if found.sides != sides.map(payments::Side::identifier) {
                let detail = "is listed under another account than its own";
                report.add(FaultKind::PaymentDiffers, platform, record.id, detail);
            }
            check_names(platform, record, &quotes, &accounts, report);
            let journals = booked.remove(&record.id).unwrap_or_default();
            check_books(platform, record, &journals, report);
            if !journals.is_empty() {
                moved.insert(record.id, record.quote);
            }
        }
        check_signatures(tx, platform, &moved, &quotes, report)?;
        for transaction in booked.keys().filter(|booked| !unreadable.contains(*booked)) {
            report.add(FaultKind::PaymentMissing, platform, transaction, "is booked, and is not a payment");
        }
        let Some(_) = last else { return Ok(()) };
        after = last;
    }
}

struct Found {
    record: PaymentRecord,
    terms: Terms,
    mac: Vec<u8>,
    /// The accounts that it is found by.
    sides: [Option<String>; 2],
}

type Rows<T> = Vec<(TransactionId, Result<T, Error>)>;

fn page(tx: &mut Tx<'_>, platform: PlatformId, after: Option<TransactionId>) -> Result<Rows<Found>, Error> {
    let (behind, values) = behind(platform, "transaction_id", after);
    let sql = format!(
        "SELECT {}, source_identifier, destination_identifier FROM payment
         WHERE platform_id = $1 {behind} ORDER BY transaction_id LIMIT {PAGE}",
        payments::columns("payment.status")
    );
    let read = |row: &Row<'_>| {
        let (record, terms, mac) = payments::read_raw(platform, row)?;
        let sides = [row.get("source_identifier")?, row.get("destination_identifier")?];
        Ok(Found { record, terms, mac, sides })
    };
    tx.query(&sql, &values, |row| Ok((row.get("transaction_id")?, read(row))))
}

/// The payments that can be read; the others are named, and given by their ids.
fn readable(
    platform: PlatformId,
    rows: Rows<Found>,
    report: &mut Report,
) -> (Vec<Found>, BTreeSet<TransactionId>) {
    let (mut page, mut unreadable) = (Vec::with_capacity(rows.len()), BTreeSet::new());
    for (id, row) in rows {
        match row {
            Ok(found) => page.push(found),
            Err(fault) => {
                report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string());
                unreadable.insert(id);
            }
        }
    }
    (page, unreadable)
}

/// What is booked for the transactions behind the first up to the second; where that is none, for all behind the first.
fn booked(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    (after, last): (Option<TransactionId>, Option<TransactionId>),
) -> Result<Booked, Error> {
    let (mut which, mut values) = behind(platform, "transaction_id", after);
    // Behind the last payment nothing belongs to one: some of it is enough.
    let mut limit = format!("LIMIT {PAGE}");
    if let Some(last) = last {
        values.push(last.into());
        which.push_str(&format!(" AND transaction_id <= ${}", values.len()));
        limit.clear();
    }
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE platform_id = $1 {which} AND transaction_id IS NOT NULL
             AND kind NOT LIKE 'CARD%'
             AND NOT EXISTS (SELECT 1 FROM unmatched_deposit u
                 WHERE u.platform_id = e.platform_id AND u.transaction_id = e.transaction_id)
         ORDER BY e.transaction_id, e.journal_id, e.line {limit}"
    );
    // What cannot be read is named with the blocks.
    let entries = tx.query(&sql, &values, RawEntry::read)?;
    Ok(by_transaction(entries.into_iter().filter_map(|entry| entry.typed().ok())))
}

/// Lines in the order of transactions and journals, by transaction and journal.
pub(super) fn by_transaction(entries: impl Iterator<Item = Entry>) -> Booked {
    let mut booked = Booked::new();
    for entry in entries {
        let Some(transaction) = entry.transaction else { continue };
        let journals = booked.entry(transaction).or_default();
        match journals
            .last_mut()
            .filter(|lines| lines.last().is_some_and(|last| last.journal == entry.journal))
        {
            Some(lines) => lines.push(entry),
            None => journals.push(vec![entry]),
        }
    }
    booked
}

/// Quotes of payments: the status, none where it is not one; and what a wallet that pays has to sign.
type Quotes = BTreeMap<QuoteId, (Option<QuoteStatus>, Option<String>)>;

fn quotes(tx: &mut Tx<'_>, platform: PlatformId, page: &[Found]) -> Result<Quotes, Error> {
    let ids: BTreeSet<QuoteId> = page.iter().filter_map(|found| found.record.quote).collect();
    let ids: Vec<Value<'_>> = ids.into_iter().map(Value::from).collect();
    let found = among(tx, platform, "quote", ("quote_id", "status, terms"), &ids, |row| {
        // Terms that cannot be read are named with the quotes.
        let payload = row.json::<QuoteTerms>("terms").ok().and_then(|terms| terms.payload_to_sign);
        Ok((row.get("quote_id")?, (row.get::<String>("status")?.parse().ok(), payload)))
    })?;
    Ok(found.into_iter().collect())
}

/// Each debit of a wallet has its signature over what its quote has to be signed with (wallet 8).
fn check_signatures(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    moved: &BTreeMap<TransactionId, Option<QuoteId>>,
    quotes: &Quotes,
    report: &mut Report,
) -> Result<(), Error> {
    let signed: BTreeMap<TransactionId, &String> =
        moved.iter().filter_map(|(id, quote)| Some((*id, quotes.get(&(*quote)?)?.1.as_ref()?))).collect();
    let ids: Vec<Value<'_>> = signed.keys().map(|id| Value::from(*id)).collect();
    let found = among(tx, platform, "wallet_signature", ("transaction_id", "payload"), &ids, |row| {
        Ok((row.get::<TransactionId>("transaction_id")?, row.get::<String>("payload")?))
    })?;
    let found: BTreeMap<TransactionId, String> = found.into_iter().collect();
    for (id, payload) in signed {
        match found.get(&id) {
            Some(kept) if kept == payload => {}
            Some(_) => {
                let detail = "was paid from a wallet, whose signature is over something else";
                report.add(FaultKind::SignatureMissing, platform, id, detail);
            }
            None => {
                let detail = "was paid from a wallet, and has no signature";
                report.add(FaultKind::SignatureMissing, platform, id, detail);
            }
        }
    }
    Ok(())
}

/// Which of the external accounts of these payments there are.
fn accounts(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    page: &[Found],
) -> Result<BTreeSet<ExternalAccountId>, Error> {
    let ids: BTreeSet<ExternalAccountId> = page.iter().flat_map(|found| external(&found.record)).collect();
    let ids: Vec<Value<'_>> = ids.into_iter().map(Value::from).collect();
    let found =
        among(tx, platform, "external_account", ("account_id", "status"), &ids, |row| row.get("account_id"))?;
    Ok(found.into_iter().collect())
}

fn external(record: &PaymentRecord) -> impl Iterator<Item = ExternalAccountId> {
    let sides = [record.terms.source.account(), record.terms.destination.account(), record.credit()];
    sides.into_iter().filter_map(|account| match account? {
        AccountRef::External(account) => Some(account),
        AccountRef::Internal(_) => None,
    })
}

/// The rows of a table with these keys.
pub(super) fn among<T>(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    table: &str,
    (key, column): (&str, &str),
    ids: &[Value<'_>],
    read: impl FnMut(&Row<'_>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (2..ids.len() + 2).map(|place| format!("${place}")).collect();
    // In the order of the key, SQLite walks along that, and not along a platform's rows in an index with all columns.
    let sql = format!(
        "SELECT {key}, {column} FROM {table} WHERE platform_id = $1 AND {key} IN ({}) ORDER BY {key}",
        places.join(", ")
    );
    let values: Vec<Value<'_>> = std::iter::once(Value::from(platform)).chain(ids.iter().cloned()).collect();
    tx.query(&sql, &values, read)
}

/// Whether the quote and the external accounts of a payment are there, and the quote stands where the payment does.
fn check_names(
    platform: PlatformId,
    record: &PaymentRecord,
    quotes: &Quotes,
    accounts: &BTreeSet<ExternalAccountId>,
    report: &mut Report,
) {
    for account in external(record).filter(|account| !accounts.contains(account)) {
        report.add(FaultKind::TermsMissing, platform, account, format!("is gone; {} needs it", record.id));
    }
    let Some(id) = record.quote else { return };
    match quotes.get(&id) {
        None => report.add(FaultKind::TermsMissing, platform, id, format!("is gone; {} needs it", record.id)),
        Some((status, _)) if record.kind == TransactionType::Outgoing => {
            if !status.is_some_and(|status| goes_with(status, record.status)) {
                let detail = format!("its quote is in another state: {}", record.status);
                report.add(FaultKind::PaymentDiffers, platform, record.id, detail);
            }
        }
        Some(_) => {}
    }
}

/// A quote stands where its payment does, but for one that was cancelled.
fn goes_with(quote: QuoteStatus, payment: TransactionStatus) -> bool {
    payment == quote.into() || (payment == TransactionStatus::Refunded && quote == QuoteStatus::Failed)
}

/// Whether each posting is the one that the terms make, and all of them lead to where the payment shows its money.
fn check_books(platform: PlatformId, record: &PaymentRecord, booked: &[Vec<Entry>], report: &mut Report) {
    let mut kinds = Vec::with_capacity(booked.len());
    for lines in booked {
        let Some(first) = lines.first() else { continue };
        kinds.push(first.kind);
        if !record.has_booked(lines) {
            let detail = format!("its {} of {} is not what its terms make", first.kind, first.journal);
            report.add(FaultKind::PaymentDiffers, platform, record.id, detail);
        }
    }
    let shown = record.shown();
    match Stage::of(&kinds, record.stays()) {
        Err(refused) => report.add(FaultKind::PaymentDiffers, platform, record.id, refused.to_string()),
        Ok(stage) if !shown.fits(stage) => {
            let detail = format!("is {}, its money is {stage:?}", record.status);
            report.add(FaultKind::PaymentDiffers, platform, record.id, detail);
        }
        Ok(_) => {
            if let Some(what) = record.contradiction(&kinds) {
                let detail = format!("its postings say otherwise {what}");
                report.add(FaultKind::PaymentDiffers, platform, record.id, detail);
            }
        }
    }
}
