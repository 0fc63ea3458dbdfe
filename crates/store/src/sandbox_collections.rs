//! What the simulated collection rail remembers: the memory of a partner, not of the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Row, Tx, params};

/// A pull as the simulated rail knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxPull {
    /// The payment that it funds.
    pub transaction: TransactionId,
    /// When the rail first heard of it.
    pub accepted_at: Time,
    /// How often the rail was told to pull; it pulls once at most.
    pub submissions: i64,
    /// When the rail gave it up.
    pub recalled_at: Option<Time>,
}

const COLUMNS: &str = "transaction_id, accepted_at, submissions, recalled_at";

/// Remembers that the rail was told to pull at `at`, once more or for the first time.
///
/// # Errors
/// Whatever the database refuses.
pub fn submit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<SandboxPull, Error> {
    let sql = format!(
        "INSERT INTO sandbox_collection (platform_id, transaction_id, accepted_at, submissions) VALUES ($1, $2, $3, 1)
         ON CONFLICT (platform_id, transaction_id)
         DO UPDATE SET submissions = sandbox_collection.submissions + 1 RETURNING {COLUMNS}"
    );
    tx.query_one(&sql, params![platform, transaction, at], read)
}

/// Remembers that the rail gave a pull up at `at`, whether or not it had seen it.
///
/// # Errors
/// Whatever the database refuses.
pub fn recall(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sandbox_collection (platform_id, transaction_id, accepted_at, submissions, recalled_at)
         VALUES ($1, $2, $3, 0, $3) ON CONFLICT (platform_id, transaction_id)
         DO UPDATE SET recalled_at = COALESCE(sandbox_collection.recalled_at, $3)",
        params![platform, transaction, at],
    )
}

/// What the rail knows of a pull, if it has heard of it.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<SandboxPull>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM sandbox_collection WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Everything that the rail knows of a platform's pulls.
///
/// # Errors
/// Whatever the database refuses.
pub fn list(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Vec<SandboxPull>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM sandbox_collection WHERE platform_id = $1 ORDER BY transaction_id");
    tx.query(&sql, params![platform], read)
}

fn read(row: &Row<'_>) -> Result<SandboxPull, Error> {
    Ok(SandboxPull {
        transaction: row.get("transaction_id")?,
        accepted_at: row.get("accepted_at")?,
        submissions: row.get("submissions")?,
        recalled_at: row.get("recalled_at")?,
    })
}
