//! Orders that are stored, with all that an exchange about them needs.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{OrderAnswer, OrderRecord};
use causeway_rail_protocol::orders::OrderPhase;
use causeway_rail_protocol::values::{FeedPosition, MinorUnits, Money};
use causeway_store::Error;
use causeway_store::rails::{OrderName, PinnedRail, RailOrderRecord, RailStateRecord, StoredState};

use crate::rails::feed::position;
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
    ///
    /// # Errors
    /// [`Error::Data`] if the state has an impossible sequence.
    pub(super) fn new(
        platform: PlatformId,
        record: &RailOrderRecord,
        pinned: PinnedRail,
        rail: Arc<KnownRail>,
        state: &RailStateRecord,
    ) -> Result<Self, Error> {
        let name = OrderName { transaction: record.transaction, kind: record.kind };
        Ok(Self { platform, name, pinned, rail, floor: position(state.top_sequence)? })
    }
}

/// Returns the phase of an order.
pub(super) const fn phase(record: &RailOrderRecord) -> OrderPhase {
    match record.state {
        StoredState::Stored => OrderPhase::Unreported,
        StoredState::Refused => OrderPhase::Refused,
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
