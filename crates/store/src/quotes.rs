//! Rows of quotes (money 8): the priced offers of payments, immutable.
//!
//! The amounts, parties and prices are only in the terms of the payment and its progress only in the
//! payment's state, so a quote is always read with its payment, in one statement.

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId, QuoteId, TransactionId};
use causeway_domain::rates::Lock;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::payments::{self, PaymentRecord};
use crate::{Error, Macs, Row, Tx, Value, params};

/// A priced offer to move money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRecord {
    pub id: QuoteId,
    /// The payment that executes the quote.
    pub transaction: TransactionId,
    /// The quote cannot be executed from this instant on.
    pub expires_at: Time,
    pub terms: QuoteTerms,
    pub created_at: Time,
}

/// The terms of a quote besides those of its payment, version 1. Immutable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteTerms {
    pub v: u32,
    /// The side with a fixed amount.
    pub lock: Lock,
    /// The exact payload that the paying wallet must sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload_to_sign: Option<String>,
}

/// Columns of a quote in the order in which they are read.
pub(crate) const COLUMNS: &str = "quote.terms AS quote_terms, quote.quote_id AS id_of_quote, \
    quote.transaction_id AS quote_transaction, quote.expires_at, quote.created_at AS quote_created_at, \
    quote.mac AS quote_mac";

/// Authenticated columns of a quote besides its terms.
#[derive(Serialize)]
struct Columns {
    transaction: Uuid,
    expires_at: i64,
    created_at: i64,
}

/// Returns the authenticated columns: the complete row. `document` is the terms as stored.
fn terms_of(
    platform: PlatformId,
    record: &QuoteRecord,
    document: String,
) -> Result<AuthenticatedColumns, Error> {
    let QuoteRecord { id, transaction, expires_at, created_at, terms: _ } = record;
    let columns = json_text(&Columns {
        transaction: transaction.uuid(),
        expires_at: expires_at.millis(),
        created_at: created_at.millis(),
    })?;
    Ok(AuthenticatedColumns {
        table: "quote",
        key: "quote_id",
        platform,
        id: id.uuid().into(),
        columns,
        document,
    })
}

/// Inserts a new quote with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &QuoteRecord) -> Result<(), Error> {
    let terms = terms_of(platform, record, json_text(&record.terms)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO quote (platform_id, quote_id, transaction_id, expires_at, terms, created_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            platform,
            record.id,
            record.transaction,
            record.expires_at,
            Value::Json(terms.document.into()),
            record.created_at,
            mac,
        ],
    )
}

/// Finds the quote with this id and its payment.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the terms of both.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
) -> Result<Option<(QuoteRecord, PaymentRecord)>, Error> {
    let macs = tx.macs();
    tx.query_opt(&select(""), params![platform, id], |row| read(platform, row, macs))
}

/// Finds the quote with this id and its payment, and locks the payment until the transaction ends.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the terms of both.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
) -> Result<Option<(QuoteRecord, PaymentRecord)>, Error> {
    let macs = tx.macs();
    tx.query_opt(&select("FOR UPDATE OF payment_state"), params![platform, id], |row| {
        read(platform, row, macs)
    })
}

fn select(locking: &str) -> String {
    format!(
        "SELECT {}, {COLUMNS} FROM {} JOIN quote \
         ON quote.platform_id = payment.platform_id AND quote.transaction_id = payment.transaction_id \
         WHERE quote.platform_id = $1 AND quote.quote_id = $2 {locking}",
        payments::columns(payments::STATUS),
        payments::BOTH_ROWS
    )
}

fn read(platform: PlatformId, row: &Row<'_>, macs: &dyn Macs) -> Result<(QuoteRecord, PaymentRecord), Error> {
    let payment = payments::read(platform, macs)(row)?;
    let (quote, terms, mac) = read_raw(platform, row)?;
    terms.check(&mac, macs)?;
    Ok((quote, payment))
}

/// Reads a quote as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(QuoteRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, typed) = row.document("quote_terms")?;
    let quote = QuoteRecord {
        id: row.get("id_of_quote")?,
        transaction: row.get("quote_transaction")?,
        expires_at: row.get("expires_at")?,
        terms: typed,
        created_at: row.get("quote_created_at")?,
    };
    let terms = terms_of(platform, &quote, text)?;
    Ok((quote, terms, row.get("quote_mac")?))
}

/// Returns the payments of these quotes. MACs are not verified.
pub fn payments_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    quotes: &[QuoteId],
) -> Result<Vec<(QuoteId, TransactionId)>, Error> {
    if quotes.is_empty() {
        return Ok(Vec::new());
    }
    // Powers of two keep the number of prepared statements small.
    let count = quotes.len().next_power_of_two();
    let places: Vec<String> = (2..count + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT quote_id, transaction_id FROM quote WHERE platform_id = $1 AND quote_id IN ({})",
        places.join(", ")
    );
    let mut values = vec![Value::from(platform)];
    values.extend(quotes.iter().cycle().take(count).map(|id| Value::from(*id)));
    tx.query(&sql, &values, |row| Ok((row.get("quote_id")?, row.get("transaction_id")?)))
}

/// Renews the MACs of up to `limit` quotes after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<QuoteId>,
    limit: u32,
) -> Result<Option<QuoteId>, Error> {
    let sql = format!(
        "SELECT {} FROM quote WHERE platform_id = $1 AND ($2 OR quote_id > $3) ORDER BY quote_id LIMIT $4",
        COLUMNS
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<QuoteId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
