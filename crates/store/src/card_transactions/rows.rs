//! Insert, update, find and lock of card transactions.

use causeway_domain::ids::{CardTransactionId, PlatformId};

use super::record::{COLUMNS, CardTransactionRecord, read, read_raw};
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms;
use crate::{Error, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("card_transaction", "transaction_id");

/// Inserts a new card transaction with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CardTransactionRecord) -> Result<(), Error> {
    let terms = record.terms(platform)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO card_transaction (platform_id, transaction_id, card_id, customer_id, account_id, issuer_token, \
         direction, status, has_suspended, has_shortfall, doc, created_at, updated_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            platform,
            record.id,
            record.card,
            record.customer,
            record.account,
            &record.token,
            record.direction.as_str(),
            record.status.as_str(),
            record.figures.suspended > 0,
            record.has_shortfall(),
            Value::Json(terms.document.into()),
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of a card transaction and renews its MAC. The caller must hold the
/// transaction's row lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &CardTransactionRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    let terms = record.terms(platform)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "UPDATE card_transaction SET status = $3, has_suspended = $4, has_shortfall = $5, doc = $6, updated_at = $7, \
         mac = $8 WHERE platform_id = $1 AND transaction_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.figures.suspended > 0,
            record.has_shortfall(),
            Value::Json(terms.document.into()),
            record.updated_at,
            mac,
        ],
    )
}

/// Finds the card transaction with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CardTransactionId,
) -> Result<Option<CardTransactionRecord>, Error> {
    select(tx, "transaction_id = $2", params![platform, id], platform)
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CardTransactionId,
) -> Result<Option<CardTransactionRecord>, Error> {
    select(tx, "transaction_id = $2 FOR UPDATE", params![platform, id], platform)
}

/// Finds the card transaction with this id of the issuer.
///
/// # Errors
/// The same as [`find`].
pub fn find_by_token(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    token: &str,
) -> Result<Option<CardTransactionRecord>, Error> {
    select(tx, "issuer_token = $2", params![platform, token], platform)
}

/// Reads like [`find_by_token`], and locks the row until the transaction ends.
pub fn lock_by_token(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    token: &str,
) -> Result<Option<CardTransactionRecord>, Error> {
    select(tx, "issuer_token = $2 FOR UPDATE", params![platform, token], platform)
}

fn select(
    tx: &mut Tx<'_>,
    condition: &str,
    values: &[Value<'_>],
    platform: PlatformId,
) -> Result<Option<CardTransactionRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM card_transaction WHERE platform_id = $1 AND {condition}");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, values, read)
}

/// Renews the MACs of up to `limit` card transactions after `after` with the newest key. Returns the last of
/// them, or `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CardTransactionId>,
    limit: u32,
) -> Result<Option<CardTransactionId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_transaction WHERE platform_id = $1 AND ($2 OR transaction_id > $3) \
         ORDER BY transaction_id LIMIT $4 FOR UPDATE"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<CardTransactionId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
