//! Transactions written and found one by one.

use causeway_domain::ids::{Id, PlatformId, TransactionId};

use super::record::{TransactionRecord, columns, read};
use crate::{Error, Tx, Value, params};

/// Stores a new transaction.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &TransactionRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO payment (platform_id, transaction_id, type, status, customer_id, platform_customer_id, \
         recipient_customer_id, quote_id, source_identifier, destination_identifier, reference, doc, created_at, \
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            platform,
            record.id,
            record.kind.as_str(),
            record.status.as_str(),
            record.customer.map_or_else(|| platform.uuid(), Id::uuid),
            &record.platform_customer_id,
            record.recipient,
            record.quote,
            record.doc.source.identifier(),
            record.doc.destination.identifier(),
            record.reference.as_deref(),
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Writes status and document of a transaction whose owner (its quote, or itself) is locked.
///
/// # Errors
/// Whatever the database refuses.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &TransactionRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE payment SET status = $3, doc = $4, refund_reference = $5, updated_at = $6 \
         WHERE platform_id = $1 AND transaction_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            Value::doc(&record.doc)?,
            record.doc.refund.as_ref().map(|refund| refund.reference.as_str()),
            record.updated_at,
        ],
    )
}

/// The transaction with this id.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<TransactionRecord>, Error> {
    let columns = columns("status");
    let sql = format!("SELECT {columns} FROM payment WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, id], read(platform))
}
