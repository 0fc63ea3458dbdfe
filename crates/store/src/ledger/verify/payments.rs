//! Payments against their bookings.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Time;
use causeway_domain::ids::{AccountRef, ExternalAccountId, QuoteId, TransactionId};
use causeway_domain::payments::lifecycle::Stage;
use uuid::Uuid;

use super::chain::ENTRIES;
use super::report::FaultKind;
use super::scope::{Page, Span, between};
use super::terms::check;
use super::{Scope, Source, behind};
use crate::database::terms::AuthenticatedColumns;
use crate::ledger::entry::{COLUMNS, Entry, RawEntry};
use crate::payments::{self, PaymentRecord};
use crate::quotes::QuoteTerms;
use crate::{Error, Row, Value};

/// The lines of transactions, by journal.
pub(super) type BookedLines = BTreeMap<TransactionId, Vec<Vec<Entry>>>;

/// Checks that this service wrote every payment, that it has both of its rows, that its quote and accounts
/// exist, that it is booked as its terms say, and that it shows the stage its bookings have reached.
pub(super) fn verify(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (page, last, unreadable) = page(scope, after)?;
    let span = Span { after, last };
    let mut booked = booked(scope, span)?;
    let quotes = quotes(scope, &page)?;
    let accounts = accounts(scope, &page)?;
    let mut quotes_by_payment = BTreeMap::new();
    for row in &page {
        let record = &row.record;
        check(scope, &row.terms, &row.mac, record.id);
        let sides = [&record.terms.source, &record.terms.destination];
        if row.sides != sides.map(payments::Side::identifier) {
            scope.add(FaultKind::PaymentDiffers, record.id, "is listed under another account than its own");
        }
        if row.listed_at != record.created_at {
            scope.add(FaultKind::PaymentDiffers, record.id, "is listed at another time than its own");
        }
        check_names(scope, record, &quotes, &accounts);
        let journals = booked.remove(&record.id).unwrap_or_default();
        check_books(scope, record, &journals);
        if !journals.is_empty() {
            quotes_by_payment.insert(record.id, record.quote);
        }
    }
    check_signatures(scope, &quotes_by_payment, &quotes)?;
    for transaction in booked.keys().filter(|booked| !unreadable.contains(*booked)) {
        scope.add(FaultKind::PaymentMissing, transaction, "has postings, but the payment is gone");
    }
    find_stray_states(scope, span)?;
    Ok(last)
}

struct PaymentRow {
    record: PaymentRecord,
    terms: AuthenticatedColumns,
    mac: Vec<u8>,
    /// The accounts under which it is listed.
    sides: [Option<String>; 2],
    /// The time of its creation in the row of its progress.
    listed_at: Time,
}

type PaymentPage = (Vec<PaymentRow>, Option<Uuid>, BTreeSet<TransactionId>);

