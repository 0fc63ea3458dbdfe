//! Rows of wallets.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, InternalAccountId, PlatformId};
use uuid::Uuid;

use crate::database::listing::{IndexPath, Listing, Page, Position, Scan};
use crate::{Error, Row, Tx, params};

/// An embedded wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalletRecord {
    pub account: InternalAccountId,
    pub customer: CustomerId,
    /// Id of the wallet's organization in payloads.
    pub organization_id: Uuid,
    /// Id of the wallet's user in payloads.
    pub user_id: Uuid,
    /// Id of the signing wallet in payloads.
    pub wallet_id: Uuid,
    /// Latest timestamp in a payload of the wallet, in milliseconds since 1970.
    pub issued_ms: i64,
    /// Certificate of the key service; `None` before the first use of the wallet's first credential.
    pub certificate: Option<String>,
    /// Time of creation of the account.
    pub created_at: Time,
}

impl WalletRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.account.uuid() }
    }
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

/// Returns `true` if any wallet of the deployment has keys.
pub fn is_any_certified(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = "SELECT /* all platforms */ account_id FROM wallet WHERE certificate IS NOT NULL LIMIT 1";
    Ok(tx.query_opt(sql, &[], |row| row.get::<InternalAccountId>("account_id"))?.is_some())
}

/// Returns the key service's certificate of the newest wallet, or `None` if no wallet has keys.
pub fn newest_certificate(tx: &mut Tx<'_>) -> Result<Option<String>, Error> {
    let sql = "SELECT /* all platforms */ certificate FROM wallet WHERE certificate IS NOT NULL
        ORDER BY created_at DESC LIMIT 1";
    tx.query_opt(sql, &[], |row| row.get("certificate"))
}

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

/// Finds the wallet of an account.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Option<WalletRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet WHERE platform_id = $1 AND account_id = $2");
    tx.query_opt(&sql, params![platform, account], read)
}

/// Finds and locks the wallet of an account until the transaction ends. Changes of its credentials, sessions
/// or requests require this lock.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Option<WalletRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet WHERE platform_id = $1 AND account_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, account], read)
}

/// Returns the wallets of a customer, oldest first.
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

/// Scans the wallets of a platform, of one customer if it is given, created in a period.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    since: Option<Time>,
    until: Option<Time>,
    page: &Page,
) -> Result<Scan<WalletRecord>, Error> {
    let mut listing = Listing::new("wallet", "account_id", platform).created_between(since, until);
    if let Some(customer) = customer {
        let condition = format!("wallet.customer_id = {}", listing.bind(customer));
        listing = listing.either(vec![IndexPath { table: "wallet", index: "wallet_by_customer", condition }]);
    }
    listing.scan(tx, COLUMNS, page, read)
}

/// Saves the latest timestamp in a payload.
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

/// Returns up to `limit` wallets after `after` that have keys, ordered by account.
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

/// Replaces a certificate, unless it changed meanwhile.
pub fn recertify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    before: &str,
    after: &str,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet SET certificate = $4 WHERE platform_id = $1 AND account_id = $2 AND certificate = $3",
        params![platform, account, before, after],
    )
}

/// Saves the certificate of a wallet that has none.
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
