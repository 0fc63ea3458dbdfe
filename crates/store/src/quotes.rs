//! Rows of quotes (money 8).

use causeway_domain::Time;
use causeway_domain::external_accounts::Rail;
use causeway_domain::ids::{
    AccountRef, CustomerId, ExternalAccountId, InternalAccountId, PlatformId, QuoteId, TransactionId,
};
use causeway_domain::money::Currency;
use causeway_domain::quotes::QuoteStatus;
use causeway_domain::rates::{Lock, Price, RateDetails};
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// A priced offer to move money.
#[derive(Debug, Clone, PartialEq)]
pub struct QuoteRecord {
    /// Its id.
    pub id: QuoteId,
    /// The payment that carries it out.
    pub transaction: TransactionId,
    /// Where it stands, as last written: expiry counts from `expires_at`, written or not.
    pub status: QuoteStatus,
    /// From when on it cannot be executed.
    pub expires_at: Time,
    /// Everything that is not looked up by.
    pub doc: QuoteDoc,
    /// When it was made.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

/// The document of a quote, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuoteDoc {
    /// Version of this document's form.
    pub v: u32,
    /// The account that is debited, or debited where it is elsewhere.
    pub source: AccountRef,
    /// On whose behalf; none: the platform pays for itself.
    pub customer: Option<CustomerId>,
    /// Where the money goes.
    pub destination: QuoteDestination,
    /// Which side was fixed.
    pub lock: Lock,
    /// What is sent.
    pub sending: Currency,
    /// What arrives.
    pub receiving: Currency,
    /// All amounts, and the rate.
    pub price: Price,
    /// How the price came about, as it is shown.
    pub rate_details: RateDetails,
    /// The platform's account that takes its fee.
    pub platform_fee_account: Option<InternalAccountId>,
    /// Passed on to the receiver's bank.
    pub remittance_information: Option<String>,
    /// Why the money is sent.
    pub purpose_of_payment: Option<String>,
}

/// Where the money of a quote goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum QuoteDestination {
    /// An external account.
    External {
        /// The account.
        account: ExternalAccountId,
        /// The rail that will carry the money; none where the account has no rails.
        rail: Option<Rail>,
        /// Whether the request named the rail.
        is_manual: bool,
    },
    /// An account of this service.
    Internal {
        /// The account.
        account: InternalAccountId,
    },
}

const COLUMNS: &str = "quote_id, transaction_id, status, expires_at, doc, created_at, updated_at";

fn read(row: &Row<'_>) -> Result<QuoteRecord, Error> {
    Ok(QuoteRecord {
        id: row.get("quote_id")?,
        transaction: row.get("transaction_id")?,
        status: row.parsed("status")?,
        expires_at: row.get("expires_at")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Stores a new quote.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &QuoteRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO quote (platform_id, quote_id, transaction_id, status, expires_at, doc, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.transaction,
            record.status.as_str(),
            record.expires_at,
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// The quote with this id.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: QuoteId) -> Result<Option<QuoteRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM quote WHERE platform_id = $1 AND quote_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The quote with this id, locked until the transaction ends. Whoever changes a quote or its payment holds
/// this lock.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: QuoteId) -> Result<Option<QuoteRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM quote WHERE platform_id = $1 AND quote_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read)
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
