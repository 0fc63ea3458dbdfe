//! The last sealed block of a platform, as operators see it.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// The last sealed block of a platform, and the journals behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastBlock {
    /// 0 before the first block.
    pub number: i64,
    /// Number of journals up to the end of the block.
    pub journals: i64,
    /// In wall time; `None` before the first block.
    pub sealed_at: Option<Time>,
    /// Journals that are not sealed yet.
    pub unsealed: i64,
    /// Journals among them that are not sealed until an operator has examined them.
    pub set_aside: i64,
}

/// Returns the last sealed block of a platform. Its MAC is not verified.
pub fn last_block(tx: &mut Tx<'_>, platform: PlatformId) -> Result<LastBlock, Error> {
    let block = tx.query_opt(
        "SELECT number, size, sealed_at FROM ledger_block WHERE platform_id = $1 ORDER BY number DESC LIMIT 1",
        params![platform],
        |row| Ok((row.get("number")?, row.get("size")?, row.get::<Time>("sealed_at")?)),
    )?;
    let (number, journals, sealed_at) = match block {
        Some((number, journals, at)) => (number, journals, Some(at)),
        None => (0, 0, None),
    };
    tx.query_one(
        "SELECT COUNT(*) AS unsealed, COUNT(CASE WHEN set_aside THEN 1 END) AS set_aside FROM ledger_unsealed
         WHERE platform_id = $1",
        params![platform],
        |row| {
            let unsealed = row.get("unsealed")?;
            let set_aside = row.get("set_aside")?;
            Ok(LastBlock { number, journals, sealed_at, unsealed, set_aside })
        },
    )
}
