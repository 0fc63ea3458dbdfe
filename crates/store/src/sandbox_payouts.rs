//! What the simulated payout rail remembers: the memory of a partner, not of the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Row, Tx, params};

/// A payout as the simulated rail knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxPayout {
    /// The payment.
    pub transaction: TransactionId,
    /// When the rail first heard of it.
    pub accepted_at: Time,
    /// How often the rail was told to pay it; it pays once at most.
    pub submissions: i64,
    /// When the rail gave its money free, and with that the payment up.
    pub released_at: Option<Time>,
}

const COLUMNS: &str = "transaction_id, accepted_at, submissions, released_at";

/// Remembers that the rail was told to pay at `at`, once more or for the first time.
///
/// # Errors
/// Whatever the database refuses.
pub fn submit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<SandboxPayout, Error> {
    let sql = format!(
        "INSERT INTO sandbox_payout (platform_id, transaction_id, accepted_at, submissions) VALUES ($1, $2, $3, 1)
         ON CONFLICT (platform_id, transaction_id) DO UPDATE SET submissions = sandbox_payout.submissions + 1
         RETURNING {COLUMNS}"
    );
    tx.query_one(&sql, params![platform, transaction, at], read)
}

/// Remembers that the rail gave the money of a payout free at `at`, whether or not it had seen the payout.
///
/// # Errors
/// Whatever the database refuses.
pub fn release(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sandbox_payout (platform_id, transaction_id, accepted_at, submissions, released_at)
         VALUES ($1, $2, $3, 0, $3) ON CONFLICT (platform_id, transaction_id)
         DO UPDATE SET released_at = COALESCE(sandbox_payout.released_at, $3)",
        params![platform, transaction, at],
    )
}

/// What the rail knows of a payout, if it has heard of it.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<SandboxPayout>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM sandbox_payout WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Everything that the rail knows of a platform's payouts.
///
/// # Errors
/// Whatever the database refuses.
pub fn list(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SandboxPayout>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM sandbox_payout WHERE platform_id = $1 ORDER BY transaction_id");
    tx.query(&sql, params![platform], read)
}

fn read(row: &Row<'_>) -> Result<SandboxPayout, Error> {
    Ok(SandboxPayout {
        transaction: row.get("transaction_id")?,
        accepted_at: row.get("accepted_at")?,
        submissions: row.get("submissions")?,
        released_at: row.get("released_at")?,
    })
}
