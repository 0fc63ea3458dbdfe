//! The chance to cancel an order at the payer's request, by its last record and the capabilities (rails 6).

use std::sync::Arc;

use causeway_rail_protocol::orders::OrderPhase;
use causeway_store::rails::RailOrderRecord;

use super::lookup::{OrderLookup, OrderQuery, look_up};
use super::new_order::NewOrder;
use super::stored_order::{StoredOrder, phase};
use crate::ports::RailError;
use crate::runtime::rails::Rails;

/// Returns `true` if the order could still be stopped. The adapter is not asked.
pub(in crate::rails) async fn can_cancel(rails: &Arc<Rails>, order: &NewOrder) -> Result<bool, RailError> {
    Ok(match look_up(rails, OrderQuery::of(order)).await? {
        OrderLookup::Absent { is_certain } => is_certain,
        OrderLookup::Tombstone => true,
        OrderLookup::Stored(stored, record) => allows(&stored, &record),
        OrderLookup::Unreachable(_) => false,
    })
}

/// Returns `true` if the corridor's rule allows a cancel in the phase of the order.
fn allows(order: &StoredOrder, record: &RailOrderRecord) -> bool {
    let phase: OrderPhase = phase(record);
    let capabilities = order.rail.capabilities.as_ref();
    let corridor = capabilities.and_then(|told| told.corridor(order.name.kind, &order.pinned.corridor));
    corridor.is_some_and(|corridor| phase.can_cancel(corridor.cancel))
}