/// Reads a page of payments, and reports those without a state; also returns the last key and the unreadable
/// ones, among them those without a state.
fn page(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<PaymentPage, Error> {
    let platform = scope.platform;
    let (states, values) = behind(platform, "payment_state.transaction_id", after);
    let (behind, _) = behind(platform, "payment.transaction_id", after);
    // With the condition on both tables, a merge of them begins at the key.
    let sql = format!(
        "SELECT {}, source_identifier, destination_identifier, payment_state.created_at AS listed_at
         FROM payment LEFT JOIN payment_state ON payment_state.platform_id = payment.platform_id
             AND payment_state.transaction_id = payment.transaction_id {states}
         WHERE payment.platform_id = $1 {behind} ORDER BY payment.transaction_id LIMIT {}",
        payments::columns(payments::STATUS),
        scope.limit
    );
    let mut unreadable = BTreeSet::new();
    let mut stateless = Vec::new();
    let Page { rows, last } = scope.page(PAYMENTS, &sql, &values, |row| {
        let id: TransactionId = row.get("transaction_id")?;
        unreadable.insert(id);
        let Some(listed_at) = row.get("listed_at")? else {
            stateless.push(id);
            return Ok(None);
        };
        let (record, terms, mac) = payments::read_raw(platform, row)?;
        let sides = [row.get("source_identifier")?, row.get("destination_identifier")?];
        unreadable.remove(&id);
        Ok(Some(PaymentRow { record, terms, mac, sides, listed_at }))
    })?;
    for id in stateless {
        scope.add(FaultKind::PaymentMissing, id, "exists, but its state is gone");
    }
    Ok((rows.into_iter().flatten().collect(), last, unreadable))
}

/// Reports the states of a range of keys that belong to no payment.
fn find_stray_states(scope: &mut Scope<'_, '_>, span: Span) -> Result<(), Error> {
    let (which, values, limit) = between(scope.platform, "s.transaction_id", span, scope.limit);
    let sql = format!(
        "SELECT s.transaction_id FROM payment_state s WHERE s.platform_id = $1 {which}
             AND NOT EXISTS (SELECT 1 FROM payment p
                 WHERE p.platform_id = s.platform_id AND p.transaction_id = s.transaction_id)
         ORDER BY s.transaction_id {limit}"
    );
    let source = Source::new("payment_state", &["transaction_id"]);
    let strays = scope.rows(source, &sql, &values, |row| row.get::<TransactionId>("transaction_id"))?;
    for id in strays {
        scope.add(FaultKind::PaymentMissing, id, "has a state, but the payment is gone");
    }
    Ok(())
}

const PAYMENTS: Source = Source::new("payment", &["transaction_id"]);

/// Reads the bookings of the transactions after the first key up to the second.
fn booked(scope: &mut Scope<'_, '_>, span: Span) -> Result<BookedLines, Error> {
    let (which, values, limit) = between(scope.platform, "transaction_id", span, scope.limit);
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE platform_id = $1 {which} AND transaction_id IS NOT NULL
             AND kind NOT LIKE 'CARD%'
             AND NOT EXISTS (SELECT 1 FROM unmatched_deposit u
                 WHERE u.platform_id = e.platform_id AND u.transaction_id = e.transaction_id)
         ORDER BY e.transaction_id, e.journal_id, e.line {limit}"
    );
    // Unknown codes and kinds are reported with the blocks.
    let entries = scope.rows(ENTRIES, &sql, &values, RawEntry::read)?;
    Ok(by_transaction(entries.into_iter().filter_map(|entry| entry.typed().ok())))
}

