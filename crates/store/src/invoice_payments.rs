//! Rows of Lightning invoices that payments pay (money 4.3).

use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Tx, params};

/// Returns the payment that pays an invoice, or has tried to.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, invoice: &str) -> Result<Option<TransactionId>, Error> {
    let sql = "SELECT transaction_id FROM invoice_payment WHERE platform_id = $1 AND invoice = $2";
    tx.query_opt(sql, params![platform, invoice], |row| row.get("transaction_id"))
}

/// Locks an invoice that a payment pays, or has tried to, and returns that payment.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, invoice: &str) -> Result<Option<TransactionId>, Error> {
    let sql = "SELECT transaction_id FROM invoice_payment WHERE platform_id = $1 AND invoice = $2 FOR UPDATE";
    tx.query_opt(sql, params![platform, invoice], |row| row.get("transaction_id"))
}

/// Keeps that a payment pays an invoice that none has paid before. A second one makes the transaction fail as a lost
/// race: look with [`lock`] first.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    invoice: &str,
    payment: TransactionId,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO invoice_payment (platform_id, invoice, transaction_id) VALUES ($1, $2, $3)",
        params![platform, invoice, payment],
    )
}

/// Puts a payment in the place of one that has failed. Callers have locked the invoice.
///
/// # Errors
/// Whatever the database refuses.
pub fn replace(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    invoice: &str,
    payment: TransactionId,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE invoice_payment SET transaction_id = $3 WHERE platform_id = $1 AND invoice = $2",
        params![platform, invoice, payment],
    )
}
