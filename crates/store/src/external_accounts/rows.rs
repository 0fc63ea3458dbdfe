//! Insert, update, find and lock of external accounts.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId, PlatformId};

use super::record::{COLUMNS, ExternalAccountRecord, owner_id, read, read_raw, terms_of};
use super::search::search_entry;
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms;
use crate::database::value::json_text;
use crate::{Error, Tx, Value, params, search_terms};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("external_account", "account_id");

/// Inserts a new account with its MAC and its search terms. A live account of the same owner with the same fingerprint makes the
/// transaction fail as a lost race: callers use [`find_live_twin`] first.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &ExternalAccountRecord) -> Result<(), Error> {
    let owner = owner_id(platform, record.customer);
    let terms = terms_of(platform, record, owner, json_text(&record.doc)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO external_account (platform_id, account_id, customer_id, owner_id, currency, account_type, \
         status, fingerprint, is_deleted, is_default_deposit, doc, created_at, updated_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            platform,
            record.id,
            record.customer,
            owner,
            record.currency,
            &record.account_type,
            record.status.as_str(),
            &record.fingerprint,
            record.is_deleted,
            record.is_default_deposit,
            Value::Json(terms.document.into()),
            record.created_at,
            record.updated_at,
            mac,
        ],
    )?;
    search_terms::add(tx, platform, &search_entry(record))
}

/// Finds the account with this id, deleted or not.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its details.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns the accounts with these ids, deleted or not.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the details of one.
pub fn among(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[ExternalAccountId],
) -> Result<Vec<ExternalAccountRecord>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values = vec![Value::from(platform)];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id IN ({})",
        places.join(", ")
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, &values, read)
}

/// Locks the account with this id, deleted or not, until the transaction ends, and returns it.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its details.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2 FOR UPDATE"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Updates the mutable columns of an account and renews its MAC. Its details are immutable. The caller must
/// hold the account's row lock.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &ExternalAccountRecord) -> Result<(), Error> {
    let sql = format!("SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2");
    let (_, stored, mac) = tx.query_one(&sql, params![platform, record.id], |row| read_raw(platform, row))?;
    stored.check(&mac, tx.macs())?;
    let owner = owner_id(platform, record.customer);
    let mac = terms_of(platform, record, owner, stored.document)?.mac(tx.macs());
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.status.as_str())?;
    tx.execute(
        "UPDATE external_account SET status = $3, is_deleted = $4, is_default_deposit = $5, updated_at = $6, \
         mac = $7 WHERE platform_id = $1 AND account_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.is_deleted,
            record.is_default_deposit,
            record.updated_at,
            mac,
        ],
    )
}

/// Clears the default-deposit flag of a customer's account before another account gets it. The caller holds
/// the lock of the customer.
///
/// # Errors
/// The same as [`update`].
pub fn clear_default_deposit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    at: Time,
) -> Result<(), Error> {
    let Some(mut former) = select_default_deposit(tx, platform, customer, "FOR UPDATE")? else {
        return Ok(());
    };
    former.is_default_deposit = false;
    former.updated_at.advance(at);
    update(tx, platform, &former)
}

/// Finds the live account that receives payments to the customer's UMA address.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find_default_deposit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    select_default_deposit(tx, platform, customer, "")
}

fn select_default_deposit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    locking: &str,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account \
         WHERE platform_id = $1 AND owner_id = $2 AND is_default_deposit AND NOT is_deleted {locking}"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, customer], read)
}

/// Returns the live wallets of an owner with this address, ignoring case.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn find_live_at(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    address: &str,
) -> Result<Vec<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND owner_id = $2 AND NOT is_deleted \
         AND lower(doc ->> 'identifier') = lower($3)"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, owner_id(platform, customer), address], read)
}

/// Returns all accounts of a customer, deleted or not. MACs are not verified: for search terms only.
pub(crate) fn all_unverified(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<ExternalAccountRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND customer_id = $2");
    tx.query(&sql, params![platform, customer], |row| Ok(read_raw(platform, row)?.0))
}

/// Finds the live account of the same owner with the same fingerprint.
pub fn find_live_twin(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    fingerprint: &str,
) -> Result<Option<ExternalAccountId>, Error> {
    let sql = "SELECT account_id FROM external_account \
               WHERE platform_id = $1 AND owner_id = $2 AND fingerprint = $3 AND NOT is_deleted";
    tx.query_opt(sql, params![platform, owner_id(platform, customer), fingerprint], |row| {
        row.get("account_id")
    })
}

/// Renews the MACs of up to `limit` accounts after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<ExternalAccountId>,
    limit: u32,
) -> Result<Option<ExternalAccountId>, Error> {
    let sql = format!(
        "SELECT {} FROM external_account WHERE platform_id = $1 AND ($2 OR account_id > $3) ORDER BY account_id LIMIT $4",
        COLUMNS
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<ExternalAccountId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
