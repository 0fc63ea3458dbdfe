//! Insert, update, find and lock of payments.

use std::time::Duration;

use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::payments::TransactionStatus;

use super::record::{BOTH_ROWS, PaymentRecord, STATUS, columns, read, read_raw, terms_of};
use super::search::search_entry;
use crate::database::config_version::{self, VERSION};
use crate::database::migrations::Dialect;
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::row::prefixed;
use crate::database::terms;
use crate::database::value::json_text;
use crate::platforms::{self, PlatformRecord};
use crate::{Error, Row, Tx, Value, params, search_terms};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("payment_state", "transaction_id");

/// The statement for the row of the progress, with `$1` to `$7`.
const INSERT_STATE: &str = "INSERT INTO payment_state (platform_id, transaction_id, created_at, updated_at, \
    status, refund_reference, state) VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// The statement for the immutable row, with `$1` to `$3` and `$8` to `$17`.
const INSERT_TERMS: &str = "INSERT INTO payment (platform_id, transaction_id, created_at, type, customer_id, \
    platform_customer_id, recipient_customer_id, quote_id, source_identifier, destination_identifier, \
    reference, terms, mac) VALUES ($1, $2, $3, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";

/// Inserts a new payment with its MAC, and with its search terms unless it is a draft in status `CREATED`,
/// which has no amounts yet.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    insert_rows(tx, platform, record)?;
    if record.status == TransactionStatus::Created {
        return Ok(());
    }
    search_terms::add(tx, platform, &search_entry(record))
}

/// Inserts both rows of a payment, on PostgreSQL in one statement.
fn insert_rows(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    let terms = terms_of(platform, record, json_text(&record.terms)?)?;
    let mac = terms.mac(tx.macs());
    let progress = params![
        platform,
        record.id,
        record.created_at,
        record.updated_at,
        record.status.as_str(),
        refund_reference(record),
        Value::doc(&record.state)?,
    ];
    let immutable = params![
        record.kind.as_str(),
        record.customer.map_or_else(|| platform.uuid(), Id::uuid),
        &record.platform_customer_id,
        record.recipient,
        record.quote,
        record.terms.source.identifier(),
        record.terms.destination.identifier(),
        record.reference.as_deref(),
        Value::Json(terms.document.into()),
        mac,
    ];
    let all = [&progress[..], &immutable[..]].concat();
    match tx.dialect() {
        Dialect::Postgres => tx.execute(&format!("WITH terms AS ({INSERT_TERMS}) {INSERT_STATE}"), &all),
        Dialect::Sqlite => {
            tx.execute(INSERT_TERMS, &all)?;
            tx.execute(INSERT_STATE, progress)
        }
    }
}

/// Replaces a payment in status `CREATED`, whose amounts and payer were not known yet, by the payment with
/// its terms. The caller holds the payment's lock. Both rows are new, so that a transaction that waits for the lock
/// finds nothing instead of the new state with the old terms ([`lock_replaceable`] looks again).
///
/// # Errors
/// [`Error::Missing`] if there is no payment with this id and time of creation in this status.
pub fn replace_created(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    let deleted = tx.execute_counted(
        "DELETE FROM payment_state WHERE platform_id = $1 AND transaction_id = $2 AND created_at = $3 \
         AND status = 'CREATED'",
        params![platform, record.id, record.created_at],
    )?;
    if deleted != 1 {
        return Err(Error::Missing);
    }
    delete_terms(tx, platform, record.id)?;
    insert_rows(tx, platform, record)?;
    search_terms::add(tx, platform, &search_entry(record))
}

/// Updates status and state of a payment. The caller must hold the payment's lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &PaymentRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    tx.execute(
        "UPDATE payment_state SET status = $3, state = $4, refund_reference = $5, updated_at = $6 \
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
    tx.query_opt(&select(""), params![platform, id], read(platform, tx.macs()))
}

