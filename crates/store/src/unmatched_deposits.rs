//! Unmatched deposits: incoming money that matches no account and no quote (money 3.5). Also the events by
//! which partners report incoming money.
//!
//! An unmatched deposit is not a payment yet and not shown to any platform. The columns that decide on the
//! destination of the money are authenticated and change under the lock of the row.

use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::payments::UnmatchedStatus;
use causeway_domain::search::{ResourceKind, Terms};
use causeway_domain::{Amount, Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::payments::{OnChainTransfer, Originator};
use crate::search_terms::{self, SearchEntry};
use crate::{Error, Macs, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("unmatched_deposit", "transaction_id");

/// Incoming money that matches no account and no quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedRecord {
    /// Key of its postings in the ledger.
    pub id: TransactionId,
    pub status: UnmatchedStatus,
    pub doc: UnmatchedDoc,
    /// The deposit to which it was credited.
    pub payment: Option<TransactionId>,
    /// Start of the return to the payer.
    pub returning_since: Option<Time>,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// A partner's report of an unmatched deposit, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmatchedDoc {
    pub v: u32,
    /// Amount received.
    pub amount: Amount,
    /// The identifier used by the payer: an account number, an address or a reference.
    pub reference: String,
    /// Data about the payer reported by the rail.
    pub originator: Originator,
    /// The on-chain transfer of the money.
    pub on_chain: Option<OnChainTransfer>,
    /// The partner's id of the event.
    pub event: Option<String>,
}

pub(crate) const COLUMNS: &str =
    "transaction_id, status, doc, payment_id, returning_since, created_at, updated_at, mac";

fn terms_of(platform: PlatformId, record: &UnmatchedRecord, document: String) -> AuthenticatedColumns {
    let columns = json!({
        "status": record.status,
        "payment": record.payment,
        "returning_since": record.returning_since.map(Time::millis),
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "unmatched_deposit",
        key: "transaction_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document,
    }
}

/// Reads a row as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(UnmatchedRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, doc) = row.document("doc")?;
    let record = UnmatchedRecord {
        id: row.get("transaction_id")?,
        status: row.parsed("status")?,
        doc,
        payment: row.get("payment_id")?,
        returning_since: row.get("returning_since")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = terms_of(platform, &record, text);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each row; no money of another row moves.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<UnmatchedRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Returns the search terms of an unmatched deposit: its amount, its references and their words, the payer's name and
/// account, and its id.
#[must_use]
pub fn search_entry(record: &UnmatchedRecord) -> SearchEntry {
    let UnmatchedDoc { amount, reference, originator, on_chain, .. } = &record.doc;
    let id = record.id.uuid();
    let terms = Terms::of(id)
        .amount(Some(*amount))
        .reference(Some(reference))
        .reference(originator.remittance_information.as_deref())
        .text(Some(reference))
        .text(originator.remittance_information.as_deref())
        .reference(originator.end_to_end_id.as_deref())
        .reference(originator.trace_number.as_deref())
        .reference(on_chain.as_ref().map(|transfer| transfer.hash.as_str()))
        .name(originator.account_holder_name.as_deref())
        .account(originator.account_identifier.as_deref());
    SearchEntry { kind: ResourceKind::UnmatchedDeposit, at: record.created_at, id, terms }
}

/// Returns the search terms of up to `limit` deposits after `after`, ordered by id. MACs are not verified.
pub fn search_entries(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<SearchEntry>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 AND ($2 OR transaction_id > $3) \
         ORDER BY transaction_id LIMIT $4"
    );
    tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        Ok(search_entry(&read_raw(platform, row)?.0))
    })
}

/// Inserts an unmatched deposit with its MAC and its search terms.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &UnmatchedRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    let terms = terms_of(platform, record, json_text(&record.doc)?);
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO unmatched_deposit (platform_id, transaction_id, status, doc, payment_id, returning_since, \
         created_at, updated_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            platform,
            record.id,
            record.status.as_str(),
            Value::Json(terms.document.into()),
            record.payment,
            record.returning_since,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )?;
    search_terms::add(tx, platform, &search_entry(record))
}

/// Updates the mutable columns of an unmatched deposit and renews its MAC. The caller must hold the deposit's
/// row lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &UnmatchedRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    let terms = terms_of(platform, record, json_text(&record.doc)?);
    let mac = terms.mac(tx.macs());
    tx.execute(
        "UPDATE unmatched_deposit SET status = $3, payment_id = $4, returning_since = $5, updated_at = $6, doc = $7, \
         mac = $8 WHERE platform_id = $1 AND transaction_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.payment,
            record.returning_since,
            record.updated_at,
            Value::Json(terms.document.into()),
            mac,
        ],
    )
}

/// Finds the unmatched deposit with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, Error> {
    select(tx, platform, id, "")
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, Error> {
    select(tx, platform, id, "FOR UPDATE")
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
    locking: &str,
) -> Result<Option<UnmatchedRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 AND transaction_id = $2 {locking}"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns all unmatched deposits of a platform, oldest first.
///
/// # Errors
/// The same as [`find`].
pub fn list(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<UnmatchedRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 ORDER BY transaction_id");
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform], read)
}

/// Returns the unmatched deposits among these ids, in any order.
///
/// # Errors
/// The same as [`find`].
pub fn among(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[TransactionId],
) -> Result<Vec<UnmatchedRecord>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values = vec![Value::from(platform)];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 AND transaction_id IN ({})",
        places.join(", ")
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, &values, read)
}

/// Returns up to `limit` unmatched deposits of a platform before `before`, newest first.
///
/// # Errors
/// The same as [`find`].
pub fn newest(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    before: Option<TransactionId>,
    limit: u32,
) -> Result<Vec<UnmatchedRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 AND ($2 OR transaction_id < $3) \
         ORDER BY transaction_id DESC LIMIT $4"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, before.is_none(), before, limit], read)
}

/// Renews the MACs of up to `limit` rows after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<Option<TransactionId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 AND ($2 OR transaction_id > $3) \
         ORDER BY transaction_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<TransactionId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Returns the transaction recorded for a partner's event, if it was reported before.
pub fn find_event(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    event: &str,
) -> Result<Option<TransactionId>, Error> {
    tx.query_opt(
        "SELECT transaction_id FROM deposit_event WHERE platform_id = $1 AND event_id = $2",
        params![platform, event],
        |row| row.get("transaction_id"),
    )
}

/// Records the transaction of a partner's event, so that a repeated report has no effect. If an event is
/// reported twice concurrently, one of the two transactions fails as a lost race; its rerun finds the other's
/// record.
pub fn record_event(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    event: &str,
    transaction: TransactionId,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO deposit_event (platform_id, event_id, transaction_id) VALUES ($1, $2, $3)",
        params![platform, event, transaction],
    )
}
