//! Rows of returns (cards 8.5, rows 8 to 10). They change under the lock of their transaction.

use causeway_domain::Time;
use causeway_domain::ids::{CardReturnId, CardTransactionId, Id, PlatformId};
use serde_json::json;

use crate::database::terms::{self, AuthenticatedColumns};
use crate::{Error, Macs, Row, Tx, params};

/// A merchant's refund of a card transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnRecord {
    pub id: CardReturnId,
    pub transaction: CardTransactionId,
    /// Number of the event within the transaction.
    pub number: u32,
    /// Minor units of the card's currency.
    pub amount: i64,
    /// `None` unless the merchant reversed the return.
    pub reversed_at: Option<Time>,
    pub created_at: Time,
}

pub(crate) const COLUMNS: &str = "return_id, transaction_id, number, amount, reversed_at, created_at, mac";

fn terms_of(platform: PlatformId, record: &ReturnRecord) -> AuthenticatedColumns {
    let columns = json!({
        "transaction": record.transaction,
        "number": record.number,
        "amount": record.amount,
        "reversed_at": record.reversed_at.map(Time::millis),
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "card_return",
        key: "return_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document: "{}".to_owned(),
    }
}

/// Reads a return as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(ReturnRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let number: i64 = row.get("number")?;
    let record = ReturnRecord {
        id: row.get("return_id")?,
        transaction: row.get("transaction_id")?,
        number: u32::try_from(number)
            .map_err(|_| Error::Data("column number: not the number of a return".to_owned()))?,
        amount: row.get("amount")?,
        reversed_at: row.get("reversed_at")?,
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(platform, &record);
    Ok((record, terms, row.get("mac")?))
}

fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<ReturnRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new return with its MAC.
pub fn insert_return(tx: &mut Tx<'_>, platform: PlatformId, record: &ReturnRecord) -> Result<(), Error> {
    let mac = terms_of(platform, record).mac(tx.macs());
    tx.execute(
        "INSERT INTO card_return (platform_id, return_id, transaction_id, number, amount, reversed_at, created_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.transaction,
            i64::from(record.number),
            record.amount,
            record.reversed_at,
            record.created_at,
            mac,
        ],
    )
}

/// Finds the latest return of a transaction that is not reversed. The caller must hold the transaction's row
/// lock.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn lock_latest_return(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: CardTransactionId,
) -> Result<Option<ReturnRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_return WHERE platform_id = $1 AND transaction_id = $2 AND reversed_at IS NULL \
         ORDER BY number DESC LIMIT 1"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Returns up to `limit` returns of a transaction, oldest first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn returns_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: CardTransactionId,
    limit: u32,
) -> Result<Vec<ReturnRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_return WHERE platform_id = $1 AND transaction_id = $2 ORDER BY number LIMIT $3"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, transaction, limit], read)
}

/// Writes the reversal of a return and renews its MAC.
pub fn reverse_return(tx: &mut Tx<'_>, platform: PlatformId, record: &ReturnRecord) -> Result<(), Error> {
    let mac = terms_of(platform, record).mac(tx.macs());
    tx.execute(
        "UPDATE card_return SET reversed_at = $3, mac = $4 WHERE platform_id = $1 AND return_id = $2",
        params![platform, record.id, record.reversed_at, mac],
    )
}

/// Renews the MACs of up to `limit` returns after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_returns_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CardReturnId>,
    limit: u32,
) -> Result<Option<CardReturnId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_return WHERE platform_id = $1 AND ($2 OR return_id > $3) \
         ORDER BY return_id LIMIT $4 FOR UPDATE"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<CardReturnId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
