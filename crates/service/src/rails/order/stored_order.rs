//! Orders that are stored, with all that an exchange about them needs.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::messages::{OrderAnswer, OrderRecord};
use causeway_rail_protocol::orders::OrderPhase;
use causeway_rail_protocol::values::{MinorUnits, Money};
use causeway_rail_protocol::{Message, values::FeedPosition};
use causeway_store::Error;
use causeway_store::rails::{OrderName, PinnedRail, RailOrderRecord, RailStateRecord, StoredState};

use crate::runtime::rails::KnownRail;

/// An order with its bytes, before an exchange about it.
#[derive(Debug, Clone)]
pub(super) struct StoredOrder {
    pub(super) platform: PlatformId,
    pub(super) name: OrderName,
    pub(super) pinned: PinnedRail,
    pub(super) rail: Arc<KnownRail>,
    /// Highest sequence of the adapter's memory that was received before the exchange began (rails 5.3).
    pub(super) floor: FeedPosition,
}

impl StoredOrder {
    /// Builds the order of a row that has a rail.
    pub(super) fn new(
        platform: PlatformId,
        record: &RailOrderRecord,
        pinned: PinnedRail,
        rail: Arc<KnownRail>,
        state: &RailStateRecord,
    ) -> Self {
        let name = OrderName { transaction: record.transaction, kind: record.kind };
        Self { platform, name, pinned, rail, floor: position(state.top_sequence) }
    }
}

/// Returns a stored sequence as a place in the feed.
pub(super) fn position(sequence: i64) -> FeedPosition {
    u64::try_from(sequence)
        .ok()
        .and_then(|number| FeedPosition::new(number).ok())
        .unwrap_or(FeedPosition::START)
}

/// Returns the phase of an order.
pub(super) const fn phase(record: &RailOrderRecord) -> OrderPhase {
    match record.state {
        StoredState::Stored => OrderPhase::Unreported,
        StoredState::Known(state) => OrderPhase::Reported(state),
    }
}

/// Reads the last record of an order; `None` before the first.
///
/// # Errors
/// [`Error::Data`] if it cannot be read, which no record is that was stored.
pub(super) fn last_record(record: &RailOrderRecord) -> Result<Option<OrderRecord>, Error> {
    let Some(text) = &record.record else { return Ok(None) };
    let answer = OrderAnswer::parse(text.to_string().as_bytes());
    answer.map(|answer| Some(answer.order)).map_err(|error| Error::Data(format!("column record: {error}")))
}

/// Returns the amount of an order as the protocol has it; `None` if it is not positive.
pub(super) fn money(record: &RailOrderRecord) -> Option<Money> {
    let units = u64::try_from(record.amount.minor).ok()?;
    Some(Money { amount: MinorUnits::new(units).ok()?, currency: record.amount.currency })
}

/// Returns `true` if the record waits for an operator (rails 15.5).
pub(super) const fn is_held(record: &RailOrderRecord) -> bool {
    record.held_at.is_some() && record.released_at.is_none()
}
