//! Rows that link Lightning invoices to the payments that pay them (money 4.3).

use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Tx, params};

/// Returns the payment that pays, or tried to pay, an invoice.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, invoice: &str) -> Result<Option<TransactionId>, Error> {
    let sql = "SELECT transaction_id FROM invoice_payment WHERE platform_id = $1 AND invoice = $2";
    tx.query_opt(sql, params![platform, invoice], |row| row.get("transaction_id"))
}

/// Locks an invoice and returns the payment that pays, or tried to pay, it.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, invoice: &str) -> Result<Option<TransactionId>, Error> {
    let sql = "SELECT transaction_id FROM invoice_payment WHERE platform_id = $1 AND invoice = $2 FOR UPDATE";
    tx.query_opt(sql, params![platform, invoice], |row| row.get("transaction_id"))
}

/// Records the first payment of an invoice. A second one makes the transaction fail as a lost race: callers
/// use [`lock`] first.
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

/// Replaces a failed payment of an invoice by another. The caller holds the lock of the invoice.
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
