//! Feed pages and pushes (rails 8).

use causeway_vocabulary::ids::TransactionId;

use super::order_record::OrderRecord;
use crate::limits::{ORDER_BODY, PAGE_BODY, PAGE_ITEMS, PUSH_ITEMS};
use crate::shape::{Location, MessageError, messages, top_level};
use crate::values::{
    FeedKind, FeedPosition, Mark, Memory, OpenValue, OrderKind, OrderState, RecordRevision, Sequence,
    Timestamp,
};

messages! {
    /// An item of the feed.
    pub struct FeedItem checks has_content {
        sequence: Sequence = "sequence",
        mark: Mark = "mark",
        /// Time of the change.
        at: Timestamp = "at",
        /// An item of an unknown kind is stored and skipped.
        kind: OpenValue<FeedKind> = "kind",
        /// Record of the order, with the kind `ORDER` and only there.
        order: Option<OrderRecord> = "order",
    }

    /// A page of the feed.
    pub struct FeedPage checks page_is_ordered {
        /// At most as many as asked for, in order of `sequence`.
        items: Vec<FeedItem> = "items",
        /// Mark of the item at `after`; `null` at 0 and beyond the end.
        previous_mark: Option<Mark> = "previousMark",
        /// `true` if there are items behind these.
        more: bool = "more",
        memory: Memory = "memory",
    }

    /// Items that the adapter pushes.
    pub struct PushRequest checks push_is_ordered {
        /// At most 100, in order of `sequence`.
        items: Vec<FeedItem> = "items",
        memory: Memory = "memory",
    }

    /// The answer to a push.
    pub struct PushResponse {
        /// Sequence of the last item that is stored; 0 for a push without items.
        through: FeedPosition = "through",
    }
}

/// The content of a feed item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemContent<'a> {
    /// An order was stored or has changed.
    Order(&'a OrderRecord),
    /// The capabilities have changed.
    Capabilities,
    /// Something that this version does not know.
    Unknown(&'a str),
}

/// The part of an item that a receiver keeps to compare later copies of it (rails 8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemSummary {
    /// Place of the item.
    pub sequence: Sequence,
    /// Mark of the item.
    pub mark: Mark,
    /// Name of the kind.
    pub kind: String,
    /// `None` unless the kind is `ORDER`.
    pub order: Option<OrderSummary>,
}

/// The part of an order's item that a receiver keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderSummary {
    /// Id of the order.
    pub transaction: TransactionId,
    /// Kind of the order.
    pub kind: OrderKind,
    /// Revision of the record.
    pub revision: RecordRevision,
    /// State of the record.
    pub state: OrderState,
}

impl FeedItem {
    /// Returns the content.
    #[must_use]
    pub fn content(&self) -> ItemContent<'_> {
        match (&self.kind, &self.order) {
            (OpenValue::Known(FeedKind::Order), Some(order)) => ItemContent::Order(order),
            (OpenValue::Known(FeedKind::Capabilities), _) => ItemContent::Capabilities,
            // The reader refuses an order without a record.
            (OpenValue::Known(FeedKind::Order), None) => ItemContent::Unknown(FeedKind::Order.as_str()),
            (OpenValue::Unknown(kind), _) => ItemContent::Unknown(kind),
        }
    }

    /// Returns the part that a receiver keeps.
    #[must_use]
    pub fn summary(&self) -> ItemSummary {
        let order = self.order.as_ref().map(|record| OrderSummary {
            transaction: record.transaction_id,
            kind: record.kind,
            revision: record.revision,
            state: record.state(),
        });
        ItemSummary { sequence: self.sequence, mark: self.mark, kind: self.kind.to_string(), order }
    }
}

fn has_content(item: &FeedItem, at: &Location<'_>) -> Result<(), MessageError> {
    let order = Location::Member(at, "order");
    match (item.kind.known(), &item.order) {
        (Some(FeedKind::Order), None) => Err(order.error("is missing: `kind` is ORDER")),
        (Some(FeedKind::Capabilities), Some(_)) => Err(order.error("must be null unless `kind` is ORDER")),
        (Some(FeedKind::Order | FeedKind::Capabilities) | None, _) => Ok(()),
    }
}

fn page_is_ordered(page: &FeedPage, at: &Location<'_>) -> Result<(), MessageError> {
    let items = Location::Member(at, "items");
    let maximum = usize::try_from(PAGE_ITEMS).unwrap_or(usize::MAX);
    are_ordered(&page.items, maximum, &items)
}

fn push_is_ordered(push: &PushRequest, at: &Location<'_>) -> Result<(), MessageError> {
    are_ordered(&push.items, PUSH_ITEMS, &Location::Member(at, "items"))
}

fn are_ordered(items: &[FeedItem], maximum: usize, at: &Location<'_>) -> Result<(), MessageError> {
    if items.len() > maximum {
        return Err(at.error(format!("must be at most {maximum} items")));
    }
    for (index, pair) in items.windows(2).enumerate() {
        if pair[0].sequence >= pair[1].sequence {
            let item = Location::Item(at, index + 1);
            return Err(Location::Member(&item, "sequence").error("must be above that of the item before"));
        }
    }
    Ok(())
}

top_level! {
    FeedPage: PAGE_BODY;
    PushRequest: PAGE_BODY;
    PushResponse: ORDER_BODY;
}
