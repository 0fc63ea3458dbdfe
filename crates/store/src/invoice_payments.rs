//! Rows that link Lightning invoices to the payments that pay them (money 4.7).

use causeway_domain::ids::{PlatformId, TransactionId};

use crate::platforms::Environment;
use crate::{Error, Row, Tx, params};

/// The payments among which an invoice is paid once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvoiceScope {
    /// All payments of the environment: a node may pay the payment hash.
    Environment(Environment),
    /// The payments of the platform: no node knows the sample.
    Platform(PlatformId),
}

/// The payment that pays, or tried to pay, an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvoicePayment {
    pub platform: PlatformId,
    pub transaction: TransactionId,
}

impl InvoiceScope {
    fn column(self) -> String {
        match self {
            Self::Environment(environment) => environment.as_str().to_owned(),
            Self::Platform(platform) => platform.to_string(),
        }
    }
}

/// Returns the payment that pays, or tried to pay, an invoice.
pub fn find(tx: &mut Tx<'_>, scope: InvoiceScope, invoice: &str) -> Result<Option<InvoicePayment>, Error> {
    let sql = "SELECT /* all platforms */ platform_id, transaction_id FROM invoice_payment
               WHERE scope = $1 AND invoice = $2";
    tx.query_opt(sql, params![scope.column(), invoice], read)
}

/// Locks an invoice and returns the payment that pays, or tried to pay, it.
pub fn lock(tx: &mut Tx<'_>, scope: InvoiceScope, invoice: &str) -> Result<Option<InvoicePayment>, Error> {
    let sql = "SELECT /* all platforms */ platform_id, transaction_id FROM invoice_payment
               WHERE scope = $1 AND invoice = $2 FOR UPDATE";
    tx.query_opt(sql, params![scope.column(), invoice], read)
}

/// Records the first payment of an invoice. A second one makes the transaction fail as a lost race: callers
/// use [`lock`] first.
pub fn insert(
    tx: &mut Tx<'_>,
    scope: InvoiceScope,
    invoice: &str,
    payment: InvoicePayment,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO invoice_payment (platform_id, scope, invoice, transaction_id) VALUES ($1, $2, $3, $4)",
        params![payment.platform, scope.column(), invoice, payment.transaction],
    )
}

/// Replaces a failed payment of an invoice by another. The caller holds the lock of the invoice.
pub fn replace(
    tx: &mut Tx<'_>,
    scope: InvoiceScope,
    invoice: &str,
    payment: InvoicePayment,
) -> Result<(), Error> {
    tx.execute(
        "/* all platforms */ UPDATE invoice_payment SET platform_id = $1, transaction_id = $4
         WHERE scope = $2 AND invoice = $3",
        params![payment.platform, scope.column(), invoice, payment.transaction],
    )
}

fn read(row: &Row<'_>) -> Result<InvoicePayment, Error> {
    Ok(InvoicePayment { platform: row.get("platform_id")?, transaction: row.get("transaction_id")? })
}
