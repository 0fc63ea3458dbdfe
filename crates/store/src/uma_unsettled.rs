//! Data of UMA payments that ended without a movement of money: Travel Rule data and hooks.

use std::time::Duration;

use crate::{Error, Tx, params};

/// The ages of the payments whose data is deleted, on the clock of their platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrunedAges {
    pub least: Duration,
    /// Older payments are not searched any more: their data was deleted in earlier rounds.
    pub most: Duration,
}

/// Payments that ended without an entry in the ledger.
const UNSETTLED: &str = "SELECT s.platform_id, s.transaction_id FROM platform CROSS JOIN payment_state s
     WHERE s.platform_id = platform.platform_id AND s.status IN ('REJECTED', 'FAILED', 'EXPIRED')
         AND s.created_at <= COALESCE(platform.frozen_at - $1, $2 + platform.lead_millis)
         AND s.created_at > COALESCE(platform.frozen_at - $3, $4 + platform.lead_millis)
         AND NOT EXISTS (SELECT 1 FROM ledger_entry e
             WHERE e.platform_id = s.platform_id AND e.transaction_id = s.transaction_id)";

/// Deletes the Travel Rule data of up to `limit` payments of all platforms, and returns their number.
pub fn prune_travel_rules(tx: &mut Tx<'_>, ages: PrunedAges, limit: u32) -> Result<u64, Error> {
    prune(tx, "uma_travel_rule", ages, limit)
}

/// Deletes the hooks of up to `limit` payments of all platforms, and returns their number.
pub fn prune_hooks(tx: &mut Tx<'_>, ages: PrunedAges, limit: u32) -> Result<u64, Error> {
    prune(tx, "uma_hook", ages, limit)
}

fn prune(tx: &mut Tx<'_>, table: &str, ages: PrunedAges, limit: u32) -> Result<u64, Error> {
    let wall = tx.wall();
    let millis = |age: Duration| i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
    let sql = format!(
        "DELETE FROM {table} WHERE (platform_id, transaction_id) IN
             ({UNSETTLED} AND EXISTS (SELECT 1 FROM {table} d
                  WHERE d.platform_id = s.platform_id AND d.transaction_id = s.transaction_id)
              LIMIT $5)"
    );
    let PrunedAges { least, most } = ages;
    tx.execute_counted(&sql, params![millis(least), wall.minus(least), millis(most), wall.minus(most), limit])
}
