//! The stored order of a payment, before the adapter is asked about it.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::rails::{OrderName, RailOrderRecord, orders, state};
use causeway_store::{Error, Tx};

use super::absence;
use super::new_order::NewOrder;
use super::report::unclear;
use super::stored_order::StoredOrder;
use crate::ports::RailError;
use crate::runtime::rails::{RailTable, Rails};

/// A stored order, or its absence.
#[derive(Debug, Clone)]
pub(super) enum OrderLookup {
    /// No row; `is_certain` says that no rail can have the order either.
    Absent { is_certain: bool },
    /// Cancelled before it was stored.
    Tombstone,
    /// Stored, with the row.
    Stored(Box<StoredOrder>, Box<RailOrderRecord>),
    /// Stored for a rail that this process does not know: nothing can be asked.
    Unreachable(Box<RailOrderRecord>),
}

/// The order that is looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderQuery {
    pub(super) platform: PlatformId,
    pub(super) name: OrderName,
    /// The creation of the payment; `None` if it is not known.
    pub(super) created_at: Option<Time>,
}

impl OrderQuery {
    /// Builds the query of a payment's order.
    pub(super) const fn of(order: &NewOrder) -> Self {
        Self { platform: order.platform(), name: order.name(), created_at: Some(order.ordered_at()) }
    }
}

/// Looks an order up. A failure of the database is a doubt.
pub(super) async fn look_up(rails: &Arc<Rails>, query: OrderQuery) -> Result<OrderLookup, RailError> {
    let table = rails.table();
    let shared = Arc::clone(rails);
    let look = move |tx: &mut Tx<'_>| find(tx, &shared, &table, query);
    rails.parts().store.look(look).await.map_err(|error| unclear(query.name, &error))
}

fn find(tx: &mut Tx<'_>, rails: &Rails, table: &RailTable, query: OrderQuery) -> Result<OrderLookup, Error> {
    let OrderQuery { platform, name, created_at } = query;
    let Some(record) = orders::find(tx, platform, name)? else {
        return Ok(OrderLookup::Absent { is_certain: absence::is_certain(tx, rails, name, created_at)? });
    };
    let Some(pinned) = record.pinned.clone() else { return Ok(OrderLookup::Tombstone) };
    let state = state::find(tx, pinned.rail)?;
    Ok(match (table.rail(pinned.rail), state) {
        (Some(rail), Some(state)) => {
            let order = StoredOrder::new(platform, &record, pinned, rail, &state)?;
            OrderLookup::Stored(Box::new(order), Box::new(record))
        }
        (Some(_) | None, Some(_) | None) => OrderLookup::Unreachable(Box::new(record)),
    })
}
