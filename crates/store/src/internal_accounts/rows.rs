//! Single accounts, and those of one owner.

use causeway_domain::ids::{InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;

use super::record::{
    COLUMNS, Checks, InternalAccountRecord, LOCKING_BALANCE, LockedAccount, WITH_BALANCE, owner_id, read,
};
use crate::{Error, Tx, Value, ledger, params};

/// Stores new accounts in one statement. Their balances must be opened in the same transaction. A second live
/// account of one owner with the same currency and ordinal makes the transaction fail as a lost race.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, records: &[InternalAccountRecord]) -> Result<(), Error> {
    let mut values: Vec<Value<'_>> = vec![platform.into()];
    let mut rows = Vec::new();
    for record in records {
        let first = values.len() + 1;
        values.extend([
            record.id.into(),
            record.customer.into(),
            owner_id(record.owner(platform)).into(),
            record.currency.into(),
            record.account_type.as_str().into(),
            record.doc.state.status().as_str().into(),
            record.ordinal.into(),
            Value::doc(&record.doc)?,
            record.created_at.into(),
            record.updated_at.into(),
        ]);
        rows.push(row_of(first..=values.len()));
    }
    if rows.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO internal_account (platform_id, account_id, customer_id, owner_id, currency, type, status, \
         ordinal, doc, created_at, updated_at) VALUES {}",
        rows.join(", ")
    );
    tx.execute(&sql, &values)
}

/// The account with this id, closed or not.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: InternalAccountId,
) -> Result<Option<LockedAccount>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.account_id = $2"
    );
    let checks = Checks::of(tx);
    tx.query_opt(&sql, params![platform, id], |row| read(row, platform, checks))
}

/// The account with this id, its row and its balance locked until the transaction ends.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: InternalAccountId,
) -> Result<Option<LockedAccount>, Error> {
    Ok(lock_all(tx, platform, &[id])?.pop())
}

/// Those of these accounts that exist, locked as by [`lock`], in the order of their ids: whoever locks several
/// accounts does it so, and nobody waits in a circle.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock_all(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[InternalAccountId],
) -> Result<Vec<LockedAccount>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values: Vec<Value<'_>> = vec![platform.into()];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let wanted: Vec<String> = (2..=values.len()).map(|at| format!("${at}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {LOCKING_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.account_id IN ({}) \
         ORDER BY internal_account.account_id FOR UPDATE",
        wanted.join(", ")
    );
    let checks = Checks::of(tx);
    let found = tx.query(&sql, &values, |row| read(row, platform, checks))?;
    let is_found = |id: &InternalAccountId| found.iter().any(|held| held.account.id == *id);
    ledger::check_lost(tx, platform, ids.iter().copied().filter(|id| !is_found(id)))?;
    Ok(found)
}

/// The live accounts of one owner, locked as by [`lock`], in the order of their ids.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock_of_owner(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    owner: Owner,
) -> Result<Vec<LockedAccount>, Error> {
    // An account without its balance is among them too, so that reading it fails.
    let sql = format!(
        "SELECT * FROM (SELECT {COLUMNS} FROM internal_account {LOCKING_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.owner_id = $2 \
         AND internal_account.status <> 'CLOSED' ORDER BY internal_account.account_id FOR UPDATE) AS locked \
         UNION ALL SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.owner_id = $2 \
         AND internal_account.status <> 'CLOSED' AND ledger_balance.account_id IS NULL"
    );
    let checks = Checks::of(tx);
    let values = params![platform, owner_id(owner)];
    let mut accounts = tx.query(&sql, values, |row| read(row, platform, checks))?;
    accounts.sort_unstable_by_key(|held| held.account.id);
    Ok(accounts)
}

/// The live account of one owner in a currency; the oldest where an operator has added further ones.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_of_owner(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    owner: Owner,
    currency: CurrencyCode,
) -> Result<Option<LockedAccount>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.owner_id = $2 \
         AND internal_account.currency = $3 AND internal_account.status <> 'CLOSED' \
         ORDER BY internal_account.created_at, internal_account.account_id LIMIT 1"
    );
    let checks = Checks::of(tx);
    tx.query_opt(&sql, params![platform, owner_id(owner), currency], |row| read(row, platform, checks))
}

/// The oldest live account of a customer, whatever its currency.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_oldest(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    owner: Owner,
) -> Result<Option<LockedAccount>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.owner_id = $2 \
         AND internal_account.status <> 'CLOSED' \
         ORDER BY internal_account.created_at, internal_account.account_id LIMIT 1"
    );
    let checks = Checks::of(tx);
    tx.query_opt(&sql, params![platform, owner_id(owner)], |row| read(row, platform, checks))
}

/// Writes everything about an account that can change; balances are the ledger's.
///
/// # Errors
/// Whatever the database refuses.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &InternalAccountRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE internal_account SET status = $3, doc = $4, updated_at = $5 \
         WHERE platform_id = $1 AND account_id = $2",
        params![
            platform,
            record.id,
            record.doc.state.status().as_str(),
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}

/// The placeholders of one row of values; the platform is always the first.
fn row_of(places: std::ops::RangeInclusive<usize>) -> String {
    let places: Vec<String> = places.map(|at| format!("${at}")).collect();
    format!("($1, {})", places.join(", "))
}
