//! Orders of a rail together, for limits, measurements and comparisons. Sums and numbers read rows unverified: a forged
//! row is refused when its order is used.

use causeway_domain::ids::{PlatformId, RailId};
use causeway_domain::{CurrencyCode, Time};

use super::order_terms::{COLUMNS, read, read_state};
use super::records::{RailOrderRecord, StoredState};
use crate::{Error, Tx, params};

/// The states of orders without an end, as in the index of open orders.
const OPEN: &str = "state IN ('STORED', 'REFUSED', 'RECEIVED', 'SENT', 'ACCEPTED', 'IN_DOUBT')";

/// Sums of the payouts and refunds of a rail in one currency, in its smallest unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RailSums {
    /// Orders stored since a time.
    pub out: i64,
    /// Orders without an end.
    pub open: i64,
    /// Orders that the adapter said since a time to be failed, cancelled or returned, and whose money was freed without
    /// an operator.
    pub freed: i64,
}

/// The orders of a rail in one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RailCount {
    pub rail: RailId,
    pub state: StoredState,
    pub count: i64,
    /// Time of creation of the oldest.
    pub oldest_at: Time,
}

/// Returns the sums that limits compare (rails 15.5). `since` is the begin of the period, in wall time.
pub fn sums(tx: &mut Tx<'_>, rail: RailId, currency: CurrencyCode, since: Time) -> Result<RailSums, Error> {
    let sum = |condition: &str| {
        format!(
            "(SELECT /* all platforms */ CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM rail_order
                 WHERE rail_id = $1 AND currency = $2 AND kind IN ('PAYOUT', 'REFUND') AND {condition})"
        )
    };
    let sql = format!(
        "SELECT {} AS out_sum, {} AS open_sum, {} AS freed_sum",
        sum("created_at >= $3"),
        sum(OPEN),
        sum("state IN ('FAILED', 'CANCELLED', 'RETURNED') AND updated_at >= $3 AND held_at IS NULL"),
    );
    tx.query_one(&sql, params![rail, currency, since], |row| {
        Ok(RailSums { out: row.get("out_sum")?, open: row.get("open_sum")?, freed: row.get("freed_sum")? })
    })
}

/// Returns up to `limit` orders to a rail without an end, the oldest first, with their platforms.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn open_of(
    tx: &mut Tx<'_>,
    rail: RailId,
    limit: u32,
) -> Result<Vec<(PlatformId, RailOrderRecord)>, Error> {
    let macs = tx.macs();
    let sql = format!(
        "SELECT /* all platforms */ platform_id, {COLUMNS} FROM rail_order WHERE rail_id = $1 AND {OPEN}
         ORDER BY created_at, order_id LIMIT $2"
    );
    tx.query(&sql, params![rail, limit], |row| {
        let platform = row.get("platform_id")?;
        Ok((platform, read(platform, macs)(row)?))
    })
}

/// Counts the orders of all rails without an end, by rail and state.
pub fn counts(tx: &mut Tx<'_>) -> Result<Vec<RailCount>, Error> {
    let sql = format!(
        "SELECT /* all platforms */ rail_id, state, CAST(COUNT(*) AS BIGINT) AS orders, MIN(created_at) AS oldest_at
         FROM rail_order WHERE rail_id IS NOT NULL AND {OPEN} GROUP BY rail_id, state ORDER BY rail_id, state"
    );
    tx.query(&sql, &[], |row| {
        Ok(RailCount {
            rail: row.get("rail_id")?,
            state: read_state(row)?,
            count: row.get("orders")?,
            oldest_at: row.get("oldest_at")?,
        })
    })
}
