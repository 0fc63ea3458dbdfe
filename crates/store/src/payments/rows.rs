//! Insert, update, find and lock of payments.

use std::time::Duration;

use causeway_domain::ids::{Id, PlatformId, TransactionId};

use super::record::{PaymentRecord, columns, read, read_raw, terms_of};
use crate::database::config_version::{self, VERSION};
use crate::database::row::prefixed;
use crate::database::terms;
use crate::database::value::json_text;
use crate::platforms::{self, PlatformRecord};
use crate::{Error, Tx, Value, params};

/// Inserts a new payment with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    let terms = terms_of(platform, record, json_text(&record.terms)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO payment (platform_id, transaction_id, type, status, customer_id, platform_customer_id, \
         recipient_customer_id, quote_id, source_identifier, destination_identifier, reference, refund_reference, \
         terms, state, created_at, updated_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
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
            Value::Json(terms.document.into()),
            Value::doc(&record.state)?,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Replaces a payment in status `CREATED`, whose amounts and payer were not known yet, by the payment with
/// its terms. The caller holds the payment's row lock.
///
/// # Errors
/// [`Error::Missing`] if there is no payment with this id and time of creation in this status.
pub fn replace_created(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    let deleted = tx.execute_counted(
        "DELETE FROM payment WHERE platform_id = $1 AND transaction_id = $2 AND created_at = $3 \
         AND status = 'CREATED'",
        params![platform, record.id, record.created_at],
    )?;
    if deleted == 1 { insert(tx, platform, record) } else { Err(Error::Missing) }
}

/// Updates status and state of a payment. The caller must hold the payment's row lock, or its quote's.
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

/// Finds the payment with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its terms.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PaymentRecord>, Error> {
    let columns = columns("payment.status");
    let sql = format!("SELECT {columns} FROM payment WHERE platform_id = $1 AND transaction_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Finds the payment with this id and its platform in one statement, and records the configuration version.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write both.
pub fn find_with_platform(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<(PlatformRecord, PaymentRecord)>, Error> {
    const PREFIX: &str = "platform_";
    let sql = format!(
        "SELECT {}, {}, {VERSION} FROM payment JOIN platform ON platform.platform_id = payment.platform_id \
         WHERE payment.platform_id = $1 AND payment.transaction_id = $2",
        columns("payment.status"),
        prefixed(platforms::COLUMNS, "platform", PREFIX),
    );
    let of_platform = platforms::read(tx.macs());
    let of_payment = read(platform, tx.macs());
    let found = tx.query_opt(&sql, params![platform, id], |row| {
        let owner = row.of_joined(PREFIX, &of_platform)?;
        Ok((owner, of_payment(row)?, config_version::read(row)?))
    })?;
    Ok(found.map(|(owner, payment, version)| {
        tx.note_version(platform, version);
        (owner, payment)
    }))
}

/// Locks the payment with this id until the transaction ends, and returns it. For a payment with a quote, the
/// quote's row is locked, by [`crate::quotes::lock`].
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its terms.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PaymentRecord>, Error> {
    let columns = columns("payment.status");
    let sql =
        format!("SELECT {columns} FROM payment WHERE platform_id = $1 AND transaction_id = $2 FOR UPDATE");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Renews the MACs of up to `limit` payments after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<Option<TransactionId>, Error> {
    let sql = format!(
        "SELECT {} FROM payment WHERE platform_id = $1 AND ($2 OR transaction_id > $3) ORDER BY transaction_id LIMIT $4",
        columns("payment.status")
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<TransactionId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Deletes up to `limit` abandoned payments of all platforms, which were created by a lookup and never
/// submitted for payment (money 10.4), and returns their number. `age` is the minimum age on the clock of
/// their platform.
pub fn prune_unused(tx: &mut Tx<'_>, age: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(age);
    let age = i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
    tx.execute_counted(
        "DELETE FROM payment WHERE (platform_id, transaction_id) IN
             (SELECT payment.platform_id, payment.transaction_id FROM platform CROSS JOIN payment
              WHERE payment.platform_id = platform.platform_id AND payment.status = 'CREATED'
                  AND payment.created_at <= COALESCE(platform.frozen_at - $1, $2 + platform.lead_millis)
              LIMIT $3)",
        params![age, before, limit],
    )
}
