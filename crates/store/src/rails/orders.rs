//! Rows of orders to rails (rails 7). Their rail, amount and bytes never change.

use causeway_domain::ids::{PlatformId, RailId, TransactionId};
use uuid::Uuid;

use super::order_terms::{COLUMNS, read, read_raw, terms_of};
use super::records::{OrderName, RailOrderRecord};
use crate::database::terms;
use crate::database::value::json_text;
use crate::{Error, Tx, Value, params};

/// Inserts an order, or a tombstone, with its MAC.
///
/// # Errors
/// [`Error::Duplicate`] of `rail_order_of_payment` if there is an order of the same name, and of `rail_order_short` if
/// the rail has another order with the short reference.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, order: &RailOrderRecord) -> Result<(), Error> {
    let record = order.record.as_ref().map(json_text).transpose()?;
    let mac = terms_of(platform, order, record.clone())?.mac(tx.macs());
    let pinned = order.pinned.as_ref();
    tx.execute(
        "INSERT INTO rail_order (platform_id, order_id, transaction_id, kind, rail_id, account_id, corridor, currency,
             amount, body, digest, short, memory_id, state, revision, record, held_at, released_at, created_at,
             updated_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
        params![
            platform,
            order.id,
            order.transaction,
            order.kind.as_str(),
            pinned.map(|pinned| pinned.rail),
            pinned.map(|pinned| pinned.account),
            pinned.map(|pinned| pinned.corridor.as_str()),
            order.amount.currency,
            order.amount.minor,
            pinned.map(|pinned| pinned.body.as_slice()),
            pinned.map(|pinned| pinned.digest.as_slice()),
            pinned.map(|pinned| pinned.short.as_str()),
            pinned.map(|pinned| pinned.memory),
            order.state.as_str(),
            order.revision,
            record.map_or(Value::Null, |text| Value::Json(text.into())),
            order.held_at,
            order.released_at,
            order.created_at,
            order.changed_at,
            mac,
        ],
    )
}

/// Updates the memory, the record and its state, and the hold of a locked order, and renews its MAC.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, order: &RailOrderRecord) -> Result<(), Error> {
    let record = order.record.as_ref().map(json_text).transpose()?;
    let mac = terms_of(platform, order, record.clone())?.mac(tx.macs());
    tx.execute(
        "UPDATE rail_order SET memory_id = $3, state = $4, revision = $5, record = $6, held_at = $7, released_at = $8,
             updated_at = $9, mac = $10
         WHERE platform_id = $1 AND order_id = $2",
        params![
            platform,
            order.id,
            order.pinned.as_ref().map(|pinned| pinned.memory),
            order.state.as_str(),
            order.revision,
            record.map_or(Value::Null, |text| Value::Json(text.into())),
            order.held_at,
            order.released_at,
            order.changed_at,
            mac,
        ],
    )
}

/// Finds the order, or the tombstone, with this name.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    name: OrderName,
) -> Result<Option<RailOrderRecord>, Error> {
    select(tx, platform, name, "")
}

/// Finds and locks the order, or the tombstone, with this name until the transaction ends.
///
/// # Errors
/// The same as [`find`].
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    name: OrderName,
) -> Result<Option<RailOrderRecord>, Error> {
    select(tx, platform, name, "FOR UPDATE")
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    name: OrderName,
    locking: &str,
) -> Result<Option<RailOrderRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_order WHERE platform_id = $1 AND transaction_id = $2 AND kind = $3 {locking}"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, name.transaction, name.kind.as_str()], read)
}

/// Returns the orders and tombstones of a payment, at most one of each kind, by kind.
///
/// # Errors
/// The same as [`find`].
pub fn of_payment(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Vec<RailOrderRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_order WHERE platform_id = $1 AND transaction_id = $2 ORDER BY kind"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, transaction], read)
}

/// Finds the order to a rail with this name on any platform, and its platform.
///
/// # Errors
/// The same as [`find`].
pub fn find_of_rail(
    tx: &mut Tx<'_>,
    rail: RailId,
    name: OrderName,
) -> Result<Option<(PlatformId, RailOrderRecord)>, Error> {
    let macs = tx.macs();
    let sql = format!(
        "SELECT /* all platforms */ platform_id, {COLUMNS} FROM rail_order
         WHERE rail_id = $1 AND transaction_id = $2 AND kind = $3"
    );
    tx.query_opt(&sql, params![rail, name.transaction, name.kind.as_str()], |row| {
        let platform = row.get("platform_id")?;
        Ok((platform, read(platform, macs)(row)?))
    })
}

/// Returns the platform of the order to a rail with this name, which may be an order that this service did not write:
/// for signals only.
pub fn platform_of(tx: &mut Tx<'_>, rail: RailId, name: OrderName) -> Result<Option<PlatformId>, Error> {
    tx.query_opt(
        "SELECT /* all platforms */ platform_id FROM rail_order
         WHERE rail_id = $1 AND transaction_id = $2 AND kind = $3 ORDER BY platform_id LIMIT 1",
        params![rail, name.transaction, name.kind.as_str()],
        |row| row.get("platform_id"),
    )
}

/// Renews the MACs of up to `limit` orders after `after` with the newest key. Returns the last of them, or `None` if
/// none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Option<Uuid>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_order WHERE platform_id = $1 AND ($2 OR order_id > $3) ORDER BY order_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (order, terms, mac) = read_raw(platform, row)?;
        Ok((order.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<Uuid>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
