//! The verification of all ledgers: chains, what stands outside of them, accounts.

use causeway_domain::ids::PlatformId;

use super::{Report, accounts, chain, outside};
use crate::ledger::seal::SealKey;
use crate::{Error, Tx};

/// Rows that are held in memory at a time.
pub(super) const PAGE: i64 = 1000;

/// Verifies the ledgers of all platforms, in [`crate::Store::read`]: one snapshot, with bounded memory.
///
/// Every entry is the one that was booked; every journal entry adds up to zero per currency; every block
/// holds what it was sealed with, follows the block before, and is authentic; no entry stands outside of
/// blocks and queue; every guarded balance is what its entries make it and negative only where it may be;
/// no other account is negative that must not be; the checkpoints add up. `anchors` are hashes of heads that
/// were printed earlier: each must still be in its chain.
///
/// # Errors
/// Those of the database. What is wrong with the ledger is no error but in the report.
pub fn verify(tx: &mut Tx<'_>, keys: &[SealKey], anchors: &[[u8; 32]]) -> Result<Report, Error> {
    let mut report = Report::new(anchors);
    for platform in platforms(tx)? {
        chain::verify(tx, platform, keys, &mut report)?;
        outside::verify(tx, platform, &mut report)?;
        accounts::verify(tx, platform, &mut report)?;
    }
    report.close();
    Ok(report)
}

/// Every platform that anything in the ledger names, whether or not it exists.
fn platforms(tx: &mut Tx<'_>) -> Result<Vec<PlatformId>, Error> {
    tx.query(
        "/* all platforms */ SELECT platform_id FROM platform UNION SELECT platform_id FROM ledger_entry
         UNION SELECT platform_id FROM ledger_block UNION SELECT platform_id FROM ledger_balance
         UNION SELECT platform_id FROM ledger_unsealed UNION SELECT platform_id FROM ledger_sealed
         UNION SELECT platform_id FROM ledger_checkpoint ORDER BY platform_id",
        &[],
        |row| row.get("platform_id"),
    )
}
