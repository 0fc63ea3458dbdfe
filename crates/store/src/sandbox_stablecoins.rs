//! Records of the simulated stablecoin provider. They belong to a simulated partner, not to the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::TokenAmount;

use crate::{Error, Row, Tx, params};

/// A transfer as recorded by the simulated provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxTransfer {
    /// Time of the first submission.
    pub accepted_at: Time,
    /// Number of submissions. The provider executes a transfer once.
    pub submissions: i64,
    /// Time at which it was completely funded.
    pub funded_at: Option<Time>,
    /// Time at which it was cancelled, or at which the incoming funds were rejected.
    pub canceled_at: Option<Time>,
    /// `true` if the provider's balance was insufficient.
    pub is_short: bool,
    /// `true` if the tokens of a failed burn were returned to the provider's balance.
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

/// Finds and locks the record of a transfer until the transaction ends. `None` if it was never submitted.
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

/// Updates the mutable columns of a transfer.
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

/// Locks the platform's balance of a token at the provider until the transaction ends, and returns it. `None`
/// if it was not changed yet.
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

/// Saves the platform's balance of a token at the provider.
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
