//! Rows of pulls (cards 8.4). They change under the lock of their transaction.

use causeway_domain::card_transactions::Pull;
use causeway_domain::ids::{CardPullId, CardTransactionId, DelegatedKeyId, Id, PlatformId};
use causeway_domain::{Revision, Time};
use serde_json::json;

use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::{Error, Macs, Row, Tx, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("card_pull", "pull_id");

/// A debit of the funding source for a card transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRecord {
    pub id: CardPullId,
    pub transaction: CardTransactionId,
    /// Number, status and amounts.
    pub pull: Pull,
    /// If the source is a wallet: the delegated key and its signature over the pull.
    pub signed: Option<(DelegatedKeyId, String)>,
    pub created_at: Time,
    pub updated_at: Revision,
}

pub(crate) const COLUMNS: &str = "pull_id, transaction_id, number, status, amount, captured, released, key_id, \
                                  signature, created_at, updated_at, mac";

fn terms_of(platform: PlatformId, record: &PullRecord) -> AuthenticatedColumns {
    let pull = &record.pull;
    let columns = json!({
        "transaction": record.transaction,
        "number": pull.number,
        "status": pull.status,
        "amount": pull.amount,
        "captured": pull.captured,
        "released": pull.released,
        "signed": record.signed,
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "card_pull",
        key: "pull_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document: "{}".to_owned(),
    }
}

/// Reads a pull as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(PullRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let key: Option<DelegatedKeyId> = row.get("key_id")?;
    let signature: Option<String> = row.get("signature")?;
    let number: i64 = row.get("number")?;
    let record = PullRecord {
        id: row.get("pull_id")?,
        transaction: row.get("transaction_id")?,
        pull: Pull {
            number: u32::try_from(number)
                .map_err(|_| Error::Data("column number: not the number of a pull".to_owned()))?,
            status: row.parsed("status")?,
            amount: row.get("amount")?,
            captured: row.get("captured")?,
            released: row.get("released")?,
        },
        signed: key.zip(signature),
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = terms_of(platform, &record);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each pull.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<PullRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new pull with its MAC.
pub fn insert_pull(tx: &mut Tx<'_>, platform: PlatformId, record: &PullRecord) -> Result<(), Error> {
    let mac = terms_of(platform, record).mac(tx.macs());
    let key = record.signed.as_ref().map(|signed| signed.0);
    let signature = signature(record);
    tx.execute(
        "INSERT INTO card_pull (platform_id, pull_id, transaction_id, number, status, amount, captured, released, \
         key_id, signature, created_at, updated_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            platform,
            record.id,
            record.transaction,
            i64::from(record.pull.number),
            record.pull.status.as_str(),
            record.pull.amount,
            record.pull.captured,
            record.pull.released,
            key,
            signature,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of a pull and renews its MAC.
pub fn update_pull(tx: &mut Tx<'_>, platform: PlatformId, record: &PullRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.pull.status.as_str())?;
    let mac = terms_of(platform, record).mac(tx.macs());
    let key = record.signed.as_ref().map(|signed| signed.0);
    let signature = signature(record);
    tx.execute(
        "UPDATE card_pull SET status = $3, captured = $4, released = $5, key_id = $6, signature = $7, \
         updated_at = $8, mac = $9 WHERE platform_id = $1 AND pull_id = $2",
        params![
            platform,
            record.id,
            record.pull.status.as_str(),
            record.pull.captured,
            record.pull.released,
            key,
            signature,
            record.updated_at,
            mac,
        ],
    )
}

fn signature(record: &PullRecord) -> Option<&str> {
    record.signed.as_ref().map(|signed| signed.1.as_str())
}

/// Returns the unfinished pulls of a transaction, oldest first: pending ones, and confirmed ones that are not
/// completely captured or released. The caller must hold the transaction's row lock.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn lock_open_pulls(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: CardTransactionId,
) -> Result<Vec<PullRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_pull WHERE platform_id = $1 AND transaction_id = $2 \
         AND (status = 'PENDING' OR (status = 'CONFIRMED' AND amount > captured + released)) ORDER BY number"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, transaction], read)
}

/// Returns up to `limit` pulls of a transaction, oldest first.
///
/// # Errors
/// The same as [`lock_open_pulls`].
pub fn pulls_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: CardTransactionId,
    limit: u32,
) -> Result<Vec<PullRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_pull WHERE platform_id = $1 AND transaction_id = $2 ORDER BY number LIMIT $3"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, transaction, limit], read)
}

/// Finds a pull of a transaction by its number. The caller must hold the transaction's row lock.
///
/// # Errors
/// The same as [`lock_open_pulls`].
pub fn lock_pull(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: CardTransactionId,
    number: u32,
) -> Result<Option<PullRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_pull WHERE platform_id = $1 AND transaction_id = $2 AND number = $3"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, transaction, i64::from(number)], read)
}

/// Renews the MACs of up to `limit` pulls after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_pulls_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CardPullId>,
    limit: u32,
) -> Result<Option<CardPullId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_pull WHERE platform_id = $1 AND ($2 OR pull_id > $3) \
         ORDER BY pull_id LIMIT $4 FOR UPDATE"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<CardPullId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
