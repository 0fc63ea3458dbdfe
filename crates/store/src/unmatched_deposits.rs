//! Money that has come in and fits no account and no quote (money 3.5), and the events by which partners report money that
//! comes in.
//!
//! It is no payment yet: no platform is shown it. What decides where it goes is authenticated, and changes under the lock of
//! its row.

use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::payments::UnmatchedStatus;
use causeway_domain::{Amount, Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::database::terms::{self, Terms};
use crate::database::value::json_text;
use crate::payments::{OnChainTransfer, Originator};
use crate::{Error, Macs, Row, Tx, Value, params};

/// Money that fits no account and no quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedRecord {
    /// What its postings belong to.
    pub id: TransactionId,
    /// Where it stands.
    pub status: UnmatchedStatus,
    /// What its partner has reported.
    pub doc: UnmatchedDoc,
    /// The deposit that it has become.
    pub payment: Option<TransactionId>,
    /// Since when it is on its way back.
    pub returning_since: Option<Time>,
    /// When it came.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// What a partner has reported of it, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmatchedDoc {
    /// Version of this document's form.
    pub v: u32,
    /// What has come.
    pub amount: Amount,
    /// What the payer has named: an account number, an address or a reference.
    pub reference: String,
    /// What the rail reported of the payer.
    pub originator: Originator,
    /// The transfer on a chain that brought it.
    pub on_chain: Option<OnChainTransfer>,
    /// The partner's id of the event.
    pub event: Option<String>,
}

pub(crate) const COLUMNS: &str =
    "transaction_id, status, doc, payment_id, returning_since, created_at, updated_at, mac";

fn terms_of(platform: PlatformId, record: &UnmatchedRecord, document: String) -> Terms {
    let columns = json!({
        "status": record.status,
        "payment": record.payment,
        "returning_since": record.returning_since.map(Time::millis),
        "created_at": record.created_at.millis(),
    })
    .to_string();
    Terms {
        table: "unmatched_deposit",
        key: "transaction_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document,
    }
}

/// A row as it stands there, with what is authenticated of it and its code.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(UnmatchedRecord, Terms, Vec<u8>), Error> {
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

/// A row that this service wrote; money of no other goes anywhere.
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

/// Stores money that has come in, authenticated.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &UnmatchedRecord) -> Result<(), Error> {
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
    )
}

/// Writes what can change of a locked row, authenticated anew.
///
/// # Errors
/// Those of the database.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &UnmatchedRecord) -> Result<(), Error> {
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

/// The money with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write it; those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, Error> {
    select(tx, platform, id, "")
}

/// The same, locked until the transaction ends.
///
/// # Errors
/// As [`find`].
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

/// All of it, the oldest first.
///
/// # Errors
/// As [`find`].
pub fn list(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<UnmatchedRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM unmatched_deposit WHERE platform_id = $1 ORDER BY transaction_id");
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform], read)
}

/// Authenticates up to `limit` rows behind `after` anew, with the newest key; the last of them. `None` when there are none
/// left. Those that this service did not write stay as they are.
///
/// # Errors
/// Those of the database.
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

/// What was made of an event that a partner has reported before.
///
/// # Errors
/// Those of the database.
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

/// Keeps what was made of an event: reported again, it changes nothing. One that is reported twice at once makes one of the two
/// transactions fail as a lost race; its rerun finds the other's.
///
/// # Errors
/// Those of the database.
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
