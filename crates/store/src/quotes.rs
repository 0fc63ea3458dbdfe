//! Rows of quotes (money 8): how a payment was priced, and until when it can be started.
//!
//! What is paid to whom at which price stands in the terms of the payment alone, so that a quote is read together
//! with its payment, in one statement.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, QuoteId, TransactionId};
use causeway_domain::quotes::QuoteStatus;
use causeway_domain::rates::Lock;
use serde::{Deserialize, Serialize};

use crate::payments::{self, PaymentRecord};
use crate::{Error, Row, Tx, Value, params};

/// A priced offer to move money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRecord {
    /// Its id.
    pub id: QuoteId,
    /// The payment that carries it out.
    pub transaction: TransactionId,
    /// Where it stands, as last written: expiry counts from `expires_at`, written or not.
    pub status: QuoteStatus,
    /// From when on it cannot be executed.
    pub expires_at: Time,
    /// How it was priced.
    pub terms: QuoteTerms,
    /// When it was made.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

/// The terms of a quote beyond those of its payment, version 1. Written once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteTerms {
    /// Version of this document's form.
    pub v: u32,
    /// Which side was fixed.
    pub lock: Lock,
}

const COLUMNS: &str = "quote.status AS quote_status, quote.expires_at, quote.terms AS quote_terms, \
                       quote.created_at AS quote_created_at, quote.updated_at AS quote_updated_at";

/// Stores a new quote.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &QuoteRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO quote (platform_id, quote_id, transaction_id, status, expires_at, terms, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.transaction,
            record.status.as_str(),
            record.expires_at,
            Value::doc(&record.terms)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// The quote with this id, and its payment.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
) -> Result<Option<(QuoteRecord, PaymentRecord)>, Error> {
    tx.query_opt(&select(""), params![platform, id], |row| read(platform, row))
}

/// The quote with this id, and its payment, both locked until the transaction ends. Whoever changes one of them
/// holds this lock.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
) -> Result<Option<(QuoteRecord, PaymentRecord)>, Error> {
    tx.query_opt(&select("FOR UPDATE"), params![platform, id], |row| read(platform, row))
}

fn select(locking: &str) -> String {
    format!(
        "SELECT {COLUMNS}, {} FROM quote JOIN payment \
         ON payment.platform_id = quote.platform_id AND payment.transaction_id = quote.transaction_id \
         WHERE quote.platform_id = $1 AND quote.quote_id = $2 {locking}",
        payments::columns("payment.status")
    )
}

fn read(platform: PlatformId, row: &Row<'_>) -> Result<(QuoteRecord, PaymentRecord), Error> {
    let payment = payments::read(platform)(row)?;
    let quote = QuoteRecord {
        id: row.get("quote_id")?,
        transaction: payment.id,
        status: row.parsed("quote_status")?,
        expires_at: row.get("expires_at")?,
        terms: row.json("quote_terms")?,
        created_at: row.get("quote_created_at")?,
        updated_at: row.get("quote_updated_at")?,
    };
    Ok((quote, payment))
}

/// Writes the status of a quote that is locked.
///
/// # Errors
/// Whatever the database refuses.
pub fn set_status(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: QuoteId,
    status: QuoteStatus,
    at: Time,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE quote SET status = $3, updated_at = $4 WHERE platform_id = $1 AND quote_id = $2",
        params![platform, id, status.as_str(), at],
    )
}
