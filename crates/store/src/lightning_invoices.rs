//! Rows of the invoices that were fetched from Lightning addresses (money 4.7): one per payment.

use causeway_domain::ids::{Id, PlatformId, TransactionId};
use serde::Serialize;

use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Row, Tx, params};

/// The invoice fetched for a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LightningInvoiceRecord {
    pub transaction: TransactionId,
    /// The invoice as fetched.
    pub invoice: String,
}

pub(crate) const COLUMNS: &str = "transaction_id, invoice, mac";

/// Authenticated columns of an invoice besides its key.
#[derive(Serialize)]
struct Columns<'a> {
    invoice: &'a str,
}

/// Returns the authenticated columns: the complete row.
fn terms_of(platform: PlatformId, record: &LightningInvoiceRecord) -> Result<AuthenticatedColumns, Error> {
    let LightningInvoiceRecord { transaction, invoice } = record;
    Ok(AuthenticatedColumns {
        table: "lightning_invoice",
        key: "transaction_id",
        platform,
        id: transaction.uuid().into(),
        columns: json_text(&Columns { invoice })?,
        document: "{}".to_owned(),
    })
}

/// Inserts the invoice of a payment with its MAC. A second one makes the transaction fail as a lost race:
/// callers use [`find`] first, under the lock of the payment.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &LightningInvoiceRecord) -> Result<(), Error> {
    let mac = terms_of(platform, record)?.mac(tx.macs());
    tx.execute(
        "INSERT INTO lightning_invoice (platform_id, transaction_id, invoice, mac) VALUES ($1, $2, $3, $4)",
        params![platform, record.transaction, &record.invoice, mac],
    )
}

/// Finds the invoice of a payment.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<LightningInvoiceRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM lightning_invoice WHERE platform_id = $1 AND transaction_id = $2");
    let macs = tx.macs();
    tx.query_opt(&sql, params![platform, transaction], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    })
}

/// Renews the MACs of up to `limit` invoices after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<Option<TransactionId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM lightning_invoice WHERE platform_id = $1 AND ($2 OR transaction_id > $3) \
         ORDER BY transaction_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.transaction, (terms, mac)))
    })?;
    let (ids, rows): (Vec<TransactionId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Reads an invoice as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(LightningInvoiceRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record =
        LightningInvoiceRecord { transaction: row.get("transaction_id")?, invoice: row.get("invoice")? };
    let terms = terms_of(platform, &record)?;
    Ok((record, terms, row.get("mac")?))
}
