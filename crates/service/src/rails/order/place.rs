//! The place of an order: its row with its bytes, stored before the adapter gets them (rails 7.2, 17.2).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::values::References;
use causeway_store::rails::{
    PinnedRail, RailOrderRecord, RailStateRecord, RailStatus, StoredState, items, orders, state, version,
};
use causeway_store::{Attempt, Error, Tx};
use uuid::Uuid;

use super::absence;
use super::body::{UnwritableOrder, submission};
use super::limits::{check, has_sums, limits_of};
use super::new_order::NewOrder;
use super::notices;
use super::references::references;
use super::report::unclear;
use super::stored_order::StoredOrder;
use crate::ports::RailError;
use crate::runtime::rails::{ChosenRoute, RailTable, Rails};

/// The place of an order.
#[derive(Debug, Clone)]
pub(super) enum Placement {
    /// Stored, and no record of it was ever seen: its bytes may be sent.
    Send(Box<StoredOrder>),
    /// Stored, and a record of it was seen: only questions may be sent.
    Ask(Box<StoredOrder>),
    /// Stored, and its request was refused: it is cancelled.
    Cancel(Box<StoredOrder>),
    /// Cancelled before it was stored.
    Tombstone,
    /// Not stored, or its rail takes no submission now: it waits.
    Waits,
    /// It can never be written.
    Unwritable,
}

/// Number of attempts with a table that another process may have changed.
const ATTEMPTS: usize = 3;
/// Number of short references that are tried.
const REFERENCES: u32 = 8;
/// The unique key of short references.
const SHORT: &str = "rail_order_short";

/// Finds the row of an order, or stores it with the first route that takes it. A failure of the database is a doubt: the
/// row may be there, but nothing was sent.
pub(super) async fn place(rails: &Arc<Rails>, order: &Arc<NewOrder>) -> Result<Placement, RailError> {
    for _ in 0..ATTEMPTS {
        let table = rails.table();
        let shared = Arc::clone(rails);
        let wanted = Arc::clone(order);
        let store = move |tx: &mut Tx<'_>| place_in(tx, &shared, &table, &wanted);
        match rails.parts().store.write(&[], store).await {
            Ok(Some(placement)) => return Ok(placement),
            Ok(None) => {}
            Err(error) => return Err(unclear(order.name(), &error)),
        }
        // Another process has changed rails or routes.
        if let Err(error) = rails.reload().await {
            return Err(unclear(order.name(), &error));
        }
    }
    Ok(Placement::Waits)
}

/// Finds or stores the row; `None` if the table is older than the database.
fn place_in(
    tx: &mut Tx<'_>,
    rails: &Rails,
    table: &RailTable,
    order: &NewOrder,
) -> Result<Option<Placement>, Error> {
    if version(tx)? != table.version {
        return Ok(None);
    }
    let platform = order.platform();
    if let Some(record) = orders::find(tx, platform, order.name())? {
        return place_again(tx, rails, table, platform, &record).map(Some);
    }
    if !absence::is_certain(tx, rails, order.name(), Some(order.ordered_at()))? {
        return Ok(Some(Placement::Waits));
    }
    let Some(route) = table.route(order.direction(), &order.query()) else {
        notices::no_route(tx, &rails.parts().ids, table, order)?;
        return Ok(Some(Placement::Waits));
    };
    if rails.link().is_silent(&route.rail) {
        return Ok(Some(Placement::Waits));
    }
    place_on(tx, rails, order, &route).map(Some)
}

/// Decides about a row that exists: the bytes are sent again only if no record of them was ever seen, the adapter has not
/// refused them, and it still has the memory that they were stored for.
fn place_again(
    tx: &mut Tx<'_>,
    rails: &Rails,
    table: &RailTable,
    platform: PlatformId,
    record: &RailOrderRecord,
) -> Result<Placement, Error> {
    let Some(pinned) = record.pinned.clone() else { return Ok(Placement::Tombstone) };
    let (Some(rail), Some(state)) = (table.rail(pinned.rail), state::find(tx, pinned.rail)?) else {
        return Ok(Placement::Waits);
    };
    let is_same_memory = state.memory == Some(pinned.memory);
    let stored = Box::new(StoredOrder::new(platform, record, pinned, Arc::clone(&rail), &state)?);
    let record_seen = record.state.has_record() || items::has_subject(tx, stored.pinned.rail, stored.name)?;
    if record_seen {
        return Ok(Placement::Ask(stored));
    }
    if record.state == StoredState::Refused {
        return Ok(Placement::Cancel(stored));
    }
    let takes_submissions = rail.record.status == RailStatus::Enabled
        && rails.has_caught_up(&state)
        && is_same_memory
        && !rails.link().is_silent(&rail);
    Ok(if takes_submissions { Placement::Send(stored) } else { Placement::Waits })
}

