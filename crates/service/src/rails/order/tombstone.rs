//! Tombstones of orders that were cancelled before they were stored: they are never sent afterwards (rails 7.7).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::values::OrderState;
use causeway_store::rails::{OrderName, RailOrderRecord, StoredState, orders};
use causeway_store::{Error, Tx};

use super::absence;
use crate::runtime::rails::Rails;

/// The order of a tombstone.
#[derive(Debug, Clone, Copy)]
pub(super) struct TombstoneRequest {
    pub(super) platform: PlatformId,
    pub(super) name: OrderName,
    pub(super) amount: Amount,
    /// The creation of the payment.
    pub(super) created_at: Time,
}

/// The outcome of writing a tombstone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TombstoneOutcome {
    /// The order will never be sent.
    Written,
    /// The order was stored meanwhile: its adapter has to cancel it.
    Stored,
    /// A rail may have the order from before a backup was restored.
    Uncertain,
}

/// Writes a tombstone, unless there is a row. A submission under way in another process either has stored its row
/// before, or finds the tombstone: the two have one unique key.
pub(super) async fn write(rails: &Arc<Rails>, request: TombstoneRequest) -> Result<TombstoneOutcome, Error> {
    let shared = Arc::clone(rails);
    rails.parts().store.write(&[], move |tx: &mut Tx<'_>| write_in(tx, &shared, request)).await
}

fn write_in(tx: &mut Tx<'_>, rails: &Rails, request: TombstoneRequest) -> Result<TombstoneOutcome, Error> {
    let TombstoneRequest { platform, name, amount, created_at } = request;
    if let Some(record) = orders::find(tx, platform, name)? {
        let is_tombstone = record.pinned.is_none();
        return Ok(if is_tombstone { TombstoneOutcome::Written } else { TombstoneOutcome::Stored });
    }
    if !absence::is_certain(tx, rails, name, Some(created_at))? {
        return Ok(TombstoneOutcome::Uncertain);
    }
    let now = tx.wall();
    let record = RailOrderRecord {
        id: rails.parts().ids.uuid(now),
        transaction: name.transaction,
        kind: name.kind,
        pinned: None,
        amount,
        state: StoredState::Known(OrderState::Cancelled),
        revision: None,
        record: None,
        held_at: None,
        released_at: None,
        created_at: now,
        changed_at: now,
    };
    orders::insert(tx, platform, &record)?;
    Ok(TombstoneOutcome::Written)
}
