//! Orders as recorded by the simulated rails. They belong to simulated partners, not to the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Row, Tx, params};

/// A simulated rail with its own records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxRail {
    Payouts,
    /// Direct debits.
    Debits,
    /// Refunds of money paid in.
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

/// A payout, debit or refund as recorded by its rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxOrder {
    pub transaction: TransactionId,
    /// Time of the first submission or release.
    pub accepted_at: Time,
    /// Number of submissions. The rail executes an order at most once.
    pub submissions: i64,
    /// Time at which the rail abandoned the order and released its money.
    pub released_at: Option<Time>,
}

const COLUMNS: &str = "transaction_id, accepted_at, submissions, released_at";

/// Records a submission of an order to the rail at `at`, the first or a further one.
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

/// Records that the rail abandoned an order at `at`, even if it was never submitted. The time of an earlier
/// release is kept.
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

/// Finds the rail's record of an order.
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

/// Returns all orders of a platform recorded by the rail, ordered by transaction id.
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