fn select(locking: &str) -> String {
    let columns = columns(STATUS);
    format!(
        "SELECT {columns} FROM {BOTH_ROWS} \
         WHERE payment.platform_id = $1 AND payment.transaction_id = $2 {locking}"
    )
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
        "SELECT {}, {}, {VERSION} FROM {BOTH_ROWS} JOIN platform ON platform.platform_id = payment.platform_id \
         WHERE payment.platform_id = $1 AND payment.transaction_id = $2",
        columns(STATUS),
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

/// Locks the payment with this id until the transaction ends, and returns it. The lock is on the row of its
/// progress, as that of [`crate::quotes::lock`].
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its terms.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PaymentRecord>, Error> {
    tx.query_opt(&select("FOR UPDATE OF payment_state"), params![platform, id], read(platform, tx.macs()))
}

/// Locks a payment that another transaction may replace meanwhile ([`replace_created`]), and returns it: on
/// PostgreSQL, a statement that waited for the former rows does not see the new ones.
///
/// # Errors
/// The same as [`lock`].
pub fn lock_replaceable(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<PaymentRecord>, Error> {
    match lock(tx, platform, id)? {
        Some(payment) => Ok(Some(payment)),
        None => lock(tx, platform, id),
    }
}

/// Renews the MACs of up to `limit` payments after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<Option<TransactionId>, Error> {
    // With both conditions, a merge of the tables begins at the key.
    let sql = format!(
        "SELECT {} FROM {BOTH_ROWS} WHERE payment.platform_id = $1 AND ($2 OR payment.transaction_id > $3)
             AND ($2 OR payment_state.transaction_id > $3) ORDER BY payment.transaction_id LIMIT $4",
        columns(STATUS)
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
    let deleted = tx.query(
        "DELETE FROM payment_state WHERE status = 'CREATED' AND (platform_id, transaction_id) IN
             (SELECT s.platform_id, s.transaction_id FROM platform CROSS JOIN payment_state s
              WHERE s.platform_id = platform.platform_id AND s.status = 'CREATED'
                  AND s.created_at <= COALESCE(platform.frozen_at - $1, $2 + platform.lead_millis)
              LIMIT $3)
         RETURNING platform_id, transaction_id",
        params![age, before, limit],
        payment_key,
    )?;
    delete_all_terms(tx, &deleted)
}

/// Deletes up to `limit` payments of all platforms which began with a discovery that could not be answered, and so
/// failed before a pay request (uma 5.1). Returns their number. `age` is the minimum time since the callback expired, on
/// the clock of their platform.
pub fn prune_failed_drafts(tx: &mut Tx<'_>, age: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(age);
    let age = i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
    let deleted = tx.query(
        "DELETE FROM payment_state WHERE status = 'FAILED' AND (platform_id, transaction_id) IN
             (SELECT s.platform_id, s.transaction_id FROM platform
              JOIN uma_request r ON r.platform_id = platform.platform_id
                  AND r.expires_at <= COALESCE(platform.frozen_at - $1, $2 + platform.lead_millis)
              JOIN payment_state s ON s.platform_id = r.platform_id AND s.transaction_id = r.transaction_id
              WHERE r.request_hash IS NULL AND s.status = 'FAILED'
              LIMIT $3)
         RETURNING platform_id, transaction_id",
        params![age, before, limit],
        payment_key,
    )?;
    delete_all_terms(tx, &deleted)
}

fn payment_key(row: &Row<'_>) -> Result<(PlatformId, TransactionId), Error> {
    Ok((row.get("platform_id")?, row.get("transaction_id")?))
}

/// Deletes the terms of payments, and returns the number of payments.
fn delete_all_terms(tx: &mut Tx<'_>, deleted: &[(PlatformId, TransactionId)]) -> Result<u64, Error> {
    for (platform, id) in deleted {
        delete_terms(tx, *platform, *id)?;
    }
    Ok(u64::try_from(deleted.len()).unwrap_or(u64::MAX))
}

fn delete_terms(tx: &mut Tx<'_>, platform: PlatformId, id: TransactionId) -> Result<(), Error> {
    let sql = "DELETE FROM payment WHERE platform_id = $1 AND transaction_id = $2";
    tx.execute(sql, params![platform, id])
}
