//! Rows of quotes (money 8): the offer that a payment was priced by, written once.
//!
//! What is paid to whom at which price stands in the terms of the payment alone, and what becomes of it in its state, so
//! that a quote is read together with its payment, in one statement.

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId, QuoteId, TransactionId};
use causeway_domain::rates::Lock;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::database::terms::{self, Terms};
use crate::database::value::json_text;
use crate::payments::{self, PaymentRecord};
use crate::{Error, Macs, Row, Tx, Value, params};

/// A priced offer to move money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRecord {
    /// Its id.
    pub id: QuoteId,
    /// The payment that carries it out.
    pub transaction: TransactionId,
    /// From when on it cannot be executed.
    pub expires_at: Time,
    /// How it was priced.
    pub terms: QuoteTerms,
    /// When it was made.
    pub created_at: Time,
}

/// The terms of a quote beyond those of its payment, version 1. Written once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteTerms {
    /// Version of this document's form.
    pub v: u32,
    /// Which side was fixed.
    pub lock: Lock,
    /// What the wallet that pays must sign, to the byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload_to_sign: Option<String>,
}

/// What a quote is read from, in the order in which it is read.
pub(crate) const COLUMNS: &str = "quote.terms AS quote_terms, quote.quote_id AS id_of_quote, \
    quote.transaction_id AS quote_transaction, quote.expires_at, quote.created_at AS quote_created_at, \
    quote.mac AS quote_mac";

/// What is authenticated of a quote beside its terms.
#[derive(Serialize)]
struct Columns {
    transaction: Uuid,
    expires_at: i64,
    created_at: i64,
}

/// What is authenticated of a quote: all of it that never changes. `document` is its terms as they are stored.
fn terms_of(platform: PlatformId, record: &QuoteRecord, document: String) -> Result<Terms, Error> {
    let QuoteRecord { id, transaction, expires_at, created_at, terms: _ } = record;
    let columns = json_text(&Columns {
        transaction: transaction.uuid(),
        expires_at: expires_at.millis(),
        created_at: created_at.millis(),
    })?;
    Ok(Terms { table: "quote", key: "quote_id", platform, id: id.uuid().into(), columns, document })
}

/// Stores a new quote, authenticated.
///
/// # Errors
/// Whatever the database refuses.
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

/// The quote with this id, and its payment.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write the terms of both; whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
) -> Result<Option<(QuoteRecord, PaymentRecord)>, Error> {
    let macs = tx.macs();
    tx.query_opt(&select(""), params![platform, id], |row| read(platform, row, macs))
}

/// Finds the quote with this id, and its payment, which is locked until the transaction ends.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write the terms of both; whatever the database refuses.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
) -> Result<Option<(QuoteRecord, PaymentRecord)>, Error> {
    let macs = tx.macs();
    tx.query_opt(&select("FOR UPDATE OF payment"), params![platform, id], |row| read(platform, row, macs))
}

fn select(locking: &str) -> String {
    format!(
        "SELECT {}, {COLUMNS} FROM quote JOIN payment \
         ON payment.platform_id = quote.platform_id AND payment.transaction_id = quote.transaction_id \
         WHERE quote.platform_id = $1 AND quote.quote_id = $2 {locking}",
        payments::columns("payment.status")
    )
}

fn read(platform: PlatformId, row: &Row<'_>, macs: &dyn Macs) -> Result<(QuoteRecord, PaymentRecord), Error> {
    let payment = payments::read(platform, macs)(row)?;
    let (quote, terms, mac) = read_raw(platform, row)?;
    terms.check(&mac, macs)?;
    Ok((quote, payment))
}

/// A quote as it stands there, with what is authenticated of it and its code.
pub(crate) fn read_raw(platform: PlatformId, row: &Row<'_>) -> Result<(QuoteRecord, Terms, Vec<u8>), Error> {
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

/// Authenticates up to `limit` quotes behind `after` anew, with the newest key; the last of them. `None` when there are
/// none left. Those that this service did not write stay as they are.
///
/// # Errors
/// Those of the database.
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
