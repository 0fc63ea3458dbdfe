//! The news of feeds about orders.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_rail_protocol::messages::FeedItem;
use causeway_store::rails::{OrderName, RailItemRecord, RailOrderRecord, StoredState, items, orders};
use causeway_store::{Error, Tx};

use super::items::{FeedPlace, record_of};
use super::wake::{WakeRequest, ask_about_ended, wake};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Schedules the questions about the orders among the items, and returns the items about orders that the service does not
/// know.
pub(in crate::rails) fn read_news(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    feed: FeedPlace,
    items: &[FeedItem],
) -> Result<Vec<RailItemRecord>, ApiError> {
    // The last item about an order has its highest revision.
    let mut newest: BTreeMap<(TransactionId, &str), (OrderName, RailItemRecord)> = BTreeMap::new();
    for record in items.iter().map(|item| record_of(feed, item)) {
        if let Some(order) = record.subject {
            newest.insert((order.transaction, order.kind.as_str()), (order, record));
        }
    }
    let mut unknown = Vec::new();
    for (order, item) in newest.into_values() {
        let Some((platform, known)) = orders::find_of_rail(tx, feed.rail, order)? else {
            unknown.push(item);
            continue;
        };
        let request = WakeRequest { platform, order };
        if is_contested(&known, &item) {
            ask_about_ended(tx, app, request)?;
        } else if is_news(&known, &item) {
            wake(tx, app, request)?;
        }
    }
    Ok(unknown)
}

/// Returns `true` if the item has another record than the last one that was told, and no earlier one. Another state with the
/// revision of the last record is a contradiction, which the signed answer shows (rails 13).
fn is_news(known: &RailOrderRecord, item: &RailItemRecord) -> bool {
    let is_same = item.state.as_deref() == Some(known.state.as_str()) && item.revision == known.revision;
    item.revision >= known.revision && !is_same
}

/// Returns `true` if the money of an order is free here, and an item of the adapter's present memory has another record.
pub(in crate::rails) fn has_contest(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    order: OrderName,
) -> Result<bool, Error> {
    let Some(known) = orders::find(tx, platform, order)? else { return Ok(false) };
    let Some(pinned) = &known.pinned else { return Ok(false) };
    let items = items::in_present_memory(tx, pinned.rail, order)?;
    Ok(items.iter().any(|item| is_contested(&known, item)))
}

/// Returns `true` if the money of an order is free here, and the item has another record.
fn is_contested(known: &RailOrderRecord, item: &RailItemRecord) -> bool {
    let is_free = matches!(known.state, StoredState::Known(state) if state.is_released());
    let is_same = item.state.as_deref() == Some(known.state.as_str()) && item.revision <= known.revision;
    is_free && !is_same && item.revision >= known.revision
}
