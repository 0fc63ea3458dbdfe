//! Insert, update, find and lock of single accounts and of the accounts of one owner.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::money::CurrencyCode;

use super::record::{
    ACCOUNT_COLUMNS, COLUMNS, InternalAccountRecord, LOCKING_BALANCE, LockedAccount, WITH_BALANCE, owner_id,
    read, read_raw,
};
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms;
use crate::{Error, Tx, Value, ledger, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("internal_account", "account_id");

/// Inserts new accounts with their MACs in one statement. The caller opens their balances in the same
/// transaction. A second live account of an owner with the same currency and ordinal makes the transaction
/// fail as a lost race.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, records: &[InternalAccountRecord]) -> Result<(), Error> {
    let mut values: Vec<Value<'_>> = vec![platform.into()];
    let mut rows = Vec::new();
    for record in records {
        let first = values.len() + 1;
        let terms = record.terms(platform)?;
        let mac = terms.mac(tx.macs());
        values.extend([
            record.id.into(),
            record.customer.into(),
            owner_id(record.owner(platform)).into(),
            record.currency.into(),
            record.account_type.as_str().into(),
            record.doc.state.status().as_str().into(),
            record.ordinal.into(),
            Value::Json(terms.document.into()),
            record.created_at.into(),
            mac.into(),
        ]);
        rows.push(row_of(first..=values.len()));
    }
    if rows.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO internal_account (platform_id, account_id, customer_id, owner_id, currency, type, status, \
         ordinal, doc, created_at, mac) VALUES {}",
        rows.join(", ")
    );
    tx.execute(&sql, &values)
}

/// Finds the account with this id, closed or not.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: InternalAccountId,
) -> Result<Option<LockedAccount>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.account_id = $2"
    );
    let macs = tx.macs();
    tx.query_opt(&sql, params![platform, id], |row| read(row, platform, macs))
}

/// Locks the account with this id and its balance until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: InternalAccountId,
) -> Result<Option<LockedAccount>, Error> {
    Ok(lock_all(tx, platform, &[id])?.pop())
}

/// Locks the existing accounts among these, like [`lock`], ordered by id. All transactions lock several
/// accounts in this order, which prevents deadlocks.
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
    let placeholders: Vec<String> = (2..=values.len()).map(|at| format!("${at}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {LOCKING_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.account_id IN ({}) \
         ORDER BY internal_account.account_id FOR UPDATE",
        placeholders.join(", ")
    );
    let macs = tx.macs();
    let found = tx.query(&sql, &values, |row| read(row, platform, macs))?;
    let is_found = |id: &InternalAccountId| found.iter().any(|locked| locked.account.id == *id);
    ledger::check_lost(tx, platform, ids.iter().copied().filter(|id| !is_found(id)))?;
    Ok(found)
}

/// Locks the live accounts of an owner, like [`lock`], ordered by id.
pub fn lock_by_owner(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    owner: Owner,
) -> Result<Vec<LockedAccount>, Error> {
    // The second part also selects an account that lost its balance, so that reading it fails.
    let sql = format!(
        "SELECT * FROM (SELECT {COLUMNS} FROM internal_account {LOCKING_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.owner_id = $2 \
         AND internal_account.status <> 'CLOSED' ORDER BY internal_account.account_id FOR UPDATE) AS locked \
         UNION ALL SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.owner_id = $2 \
         AND internal_account.status <> 'CLOSED' AND ledger_balance.account_id IS NULL"
    );
    let macs = tx.macs();
    let values = params![platform, owner_id(owner)];
    let mut accounts = tx.query(&sql, values, |row| read(row, platform, macs))?;
    accounts.sort_unstable_by_key(|locked| locked.account.id);
    Ok(accounts)
}

/// Finds an owner's live account in a currency; the oldest one if operators added others.
pub fn find_by_owner(
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
    let macs = tx.macs();
    tx.query_opt(&sql, params![platform, owner_id(owner), currency], |row| read(row, platform, macs))
}

/// Returns the live accounts of these customers in a currency, oldest first.
pub fn live_of_customers(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customers: &[CustomerId],
    currency: CurrencyCode,
) -> Result<Vec<LockedAccount>, Error> {
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    let mut values = vec![Value::from(platform), Value::from(currency)];
    values.extend(customers.iter().map(|id| Value::from(owner_id(Owner::Customer(*id)))));
    let places: Vec<String> = (3..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM internal_account {WITH_BALANCE} \
         WHERE internal_account.platform_id = $1 AND internal_account.currency = $2 \
         AND internal_account.owner_id IN ({}) AND internal_account.status <> 'CLOSED' \
         ORDER BY internal_account.created_at, internal_account.account_id",
        places.join(", ")
    );
    let macs = tx.macs();
    tx.query(&sql, &values, |row| read(row, platform, macs))
}

/// Finds the oldest live account of an owner in any currency.
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
    let macs = tx.macs();
    tx.query_opt(&sql, params![platform, owner_id(owner)], |row| read(row, platform, macs))
}

/// Updates the mutable columns of an account and renews its MAC. Also writes `now` to its balance as the time
/// of the last change; amounts are written by the ledger alone. The caller must hold the account's row lock.
pub fn update(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    locked: &mut LockedAccount,
    now: Time,
) -> Result<(), Error> {
    let terms = locked.account.terms(platform)?;
    let mac = terms.mac(tx.macs());
    let status = locked.account.doc.state.status();
    collect_status(tx, &STATUS_COLUMN, platform, locked.account.id, status.as_str())?;
    tx.execute(
        "UPDATE internal_account SET status = $3, doc = $4, mac = $5 WHERE platform_id = $1 AND account_id = $2",
        params![platform, locked.account.id, status.as_str(), Value::Json(terms.document.into()), mac],
    )?;
    locked.balance.updated_at.advance(now);
    ledger::update_balance(tx, platform, &locked.balance)
}

/// Renews the MACs of up to `limit` accounts after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<InternalAccountId>,
    limit: u32,
) -> Result<Option<InternalAccountId>, Error> {
    let sql = format!(
        "SELECT {ACCOUNT_COLUMNS} FROM internal_account WHERE platform_id = $1 AND ($2 OR account_id > $3) \
         ORDER BY account_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (account, terms, mac) = read_raw(platform, row)?;
        Ok((account.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<InternalAccountId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Formats the placeholders of one row of values; the platform is always `$1`.
fn row_of(places: std::ops::RangeInclusive<usize>) -> String {
    let places: Vec<String> = places.map(|at| format!("${at}")).collect();
    format!("($1, {})", places.join(", "))
}
