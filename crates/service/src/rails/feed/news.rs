//! What a feed tells about orders.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::ids::TransactionId;
use causeway_rail_protocol::messages::FeedItem;
use causeway_store::Tx;
use causeway_store::rails::{OrderName, RailItemRecord, RailOrderRecord, StoredState, orders};

use super::items::{FeedPlace, record_of};
use super::wake::{WakeRequest, wake};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// The news about orders that no job learns.
#[derive(Debug, Default)]
pub(in crate::rails) struct OrderNews {
    /// Items about orders that the service does not know.
    pub(in crate::rails) unknown: Vec<RailItemRecord>,
    /// Orders that have ended here, and of which the feed tells something else: their payments are over.
    pub(in crate::rails) contested: Vec<WakeRequest>,
}

/// Wakes the payments of the orders among the items, and returns the other news.
pub(in crate::rails) fn read_news(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    feed: FeedPlace,
    items: &[FeedItem],
) -> Result<OrderNews, ApiError> {
    // The last item about an order has its highest revision.
    let mut newest: BTreeMap<(TransactionId, &str), (OrderName, RailItemRecord)> = BTreeMap::new();
    for record in items.iter().map(|item| record_of(feed, item)) {
        if let Some(order) = record.subject {
            newest.insert((order.transaction, order.kind.as_str()), (order, record));
        }
    }
    let mut news = OrderNews::default();
    for (order, item) in newest.into_values() {
        let Some((platform, known)) = orders::find_of_rail(tx, feed.rail, order)? else {
            news.unknown.push(item);
            continue;
        };
        let request = WakeRequest { platform, order };
        if is_contested(&known, &item) {
            news.contested.push(request);
        } else if known.revision.is_none() || known.revision < item.revision {
            wake(tx, app, request)?;
        }
    }
    Ok(news)
}

/// Returns `true` if the money of an order is free here, and the item has another record.
fn is_contested(known: &RailOrderRecord, item: &RailItemRecord) -> bool {
    let is_free = matches!(known.state, StoredState::Known(state) if state.is_released());
    let is_same = item.state.as_deref() == Some(known.state.as_str()) && item.revision <= known.revision;
    is_free && !is_same && item.revision >= known.revision
}
