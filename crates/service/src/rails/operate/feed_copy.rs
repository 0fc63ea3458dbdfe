//! A whole feed, read to be compared and not applied.

use std::collections::BTreeMap;

use bytes::Bytes;
use causeway_domain::ids::TransactionId;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::{PAGE_BODY, PAGE_ITEMS};
use causeway_rail_protocol::messages::FeedPage;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::FeedPosition;
use causeway_store::rails::RailItemRecord;

use super::errors::refused;
use crate::rails::feed::{FeedPlace, record_of};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::{Exchange, KnownRail};
use crate::runtime::timers;

/// Maximum number of pages.
const PAGES: u32 = 2_000;

/// The feed of an adapter as it is now.
#[derive(Debug, Default)]
pub(super) struct FeedCopy {
    /// The last item about each order, by its transaction and its kind.
    pub(super) orders: BTreeMap<(TransactionId, &'static str), RailItemRecord>,
    pub(super) items: usize,
    /// `true` if it begins with the first item: older ones may be no longer kept.
    pub(super) is_whole: bool,
}

/// Reads the feed of an adapter from its beginning, or from `cursor` if the adapter no longer keeps the beginning.
pub(super) async fn read_copy(
    app: &App,
    rail: &KnownRail,
    cursor: FeedPosition,
) -> Result<FeedCopy, ApiError> {
    let mut copy = FeedCopy { is_whole: true, ..FeedCopy::default() };
    let mut after = FeedPosition::START;
    for _ in 0..PAGES {
        let call = Call::Changes { after, limit: PAGE_ITEMS };
        let exchange =
            Exchange { rail, call, body: Bytes::new(), limit: timers::RAIL_FEED, body_max: PAGE_BODY };
        let answer = app.rails.link().exchange(exchange).await;
        let answer = answer.map_err(|missing| refused(format!("The adapter does not answer: {missing}.")))?;
        if answer.status == 410 && copy.is_whole && copy.items == 0 {
            copy.is_whole = false;
            after = cursor;
            continue;
        }
        let page = (answer.status == 200).then(|| FeedPage::parse(&answer.body).ok()).flatten();
        let page =
            page.ok_or_else(|| refused(format!("The adapter answers {} and no feed page.", answer.status)))?;
        copy.items += page.items.len();
        for item in &page.items {
            let record = record_of(FeedPlace::of(rail), item);
            if let Some(order) = record.subject {
                copy.orders.insert((order.transaction, order.kind.as_str()), record);
            }
            after = item.sequence.into();
        }
        if !page.more || page.items.is_empty() {
            return Ok(copy);
        }
    }
    Err(refused("The feed of the adapter has no end."))
}
