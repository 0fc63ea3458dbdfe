//! What the simulated provider of stablecoins remembers: the memory of a partner, not of the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::TokenAmount;

use crate::{Error, Row, Tx, params};

/// A transfer as the simulated provider knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxTransfer {
    /// When the provider first heard of it.
    pub accepted_at: Time,
    /// How often it was instructed; it acts once.
    pub submissions: i64,
    /// When all of its funds were there.
    pub funded_at: Option<Time>,
    /// When it was cancelled, or what arrived was rejected.
    pub canceled_at: Option<Time>,
    /// Whether the provider's balance held too little.
    pub is_short: bool,
    /// Whether tokens of a burn that failed are back in the provider's balance.
    pub is_settled: bool,
}

const COLUMNS: &str = "accepted_at, submissions, funded_at, canceled_at, is_short, is_settled";

fn read(row: &Row<'_>) -> Result<SandboxTransfer, Error> {
    Ok(SandboxTransfer {
        accepted_at: row.get("accepted_at")?,
        submissions: row.get("submissions")?,
        funded_at: row.get("funded_at")?,
        canceled_at: row.get("canceled_at")?,
        is_short: row.get("is_short")?,
        is_settled: row.get("is_settled")?,
    })
}

/// What the provider knows of a transfer, locked until the transaction ends; nothing where it has not heard of it.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    operation: StablecoinOperationId,
) -> Result<Option<SandboxTransfer>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM sandbox_stablecoin_transfer WHERE platform_id = $1 AND operation_id = $2 FOR UPDATE"
    );
    tx.query_opt(&sql, params![platform, operation], read)
}

/// Remembers a new transfer.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    operation: StablecoinOperationId,
    transfer: &SandboxTransfer,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sandbox_stablecoin_transfer (platform_id, operation_id, accepted_at, submissions, funded_at, \
         canceled_at, is_short, is_settled) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            operation,
            transfer.accepted_at,
            transfer.submissions,
            transfer.funded_at,
            transfer.canceled_at,
            transfer.is_short,
            transfer.is_settled,
        ],
    )
}

/// Remembers what has changed about a transfer.
///
/// # Errors
/// Whatever the database refuses.
pub fn update(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    operation: StablecoinOperationId,
    transfer: &SandboxTransfer,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE sandbox_stablecoin_transfer SET submissions = $3, funded_at = $4, canceled_at = $5, is_settled = $6 \
         WHERE platform_id = $1 AND operation_id = $2",
        params![
            platform,
            operation,
            transfer.submissions,
            transfer.funded_at,
            transfer.canceled_at,
            transfer.is_settled,
        ],
    )
}

/// What the provider holds of a token for a platform, locked until the transaction ends; nothing known: what it begins
/// with.
///
/// # Errors
/// Whatever the database refuses.
pub fn lock_balance(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    stablecoin: StablecoinId,
) -> Result<Option<TokenAmount>, Error> {
    tx.query_opt(
        "SELECT balance FROM sandbox_stablecoin_balance WHERE platform_id = $1 AND stablecoin_id = $2 FOR UPDATE",
        params![platform, stablecoin],
        |row| row.parsed("balance"),
    )
}

/// Remembers what the provider holds of a token for a platform.
///
/// # Errors
/// Whatever the database refuses.
pub fn put_balance(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    stablecoin: StablecoinId,
    balance: TokenAmount,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sandbox_stablecoin_balance (platform_id, stablecoin_id, balance) VALUES ($1, $2, $3) \
         ON CONFLICT (platform_id, stablecoin_id) DO UPDATE SET balance = excluded.balance",
        params![platform, stablecoin, balance.to_string()],
    )
}
