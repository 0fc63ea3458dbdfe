//! Rows of discoveries and pay requests of senders' providers (uma 5, 6): one per incoming UMA payment that
//! began with messages.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, PlatformId, TransactionId};
use serde::Serialize;
use uuid::Uuid;

use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::uma_offers::UmaOffer;
use crate::{Error, Macs, Row, Tx, Value, params};

/// A discovery, and the pay request that followed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaRequestRecord {
    pub platform: PlatformId,
    /// The incoming payment.
    pub transaction: TransactionId,
    /// The receiver.
    pub customer: CustomerId,
    /// SHA-256 of the token in the callback.
    pub token_hash: Vec<u8>,
    /// The sender's provider.
    pub peer_domain: String,
    /// The answer to the discovery.
    pub offer: UmaOffer,
    /// SHA-256 of the pay request without its signature and its encrypted parts; `None` before it.
    pub request_hash: Option<Vec<u8>>,
    /// The JSON text of the answer to the pay request, to be repeated; `None` before the invoice is issued.
    pub answer: Option<String>,
    /// The callback is not accepted from this instant on.
    pub expires_at: Time,
    pub created_at: Time,
}

/// A party whose discoveries are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestsOf<'a> {
    /// The receiver.
    Customer(CustomerId),
    /// The sender's provider.
    Domain(&'a str),
    /// The receiver, from this provider.
    Both(CustomerId, &'a str),
}

pub(crate) const COLUMNS: &str = "platform_id, transaction_id, customer_id, token_hash, peer_domain, offer, \
    request_hash, answer, expires_at, created_at, mac";

/// Authenticated columns of a request besides its offer.
#[derive(Serialize)]
struct Columns<'a> {
    customer: Uuid,
    token_hash: &'a [u8],
    peer_domain: &'a str,
    request_hash: Option<&'a [u8]>,
    answer: Option<&'a str>,
    expires_at: i64,
    created_at: i64,
}

/// Returns the authenticated columns: the complete row. `document` is the offer as stored.
fn terms_of(record: &UmaRequestRecord, document: String) -> Result<AuthenticatedColumns, Error> {
    let UmaRequestRecord {
        platform,
        transaction,
        customer,
        token_hash,
        peer_domain,
        offer: _,
        request_hash,
        answer,
        expires_at,
        created_at,
    } = record;
    let columns = json_text(&Columns {
        customer: customer.uuid(),
        token_hash,
        peer_domain,
        request_hash: request_hash.as_deref(),
        answer: answer.as_deref(),
        expires_at: expires_at.millis(),
        created_at: created_at.millis(),
    })?;
    Ok(AuthenticatedColumns {
        table: "uma_request",
        key: "transaction_id",
        platform: *platform,
        id: transaction.uuid().into(),
        columns,
        document,
    })
}

/// Inserts a new request with its MAC.
pub fn insert(tx: &mut Tx<'_>, record: &UmaRequestRecord) -> Result<(), Error> {
    let terms = terms_of(record, json_text(&record.offer)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO uma_request (platform_id, transaction_id, customer_id, token_hash, peer_domain, offer, \
         request_hash, answer, expires_at, created_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            record.platform,
            record.transaction,
            record.customer,
            &record.token_hash,
            &record.peer_domain,
            Value::Json(terms.document.into()),
            record.request_hash.as_deref(),
            answer_of(record),
            record.expires_at,
            record.created_at,
            mac,
        ],
    )
}

/// Updates the offer, the hash and the answer of a request, and renews its MAC. The caller holds its row
/// lock.
pub fn update(tx: &mut Tx<'_>, record: &UmaRequestRecord) -> Result<(), Error> {
    let terms = terms_of(record, json_text(&record.offer)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "UPDATE uma_request SET offer = $3, request_hash = $4, answer = $5, mac = $6 \
         WHERE platform_id = $1 AND transaction_id = $2",
        params![
            record.platform,
            record.transaction,
            Value::Json(terms.document.into()),
            record.request_hash.as_deref(),
            answer_of(record),
            mac,
        ],
    )
}

