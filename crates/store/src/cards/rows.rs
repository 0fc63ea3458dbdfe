//! Insert, update, find and lock of cards.

use causeway_domain::ids::{CardId, CustomerId, PlatformId};

use super::record::{COLUMNS, CardRecord, read, read_raw};
use super::sources;
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms;
use crate::{Error, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn { table: "card", key: "card_id", status: "state" };

/// Inserts a new card, its bindings and its MAC. A second card of the platform with the same
/// `platform_card_id` makes the transaction fail as a lost race: callers use [`find_by_own_id`] first.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CardRecord) -> Result<(), Error> {
    let terms = record.terms(platform)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO card (platform_id, card_id, customer_id, platform_card_id, state, state_reason, currency, \
         max_spend, doc, created_at, updated_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            platform,
            record.id,
            record.customer,
            &record.platform_card_id,
            record.phase.state().as_str(),
            record.phase.reason().map(|reason| reason.as_str()),
            record.currency,
            record.max_spend,
            Value::Json(terms.document.into()),
            record.created_at,
            record.updated_at,
            mac,
        ],
    )?;
    sources::attach(tx, platform, record, &record.sources, record.created_at)
}

/// Updates the mutable columns of a card and renews its MAC. Bindings are written separately, by
/// [`super::replace_sources`] and [`super::detach_all`]. The caller must hold the card's row lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &CardRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.phase.state().as_str())?;
    let terms = record.terms(platform)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "UPDATE card SET state = $3, state_reason = $4, max_spend = $5, doc = $6, updated_at = $7, mac = $8 \
         WHERE platform_id = $1 AND card_id = $2",
        params![
            platform,
            record.id,
            record.phase.state().as_str(),
            record.phase.reason().map(|reason| reason.as_str()),
            record.max_spend,
            Value::Json(terms.document.into()),
            record.updated_at,
            mac,
        ],
    )
}

/// Finds the card with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: CardId) -> Result<Option<CardRecord>, Error> {
    select(tx, platform, id, "")
}

/// Finds and locks a card until the transaction ends. No other caller can change the card, its bindings or
/// its delegated keys, or decide about one of its authorizations, at the same time.
///
/// # Errors
/// The same as [`find`].
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: CardId) -> Result<Option<CardRecord>, Error> {
    select(tx, platform, id, "FOR UPDATE")
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CardId,
    locking: &str,
) -> Result<Option<CardRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM card WHERE platform_id = $1 AND card_id = $2 {locking}");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Locks all cards of a customer, closed ones included, oldest first.
///
/// # Errors
/// The same as [`find`].
pub fn lock_by_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<CardRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card WHERE platform_id = $1 AND customer_id = $2 \
         ORDER BY created_at, card_id FOR UPDATE"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, customer], read)
}

/// Finds a card by the platform's own id, in any state.
pub fn find_by_own_id(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    platform_card_id: &str,
) -> Result<Option<CardId>, Error> {
    let sql = "SELECT card_id FROM card WHERE platform_id = $1 AND platform_card_id = $2";
    tx.query_opt(sql, params![platform, platform_card_id], |row| row.get("card_id"))
}

/// Renews the MACs of up to `limit` cards after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CardId>,
    limit: u32,
) -> Result<Option<CardId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card WHERE platform_id = $1 AND ($2 OR card_id > $3) ORDER BY card_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<CardId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
