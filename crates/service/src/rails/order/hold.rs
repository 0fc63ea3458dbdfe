//! Records that free money above the limits of a rail: they wait for an operator (rails 15.5).

use causeway_rail_protocol::values::OrderState;
use causeway_store::rails::{RailOrderRecord, RailRecord, sums};
use causeway_store::{Error, Tx};

use super::limits::{DAY, exceeds, limits_of, sends_money};

/// Returns `true` if a record that frees the money of an order has to wait for an operator.
pub(super) fn must_wait(
    tx: &mut Tx<'_>,
    rail: &RailRecord,
    order: &RailOrderRecord,
    state: OrderState,
) -> Result<bool, Error> {
    if !state.is_released() || !sends_money(order.kind) {
        return Ok(false);
    }
    let limits = limits_of(rail, order.amount);
    if state == OrderState::Returned && exceeds(order.amount.minor, limits.return_hold) {
        return Ok(true);
    }
    if limits.daily_refunds.is_none() {
        return Ok(false);
    }
    let since = tx.wall().minus(DAY);
    let freed = sums::sums(tx, rail.id, order.amount.currency, since)?.freed;
    Ok(exceeds(freed.saturating_add(order.amount.minor), limits.daily_refunds))
}
