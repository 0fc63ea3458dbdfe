//! Wallets.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, InternalAccountId, PlatformId};
use uuid::Uuid;

use crate::{Error, Row, Tx, params};

/// A wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletRecord {
    /// Its account.
    pub account: InternalAccountId,
    /// Whose it is.
    pub customer: CustomerId,
    /// What payloads call it.
    pub organization_id: Uuid,
    /// What payloads call its user.
    pub user_id: Uuid,
    /// What payloads call what signs.
    pub wallet_id: Uuid,
    /// The latest instant in one of its payloads, in milliseconds since 1970.
    pub issued_ms: i64,
    /// What the keeper of the keys says it is; none before the first use of its first credential.
    pub certificate: Option<String>,
    /// When its account was created.
    pub created_at: Time,
}

const COLUMNS: &str =
    "account_id, customer_id, organization_id, user_id, wallet_id, issued_ms, certificate, created_at";

fn read(row: &Row<'_>) -> Result<WalletRecord, Error> {
    Ok(WalletRecord {
        account: row.get("account_id")?,
        customer: row.get("customer_id")?,
        organization_id: row.get("organization_id")?,
        user_id: row.get("user_id")?,
        wallet_id: row.get("wallet_id")?,
        issued_ms: row.get("issued_ms")?,
        certificate: row.get("certificate")?,
        created_at: row.get("created_at")?,
    })
}

/// Whether any wallet of the deployment has keys.
///
/// # Errors
/// Those of the database.
pub fn is_any_certified(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = "SELECT /* all platforms */ account_id FROM wallet WHERE certificate IS NOT NULL LIMIT 1";
    Ok(tx.query_opt(sql, &[], |row| row.get::<InternalAccountId>("account_id"))?.is_some())
}

/// Returns what the keeper of the keys says of the wallet that was made last; `None` if none has keys.
///
/// # Errors
/// Those of the database.
pub fn newest_certificate(tx: &mut Tx<'_>) -> Result<Option<String>, Error> {
    let sql = "SELECT /* all platforms */ certificate FROM wallet WHERE certificate IS NOT NULL
        ORDER BY created_at DESC LIMIT 1";
    tx.query_opt(sql, &[], |row| row.get("certificate"))
}

/// Stores a new wallet.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &WalletRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet (platform_id, account_id, customer_id, organization_id, user_id, wallet_id, issued_ms, \
         certificate, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            platform,
            record.account,
            record.customer,
            record.organization_id,
            record.user_id,
            record.wallet_id,
            record.issued_ms,
            record.certificate.as_deref(),
            record.created_at,
        ],
    )
}

/// The wallet of this account.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Option<WalletRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet WHERE platform_id = $1 AND account_id = $2");
    tx.query_opt(&sql, params![platform, account], read)
}

/// The wallet of this account, locked until the transaction ends. Whoever changes its credentials, sessions or requests
/// holds this lock.
///
/// # Errors
/// Those of the database.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Option<WalletRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet WHERE platform_id = $1 AND account_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, account], read)
}

/// The wallets of a customer, oldest first.
///
/// # Errors
/// Those of the database.
pub fn of_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<WalletRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM wallet WHERE platform_id = $1 AND customer_id = $2 \
         ORDER BY created_at, account_id"
    );
    tx.query(&sql, params![platform, customer], read)
}

/// Keeps the latest instant in a payload.
///
/// # Errors
/// Those of the database.
pub fn set_issued(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    issued_ms: i64,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet SET issued_ms = $3 WHERE platform_id = $1 AND account_id = $2",
        params![platform, account, issued_ms],
    )
}

/// Up to `limit` wallets behind `after` that have keys, in the order of their accounts.
///
/// # Errors
/// Those of the database.
pub fn certified(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<InternalAccountId>,
    limit: u32,
) -> Result<Vec<WalletRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM wallet WHERE platform_id = $1 AND ($2 OR account_id > $3) \
         AND certificate IS NOT NULL ORDER BY account_id LIMIT $4"
    );
    tx.query(&sql, params![platform, after.is_none(), after, limit], read)
}

/// Puts a certificate in the place of one that is still there.
///
/// # Errors
/// Those of the database.
pub fn recertify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    (before, after): (&str, &str),
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet SET certificate = $4 WHERE platform_id = $1 AND account_id = $2 AND certificate = $3",
        params![platform, account, before, after],
    )
}

/// Keeps the certificate of a wallet that had none.
///
/// # Errors
/// Those of the database.
pub fn certify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    certificate: &str,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet SET certificate = $3 WHERE platform_id = $1 AND account_id = $2 AND certificate IS NULL",
        params![platform, account, certificate],
    )
}
