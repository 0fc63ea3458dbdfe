//! The guarded balances of internal accounts.

use causeway_domain::ids::{Id, InternalAccountId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::Bucket;
use causeway_domain::{Revision, Time};
use uuid::Uuid;

use super::proof::put_text;
use crate::{Error, MacPurpose, Macs, Row, Tx, Value, params};

/// The balance of an internal account, in smallest units of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    pub account: InternalAccountId,
    pub currency: CurrencyCode,
    /// Spendable funds; negative only after debits with an allowed overdraft.
    pub available: i64,
    /// Funds on hold, for example for card authorizations.
    pub held: i64,
    /// Incoming funds that have not settled.
    pub unsettled: i64,
    /// Number of the account's entries.
    pub seq: i64,
    /// The account's revision: it increases with each entry, and with each other change of the account.
    pub updated_at: Revision,
}

pub(super) const COLUMNS: &str = "account_id, currency, available, held, unsettled, seq, updated_at, mac";

impl Balance {
    /// Returns the balance of an account that is created at this instant.
    #[must_use]
    pub const fn empty(account: InternalAccountId, currency: CurrencyCode, at: Time) -> Self {
        let updated_at = Revision::created(at);
        Self { account, currency, available: 0, held: 0, unsettled: 0, seq: 0, updated_at }
    }

    /// Sums all three parts: `totalBalance` (money 2.1).
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

/// Returns the authenticated bytes of an account's balances. In this order: the text `causeway ledger balance
/// 1`; platform and account (16 bytes each); the currency, its length before it in 8 bytes; available, held,
/// unsettled, the number of entries, the time of the account's last change (8 each).
#[must_use]
pub fn balance_bytes(platform: PlatformId, balance: &Balance) -> Vec<u8> {
    let mut bytes = b"causeway ledger balance 1".to_vec();
    bytes.extend(platform.uuid().as_bytes());
    bytes.extend(balance.account.uuid().as_bytes());
    put_text(&mut bytes, balance.currency.as_str());
    let Balance { available, held, unsettled, seq, updated_at, .. } = balance;
    for number in [*available, *held, *unsettled, *seq, updated_at.time().millis()] {
        bytes.extend(number.to_be_bytes());
    }
    bytes
}

/// Creates the zero balance of an internal account that is created at this instant.
///
/// # Errors
/// [`Error::Duplicate`] if it has one.
pub fn open(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    currency: CurrencyCode,
    at: Time,
) -> Result<(), Error> {
    let empty = Balance::empty(account, currency, at);
    let mac = tx.macs().make(MacPurpose::Balances, &balance_bytes(platform, &empty));
    tx.execute(
        "INSERT INTO ledger_balance (platform_id, account_id, currency, available, held, unsettled, seq, updated_at,
             mac)
         VALUES ($1, $2, $3, 0, 0, 0, 0, $4, $5)",
        params![platform, account, currency, empty.updated_at, mac],
    )
}

/// Returns the account's balance, or `None` if the platform has no such account.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Option<Balance>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM ledger_balance WHERE platform_id = $1 AND account_id = $2");
    let macs = tx.macs();
    tx.query_opt(&sql, params![platform, account], |row| read(row, platform, macs))
}

/// Returns the account's balance.
///
/// # Errors
/// [`Error::Missing`] if the platform has no such account; [`Error::Damaged`] if the account exists without a
/// balance.
pub fn get(tx: &mut Tx<'_>, platform: PlatformId, account: InternalAccountId) -> Result<Balance, Error> {
    let found = find(tx, platform, account)?;
    if found.is_none() {
        check_lost(tx, platform, std::iter::once(account))?;
    }
    found.ok_or(Error::Missing)
}

/// Returns the balances of those accounts that belong to the platform, in the order of their ids.
pub fn get_all(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    accounts: &[InternalAccountId],
) -> Result<Vec<Balance>, Error> {
    select(tx, platform, accounts, "")
}

/// Returns balances as [`get_all`] does, locked against other writers until the transaction ends. They are
/// locked in the order of their ids: lock all accounts of a transaction at once, so that no two transactions
/// wait for each other.
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
    let macs = tx.macs();
    tx.query(&sql, &values, |row| read(row, platform, macs))
}

/// Returns the error of an internal account that exists without a balance.
pub(crate) fn lost(account: InternalAccountId) -> Error {
    Error::Damaged(format!("the internal account {account} has no balance"))
}

