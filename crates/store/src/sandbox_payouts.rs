//! What the simulated payout rail remembers: the memory of a partner, not of the service.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Tx, params};

/// Remembers a payout as accepted at `at`; one that was accepted before keeps its instant, which is returned.
///
/// # Errors
/// Whatever the database refuses.
pub fn accept(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    at: Time,
) -> Result<Time, Error> {
    if let Some(accepted_at) = find(tx, platform, transaction)? {
        return Ok(accepted_at);
    }
    let sql = "INSERT INTO sandbox_payout (platform_id, transaction_id, accepted_at) VALUES ($1, $2, $3)";
    tx.execute(sql, params![platform, transaction, at])?;
    Ok(at)
}

/// When a payout was accepted; none when it never was.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<Time>, Error> {
    let sql = "SELECT accepted_at FROM sandbox_payout WHERE platform_id = $1 AND transaction_id = $2";
    tx.query_opt(sql, params![platform, transaction], |row| row.get("accepted_at"))
}

/// How many payouts the rail has accepted for a platform.
///
/// # Errors
/// Whatever the database refuses.
pub fn count(tx: &mut Tx<'_>, platform: PlatformId) -> Result<i64, Error> {
    let sql = "SELECT count(*) AS accepted FROM sandbox_payout WHERE platform_id = $1";
    tx.query_one(sql, params![platform], |row| row.get("accepted"))
}
