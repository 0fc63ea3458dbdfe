//! What the simulated rails remember of their orders: the memory of partners, not of the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Row, Tx, params};

/// A rail with a memory of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxRail {
    /// Pays out.
    Payouts,
    /// Debits.
    Debits,
    /// Gives back what was paid in.
    Refunds,
}

impl SandboxRail {
    const fn table(self) -> &'static str {
        match self {
            Self::Payouts => "sandbox_payout",
            Self::Debits => "sandbox_debit",
            Self::Refunds => "sandbox_refund",
        }
    }
}

/// A payout, a debit or a refund as its rail knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxOrder {
    /// The payment.
    pub transaction: TransactionId,
    /// When the rail first heard of it.
    pub accepted_at: Time,
    /// How often the rail was instructed to carry it out; it does so once at most.
    pub submissions: i64,
    /// When the rail gave its money free, and with that the order up.
    pub released_at: Option<Time>,
}

const COLUMNS: &str = "transaction_id, accepted_at, submissions, released_at";

/// Remembers that the rail was instructed at `at` to carry an order out, once more or for the first time.
///
/// # Errors
/// Whatever the database refuses.
pub fn submit(
    tx: &mut Tx<'_>,
    rail: SandboxRail,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<SandboxOrder, Error> {
    let table = rail.table();
    let sql = format!(
        "INSERT INTO {table} (platform_id, transaction_id, accepted_at, submissions) VALUES ($1, $2, $3, 1)
         ON CONFLICT (platform_id, transaction_id) DO UPDATE SET submissions = {table}.submissions + 1
         RETURNING {COLUMNS}"
    );
    tx.query_one(&sql, params![platform, transaction, at], read)
}

/// Remembers that the rail gave an order up at `at`, whether or not it had seen it.
///
/// # Errors
/// Whatever the database refuses.
pub fn release(
    tx: &mut Tx<'_>,
    rail: SandboxRail,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<(), Error> {
    let table = rail.table();
    let sql = format!(
        "INSERT INTO {table} (platform_id, transaction_id, accepted_at, submissions, released_at)
         VALUES ($1, $2, $3, 0, $3) ON CONFLICT (platform_id, transaction_id)
         DO UPDATE SET released_at = COALESCE({table}.released_at, $3)"
    );
    tx.execute(&sql, params![platform, transaction, at])
}

/// What the rail knows of an order, if it has heard of it.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    rail: SandboxRail,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<SandboxOrder>, Error> {
    let table = rail.table();
    let sql = format!("SELECT {COLUMNS} FROM {table} WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Everything that the rail knows of a platform's orders.
///
/// # Errors
/// Whatever the database refuses.
pub fn list(tx: &mut Tx<'_>, rail: SandboxRail, platform: PlatformId) -> Result<Vec<SandboxOrder>, Error> {
    let table = rail.table();
    let sql = format!("SELECT {COLUMNS} FROM {table} WHERE platform_id = $1 ORDER BY transaction_id");
    tx.query(&sql, params![platform], read)
}

fn read(row: &Row<'_>) -> Result<SandboxOrder, Error> {
    Ok(SandboxOrder {
        transaction: row.get("transaction_id")?,
        accepted_at: row.get("accepted_at")?,
        submissions: row.get("submissions")?,
        released_at: row.get("released_at")?,
    })
}
