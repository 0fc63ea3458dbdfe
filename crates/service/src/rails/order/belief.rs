//! Claims that an adapter has no order: `ORDER_NOT_FOUND`, and tombstones of orders that were submitted (rails 5.3, 7.7).

use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::orders::{Disbelief, NotFoundBelief};
use causeway_rail_protocol::values::{Memory, MemoryId};
use causeway_store::rails::{RailOrderRecord, RailStateRecord, items};
use causeway_store::{Error, Tx};

use super::stored_order::StoredOrder;
use crate::rails::feed::position;

/// Decides if `ORDER_NOT_FOUND` is believed.
pub(super) fn of_not_found(
    tx: &mut Tx<'_>,
    order: &StoredOrder,
    record: &RailOrderRecord,
    state: &RailStateRecord,
    shown: Option<&Memory>,
) -> Result<Result<(), Disbelief>, Error> {
    let record_seen = record.state.has_record() || items::has_subject(tx, order.pinned.rail, order.name)?;
    Ok(belief(record, state, shown, record_seen)?.decide())
}

/// Decides if a tombstone is believed. For an order that was submitted it says the same as `ORDER_NOT_FOUND`: an adapter
/// that was restored from an older copy writes one for an order that it has paid. Items of tombstones are no records.
pub(super) fn of_tombstone(
    tx: &mut Tx<'_>,
    order: &StoredOrder,
    record: &RailOrderRecord,
    last: Option<&OrderRecord>,
    state: &RailStateRecord,
    shown: Option<&Memory>,
) -> Result<Result<(), Disbelief>, Error> {
    let items = items::of_subject(tx, order.pinned.rail, order.name)?;
    let record_seen =
        last.is_some_and(|last| !last.is_tombstone()) || items.iter().any(|item| item.amount.is_some());
    Ok(belief(record, state, shown, record_seen)?.decide())
}

/// Returns `true` if the adapter has shown a record of the order in the memory that it has now. Items of tombstones are no
/// records.
pub(super) fn is_shown(
    tx: &mut Tx<'_>,
    order: &StoredOrder,
    record: &RailOrderRecord,
    state: &RailStateRecord,
) -> Result<bool, Error> {
    let submitted_to = record.pinned.as_ref().map(|pinned| pinned.memory);
    if record.state.has_record() && submitted_to == state.memory {
        return Ok(true);
    }
    let items = items::in_present_memory(tx, order.pinned.rail, order.name)?;
    Ok(items.iter().any(|item| item.amount.is_some()))
}

/// Builds the facts. The row is locked: an operator may have accepted another memory since the request began.
fn belief<'a>(
    record: &RailOrderRecord,
    state: &RailStateRecord,
    shown: Option<&'a Memory>,
    record_seen: bool,
) -> Result<NotFoundBelief<'a>, Error> {
    Ok(NotFoundBelief {
        submitted_to: record.pinned.as_ref().map(|pinned| MemoryId(pinned.memory)),
        shown,
        feed_read: position(state.cursor)?,
        record_seen,
    })
}
