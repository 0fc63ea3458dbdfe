//! The guarded balances of internal accounts.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, PlatformId};
use causeway_domain::money::Currency;
use causeway_domain::postings::Bucket;

use crate::{Error, Row, Tx, Value, params};

/// What an internal account holds, in smallest units of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// The account.
    pub account: InternalAccountId,
    /// Its currency.
    pub currency: Currency,
    /// What may be spent; below zero only after debits that are made regardless.
    pub available: i64,
    /// What is held, for example for card authorizations.
    pub held: i64,
    /// What is on its way in.
    pub unsettled: i64,
    /// How many entries the account has.
    pub seq: i64,
    /// The platform's time of the last of them; the beginning of time before the first.
    pub changed_at: Time,
}

const COLUMNS: &str = "account_id, currency, available, held, unsettled, seq, changed_at";

impl Balance {
    /// All three parts together: `totalBalance` (money 2.1).
    #[must_use]
    pub fn total(&self) -> i128 {
        i128::from(self.available) + i128::from(self.held) + i128::from(self.unsettled)
    }

    pub(super) const fn bucket(&self, bucket: Bucket) -> i64 {
        match bucket {
            Bucket::Available => self.available,
            Bucket::Held => self.held,
            Bucket::Unsettled => self.unsettled,
        }
    }

    pub(super) const fn bucket_mut(&mut self, bucket: Bucket) -> &mut i64 {
        match bucket {
            Bucket::Available => &mut self.available,
            Bucket::Held => &mut self.held,
            Bucket::Unsettled => &mut self.unsettled,
        }
    }
}

/// Gives a new internal account its balance of nothing.
///
/// # Errors
/// [`Error::Duplicate`] when it has one; those of the database.
pub fn open(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    currency: Currency,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO ledger_balance (platform_id, account_id, currency, available, held, unsettled, seq, changed_at)
         VALUES ($1, $2, $3, 0, 0, 0, 0, 0)",
        params![platform, account, currency],
    )
}

/// The account's balance, if the platform has the account.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Option<Balance>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM ledger_balance WHERE platform_id = $1 AND account_id = $2");
    tx.query_opt(&sql, params![platform, account], read)
}

/// The account's balance.
///
/// # Errors
/// [`Error::Missing`] when the platform has no such account; those of the database.
pub fn get(tx: &mut Tx<'_>, platform: PlatformId, account: InternalAccountId) -> Result<Balance, Error> {
    find(tx, platform, account)?.ok_or(Error::Missing)
}

/// The balances of those of the accounts that the platform has, in the order of their ids.
///
/// # Errors
/// Those of the database.
pub fn get_all(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    accounts: &[InternalAccountId],
) -> Result<Vec<Balance>, Error> {
    select(tx, platform, accounts, "")
}

/// As [`get_all`], held against other writers until the transaction ends. They are locked in the order of
/// their ids: lock all accounts of a transaction at once, so that no two transactions wait for each other.
///
/// # Errors
/// Those of the database.
pub fn lock_all(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    accounts: &[InternalAccountId],
) -> Result<Vec<Balance>, Error> {
    select(tx, platform, accounts, " FOR UPDATE")
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    accounts: &[InternalAccountId],
    locking: &str,
) -> Result<Vec<Balance>, Error> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (2..accounts.len() + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_balance WHERE platform_id = $1 AND account_id IN ({})
         ORDER BY account_id{locking}",
        places.join(", ")
    );
    let mut values = vec![Value::from(platform)];
    values.extend(accounts.iter().map(|account| Value::from(*account)));
    tx.query(&sql, &values, read)
}

/// Writes a locked balance back.
pub(super) fn update(tx: &mut Tx<'_>, platform: PlatformId, balance: &Balance) -> Result<(), Error> {
    tx.execute(
        "UPDATE ledger_balance SET available = $3, held = $4, unsettled = $5, seq = $6, changed_at = $7
         WHERE platform_id = $1 AND account_id = $2",
        params![
            platform,
            balance.account,
            balance.available,
            balance.held,
            balance.unsettled,
            balance.seq,
            balance.changed_at,
        ],
    )
}

pub(super) fn read(row: &Row<'_>) -> Result<Balance, Error> {
    Ok(Balance {
        account: row.get("account_id")?,
        currency: row.get("currency")?,
        available: row.get("available")?,
        held: row.get("held")?,
        unsettled: row.get("unsettled")?,
        seq: row.get("seq")?,
        changed_at: row.get("changed_at")?,
    })
}