/// Groups lines, which come in the order of transactions and journals, by transaction and journal.
pub(super) fn by_transaction(entries: impl Iterator<Item = Entry>) -> BookedLines {
    let mut booked = BookedLines::new();
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

/// The payloads that paying wallets have to sign, by quote; `None` if a quote needs no signature.
type Quotes = BTreeMap<QuoteId, Option<String>>;

fn quotes(scope: &mut Scope<'_, '_>, page: &[PaymentRow]) -> Result<Quotes, Error> {
    let ids: BTreeSet<QuoteId> = page.iter().filter_map(|found| found.record.quote).collect();
    let ids: Vec<Value<'_>> = ids.into_iter().map(Value::from).collect();
    let found = with_keys(scope, Source::new("quote", &["quote_id"]), "terms", &ids, |row| {
        // Unreadable terms are reported with the quotes.
        let payload = row.json::<QuoteTerms>("terms").ok().and_then(|terms| terms.payload_to_sign);
        Ok((row.get("quote_id")?, payload))
    })?;
    Ok(found.into_iter().collect())
}

/// Checks that each debit of a wallet has its signature over the payload of its quote (wallet 8).
fn check_signatures(
    scope: &mut Scope<'_, '_>,
    quotes_by_payment: &BTreeMap<TransactionId, Option<QuoteId>>,
    quotes: &Quotes,
) -> Result<(), Error> {
    let signed: BTreeMap<TransactionId, &String> = quotes_by_payment
        .iter()
        .filter_map(|(id, quote)| Some((*id, quotes.get(&(*quote)?)?.as_ref()?)))
        .collect();
    let ids: Vec<Value<'_>> = signed.keys().map(|id| Value::from(*id)).collect();
    let source = Source::new("wallet_signature", &["transaction_id"]);
    let found = with_keys(scope, source, "payload", &ids, |row| {
        Ok((row.get::<TransactionId>("transaction_id")?, row.get::<String>("payload")?))
    })?;
    let found: BTreeMap<TransactionId, String> = found.into_iter().collect();
    for (id, payload) in signed {
        match found.get(&id) {
            Some(signed) if signed == payload => {}
            Some(_) => {
                let detail = "was paid from a wallet, but its signature is over another payload";
                scope.add(FaultKind::SignatureMissing, id, detail);
            }
            None => {
                let detail = "was paid from a wallet, but has no signature";
                scope.add(FaultKind::SignatureMissing, id, detail);
            }
        }
    }
    Ok(())
}

/// Returns those external accounts of these payments that exist.
fn accounts(scope: &mut Scope<'_, '_>, page: &[PaymentRow]) -> Result<BTreeSet<ExternalAccountId>, Error> {
    let ids: BTreeSet<ExternalAccountId> = page.iter().flat_map(|found| external(&found.record)).collect();
    let ids: Vec<Value<'_>> = ids.into_iter().map(Value::from).collect();
    let source = Source::new("external_account", &["account_id"]);
    let found = with_keys(scope, source, "status", &ids, |row| row.get("account_id"))?;
    Ok(found.into_iter().collect())
}

fn external(record: &PaymentRecord) -> impl Iterator<Item = ExternalAccountId> {
    let sides = [record.terms.source.account(), record.terms.destination.account(), record.credit()];
    sides.into_iter().filter_map(|account| match account? {
        AccountRef::External(account) => Some(account),
        AccountRef::Internal(_) => None,
    })
}

/// Reads the rows of a table with these keys.
pub(super) fn with_keys<T>(
    scope: &mut Scope<'_, '_>,
    source: Source,
    columns: &str,
    ids: &[Value<'_>],
    read: impl FnMut(&Row<'_>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let table = source.table;
    let key = source.keys.first().copied().unwrap_or_default();
    let places: Vec<String> = (2..ids.len() + 2).map(|place| format!("${place}")).collect();
    // With the key's order, SQLite uses the key's index and not an index that has all columns of a platform's
    // rows.
    let sql = format!(
        "SELECT {key}, {columns} FROM {table} WHERE platform_id = $1 AND {key} IN ({}) ORDER BY {key}",
        places.join(", ")
    );
    let platform = Value::from(scope.platform);
    let values: Vec<Value<'_>> = std::iter::once(platform).chain(ids.iter().cloned()).collect();
    scope.rows(source, &sql, &values, read)
}

/// Checks that the quote and the external accounts of a payment exist.
fn check_names(
    scope: &mut Scope<'_, '_>,
    record: &PaymentRecord,
    quotes: &Quotes,
    accounts: &BTreeSet<ExternalAccountId>,
) {
    for account in external(record).filter(|account| !accounts.contains(account)) {
        scope.add(FaultKind::TermsMissing, account, format!("is gone, but {} refers to it", record.id));
    }
    let Some(id) = record.quote else { return };
    if !quotes.contains_key(&id) {
        scope.add(FaultKind::TermsMissing, id, format!("is gone, but {} refers to it", record.id));
    }
}

/// Checks that each posting is the one given by the terms, and that together they reach the stage that the
/// payment shows.
fn check_books(scope: &mut Scope<'_, '_>, record: &PaymentRecord, booked: &[Vec<Entry>]) {
    if record.status() != record.phase().status() {
        let detail = format!("is listed as {}, but is {}", record.status(), record.lifecycle());
        scope.add(FaultKind::PaymentDiffers, record.id, detail);
    }
    let mut kinds = Vec::with_capacity(booked.len());
    for lines in booked {
        let Some(first) = lines.first() else { continue };
        kinds.push(first.kind);
        if !record.has_booked(lines) {
            let detail = format!("its posting {} of {} differs from its terms", first.kind, first.journal);
            scope.add(FaultKind::PaymentDiffers, record.id, detail);
        }
    }
    match Stage::of(&kinds, record.stays()) {
        Err(error) => scope.add(FaultKind::PaymentDiffers, record.id, error.to_string()),
        Ok(stage) if record.shown_stage() != Some(stage) => {
            let detail = format!("is {}, but its bookings are at the stage {stage:?}", record.lifecycle());
            scope.add(FaultKind::PaymentDiffers, record.id, detail);
        }
        Ok(_) => {
            if let Some(contradiction) = record.contradiction(&kinds) {
                let detail = format!("its postings contradict the {contradiction}");
                scope.add(FaultKind::PaymentDiffers, record.id, detail);
            }
        }
    }
}