fn answer_of(record: &UmaRequestRecord) -> Value<'_> {
    record.answer.as_deref().map_or(Value::Null, |answer| Value::Json(answer.into()))
}

/// Finds the request with this token on any platform, expired or not.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find_by_token(tx: &mut Tx<'_>, token_hash: &[u8]) -> Result<Option<UmaRequestRecord>, Error> {
    let sql = format!("/* all platforms */ SELECT {COLUMNS} FROM uma_request WHERE token_hash = $1");
    let read = read(tx.macs());
    tx.query_opt(&sql, params![token_hash], read)
}

/// Finds the request of a payment.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<UmaRequestRecord>, Error> {
    select(tx, platform, transaction, "")
}

/// Locks the request of a payment until the transaction ends, and returns it. The lock of the payment comes
/// first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<UmaRequestRecord>, Error> {
    select(tx, platform, transaction, "FOR UPDATE")
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    locking: &str,
) -> Result<Option<UmaRequestRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM uma_request WHERE platform_id = $1 AND transaction_id = $2 {locking}");
    let read = read(tx.macs());
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Counts the discoveries of a party since `since`, that instant included, but not beyond `most`.
pub fn count_since(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    of: RequestsOf<'_>,
    since: Time,
    most: u32,
) -> Result<i64, Error> {
    let mut values = vec![Value::from(platform), Value::from(since)];
    let party = match of {
        RequestsOf::Customer(customer) => {
            values.push(Value::from(customer));
            "customer_id = $3 LIMIT $4"
        }
        RequestsOf::Domain(domain) => {
            values.push(Value::from(domain));
            "peer_domain = $3 LIMIT $4"
        }
        RequestsOf::Both(customer, domain) => {
            values.extend([Value::from(customer), Value::from(domain)]);
            "customer_id = $3 AND peer_domain = $4 LIMIT $5"
        }
    };
    values.push(Value::from(most));
    let sql = format!(
        "SELECT CAST(COUNT(*) AS BIGINT) AS requests FROM (SELECT 1 AS one FROM uma_request \
         WHERE platform_id = $1 AND created_at >= $2 AND {party}) AS counted"
    );
    tx.query_one(&sql, &values, |row| row.get("requests"))
}

/// Deletes up to `limit` requests of all platforms that expired more than `kept_for` ago on the clock of
/// their platform, and returns their number.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    let age = i64::try_from(kept_for.as_millis()).unwrap_or(i64::MAX);
    tx.execute_counted(
        "DELETE FROM uma_request WHERE (platform_id, transaction_id) IN
             (SELECT uma_request.platform_id, uma_request.transaction_id FROM platform
              JOIN uma_request ON uma_request.platform_id = platform.platform_id
                  AND uma_request.expires_at <= COALESCE(platform.frozen_at - $1, $2 + platform.lead_millis)
              LIMIT $3)",
        params![age, before, limit],
    )
}

/// Renews the MACs of up to `limit` requests after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<Option<TransactionId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM uma_request WHERE platform_id = $1 AND ($2 OR transaction_id > $3) \
         ORDER BY transaction_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(row)?;
        Ok((record.transaction, (terms, mac)))
    })?;
    let (ids, rows): (Vec<TransactionId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Returns a row reader that verifies the MAC of each request.
fn read(macs: &dyn Macs) -> impl Fn(&Row<'_>) -> Result<UmaRequestRecord, Error> + use<'_> {
    move |row| {
        let (record, terms, mac) = read_raw(row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Reads a request as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(row: &Row<'_>) -> Result<(UmaRequestRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, offer) = row.document("offer")?;
    let record = UmaRequestRecord {
        platform: row.get("platform_id")?,
        transaction: row.get("transaction_id")?,
        customer: row.get("customer_id")?,
        token_hash: row.get("token_hash")?,
        peer_domain: row.get("peer_domain")?,
        offer,
        request_hash: row.get("request_hash")?,
        answer: row.get("answer")?,
        expires_at: row.get("expires_at")?,
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(&record, text)?;
    Ok((record, terms, row.get("mac")?))
}