/// Stores a new order on a route, within the limits of its rail.
fn place_on(
    tx: &mut Tx<'_>,
    rails: &Rails,
    order: &NewOrder,
    route: &ChosenRoute,
) -> Result<Placement, Error> {
    let ids = &rails.parts().ids;
    let rail = &route.rail.record;
    let name = order.name();
    let limits = limits_of(rail, order.amount());
    let state = if has_sums(&limits, name.kind) {
        Some(state::lock(tx, rail.id)?)
    } else {
        state::find(tx, rail.id)?
    };
    let Some(state) = state.filter(|state| rails.has_caught_up(state)) else { return Ok(Placement::Waits) };
    let Some(memory) = state.memory else { return Ok(Placement::Waits) };
    if let Some(breach) = check(tx, rail, order.amount(), name.kind)? {
        notices::limit_reached(tx, ids, order, breach, rail)?;
        return Ok(Placement::Waits);
    }
    let mut attempts = 0..REFERENCES;
    loop {
        let Some(attempt) = attempts.next() else { return Ok(Placement::Waits) };
        let references = references(name, attempt);
        let record = match new_record(tx, rails, order, route, references, memory) {
            Ok(record) => record,
            Err(UnwritableOrder::NoOriginator | UnwritableOrder::NoCorridor) => return Ok(Placement::Waits),
            Err(UnwritableOrder::Member(member)) => {
                notices::unwritable(tx, ids, order.platform(), name, member)?;
                return Ok(Placement::Unwritable);
            }
        };
        if insert(tx, order.platform(), &record)? {
            notices::close_waiting(tx, name.transaction)?;
            return placed(order.platform(), &record, route, &state);
        }
    }
}

/// Inserts the row; returns `false` if the rail has its short reference already. Another row of the same order means a
/// lost race.
fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &RailOrderRecord) -> Result<bool, Error> {
    match tx.attempt(|tx| orders::insert(tx, platform, record))? {
        Attempt::Duplicate { constraint } if constraint == SHORT => Ok(false),
        attempt => attempt.or_rerun(tx)?.map(|()| true),
    }
}

fn placed(
    platform: PlatformId,
    record: &RailOrderRecord,
    route: &ChosenRoute,
    state: &RailStateRecord,
) -> Result<Placement, Error> {
    let Some(pinned) = record.pinned.clone() else { return Ok(Placement::Tombstone) };
    let rail = Arc::clone(&route.rail);
    Ok(Placement::Send(Box::new(StoredOrder::new(platform, record, pinned, rail, state)?)))
}

/// Builds the row of a new order.
fn new_record(
    tx: &Tx<'_>,
    rails: &Rails,
    order: &NewOrder,
    route: &ChosenRoute,
    references: References,
    memory: Uuid,
) -> Result<RailOrderRecord, UnwritableOrder> {
    let now = tx.wall();
    let name = order.name();
    let short = references.short.to_string();
    let bytes = submission(order, route, references)?;
    let pinned = PinnedRail {
        rail: route.rail.record.id,
        account: route.account,
        corridor: route.route.corridor.clone(),
        body: bytes.bytes().to_vec(),
        digest: *bytes.digest().bytes(),
        short,
        memory,
    };
    Ok(RailOrderRecord {
        id: rails.parts().ids.uuid(now),
        transaction: name.transaction,
        kind: name.kind,
        pinned: Some(pinned),
        amount: order.amount(),
        state: StoredState::Stored,
        revision: None,
        record: None,
        held_at: None,
        released_at: None,
        created_at: now,
        changed_at: now,
    })
}