/// Refuses to continue if one of these accounts, whose balances were not found, exists all the same: only
/// damage removes a balance.
///
/// # Errors
/// [`Error::Damaged`].
pub(crate) fn check_lost(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    accounts: impl Iterator<Item = InternalAccountId>,
) -> Result<(), Error> {
    let mut values = vec![Value::from(platform)];
    values.extend(accounts.map(Value::from));
    // While prefetched reads are recorded, no rows are found.
    if values.len() == 1 || tx.is_prefetching() {
        return Ok(());
    }
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT a.account_id FROM internal_account a WHERE a.platform_id = $1 AND a.account_id IN ({})
         AND NOT EXISTS (SELECT 1 FROM ledger_balance b
             WHERE b.platform_id = a.platform_id AND b.account_id = a.account_id)",
        places.join(", ")
    );
    tx.query(&sql, &values, |row| Err::<(), Error>(lost(row.get("account_id")?))).map(|_| ())
}

/// Checks that the internal accounts after `after`, at most a thousand, have their balances. Returns the last
/// of them, from which to continue, or `None` if there are no more.
///
/// # Errors
/// [`Error::Damaged`] if one has none.
pub fn check_present(
    tx: &mut Tx<'_>,
    after: Option<(PlatformId, InternalAccountId)>,
) -> Result<Option<(PlatformId, InternalAccountId)>, Error> {
    let sql = "SELECT a.platform_id, a.account_id, b.seq FROM internal_account a /* all platforms */
         LEFT JOIN ledger_balance b ON b.platform_id = a.platform_id AND b.account_id = a.account_id
         WHERE (a.platform_id, a.account_id) > ($1, $2) ORDER BY a.platform_id, a.account_id LIMIT 1000";
    // Sorts before every id.
    let nothing = || (PlatformId::from_uuid(Uuid::nil()), InternalAccountId::from_uuid(Uuid::nil()));
    let (platform, account) = after.unwrap_or_else(nothing);
    let accounts = tx.query(sql, params![platform, account], |row| {
        let account = row.get("account_id")?;
        row.get::<Option<i64>>("seq")?.ok_or_else(|| lost(account))?;
        Ok((row.get("platform_id")?, account))
    })?;
    Ok(accounts.last().copied())
}

/// Writes a balance back. The caller must hold the balance's row lock.
pub(crate) fn update(tx: &mut Tx<'_>, platform: PlatformId, balance: &Balance) -> Result<(), Error> {
    let mac = tx.macs().make(MacPurpose::Balances, &balance_bytes(platform, balance));
    tx.execute(
        "UPDATE ledger_balance SET available = $3, held = $4, unsettled = $5, seq = $6, updated_at = $7, mac = $8
         WHERE platform_id = $1 AND account_id = $2",
        params![
            platform,
            balance.account,
            balance.available,
            balance.held,
            balance.unsettled,
            balance.seq,
            balance.updated_at,
            mac,
        ],
    )
}

/// Authenticates up to `limit` balances after `after` again, with the newest key. Returns the last of them,
/// or `None` if there are none left.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<InternalAccountId>,
    limit: u32,
) -> Result<Option<InternalAccountId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_balance WHERE platform_id = $1 AND ($2 OR account_id > $3)
         ORDER BY account_id LIMIT $4 FOR UPDATE"
    );
    let macs = tx.macs();
    let values = params![platform, after.is_none(), after, limit];
    let balances = tx.query(&sql, values, |row| read(row, platform, macs))?;
    balances.iter().try_for_each(|balance| update(tx, platform, balance))?;
    Ok(balances.last().map(|balance| balance.account))
}

/// Reads a balance that this service wrote; no decision may rely on any other.
fn read(row: &Row<'_>, platform: PlatformId, macs: &dyn Macs) -> Result<Balance, Error> {
    let (balance, mac) = read_raw(row)?;
    check(platform, balance, &mac, macs)
}

/// Checks that this service wrote the balance, and returns it.
///
/// # Errors
/// [`Error::NotAuthentic`] if it did not.
pub(crate) fn check(
    platform: PlatformId,
    balance: Balance,
    mac: &[u8],
    macs: &dyn Macs,
) -> Result<Balance, Error> {
    if is_authentic(platform, &balance, mac, macs) {
        return Ok(balance);
    }
    Err(Error::NotAuthentic(format!("the balance of {}", balance.account)))
}

pub(super) fn is_authentic(platform: PlatformId, balance: &Balance, mac: &[u8], macs: &dyn Macs) -> bool {
    macs.fits(MacPurpose::Balances, &balance_bytes(platform, balance), mac)
}

/// Reads a balance as stored, unverified, with its authentication code.
pub(super) fn read_raw(row: &Row<'_>) -> Result<(Balance, Vec<u8>), Error> {
    let balance = Balance {
        account: row.get("account_id")?,
        currency: row.get("currency")?,
        available: row.get("available")?,
        held: row.get("held")?,
        unsettled: row.get("unsettled")?,
        seq: row.get("seq")?,
        updated_at: row.get("updated_at")?,
    };
    Ok((balance, row.get("mac")?))
}
