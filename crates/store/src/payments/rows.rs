//! Payments written and found one by one.

use causeway_domain::ids::{Id, PlatformId, TransactionId};

use super::record::{PaymentRecord, columns, read};
use crate::{Error, Tx, Value, params};

/// Stores a new payment.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO payment (platform_id, transaction_id, type, status, customer_id, platform_customer_id, \
         recipient_customer_id, quote_id, source_identifier, destination_identifier, reference, refund_reference, \
         terms, state, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            platform,
            record.id,
            record.kind.as_str(),
            record.status.as_str(),
            record.customer.map_or_else(|| platform.uuid(), Id::uuid),
            &record.platform_customer_id,
            record.recipient,
            record.quote,
            record.terms.source.identifier(),
            record.terms.destination.identifier(),
            record.reference.as_deref(),
            refund_reference(record),
            Value::doc(&record.terms)?,
            Value::doc(&record.state)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Writes status and state of a payment that is locked: by its quote's row, or by its own.
///
/// # Errors
/// Whatever the database refuses.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE payment SET status = $3, state = $4, refund_reference = $5, updated_at = $6 \
         WHERE platform_id = $1 AND transaction_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            Value::doc(&record.state)?,
            refund_reference(record),
            record.updated_at,
        ],
    )
}

fn refund_reference(record: &PaymentRecord) -> Option<&str> {
    record.state.refund.as_ref().map(|refund| refund.reference.as_str())
}

/// The payment with this id.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PaymentRecord>, Error> {
    let columns = columns("payment.status");
    let sql = format!("SELECT {columns} FROM payment WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, id], read(platform))
}

/// The payment with this id, locked until the transaction ends. One that has a quote is locked with it, by
/// [`crate::quotes::lock`].
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PaymentRecord>, Error> {
    let columns = columns("payment.status");
    let sql =
        format!("SELECT {columns} FROM payment WHERE platform_id = $1 AND transaction_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read(platform))
}
