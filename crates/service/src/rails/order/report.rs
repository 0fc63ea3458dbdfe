//! What is known about an order after it was submitted, asked for or cancelled.

use causeway_rail_protocol::messages::OrderRecord;
use causeway_store::Error;
use causeway_store::rails::{OrderName, RailOrderRecord};

use super::stored_order::{is_held, last_record, phase};
use crate::ports::RailError;

/// The knowledge about an order. Doubts are no reports but errors.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rails) enum OrderReport {
    /// No rail ever had the order.
    NeverSent,
    /// The adapter certainly does not have the order.
    Absent,
    /// The order was cancelled before it was stored: it will never be sent.
    Tombstone,
    /// The protocol cannot express the order: it will never be sent.
    Unwritable,
    /// The last record that counts.
    Recorded {
        record: Box<OrderRecord>,
        /// `true` if it frees money and waits for an operator.
        is_held: bool,
    },
}

/// The outcome of a cancel.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rails) enum CancelReport {
    /// The money is free, and the order will never be paid.
    Released,
    /// The order has settled.
    Kept,
    /// Not decided, with the last record if there is one.
    Pending(Option<OrderReport>),
}

impl OrderReport {
    /// Returns `true` if no further record can change the report: the order was released, or was never sent.
    pub(in crate::rails) fn is_over(&self) -> bool {
        match self {
            Self::Tombstone | Self::Unwritable => true,
            Self::Recorded { record, .. } => record.state().is_released(),
            Self::NeverSent | Self::Absent => false,
        }
    }

    /// Returns the report about a stored order; `None` before its first record.
    pub(super) fn of(order: &RailOrderRecord) -> Result<Option<Self>, Error> {
        if order.pinned.is_none() {
            return Ok(Some(Self::Tombstone));
        }
        let record = last_record(order)?;
        Ok(record.map(|record| Self::Recorded { record: Box::new(record), is_held: is_held(order) }))
    }
}

/// Returns the report about a stored order; `None` before its first record.
pub(super) fn report(order: &RailOrderRecord) -> Result<Option<OrderReport>, RailError> {
    let name = OrderName { transaction: order.transaction, kind: order.kind };
    OrderReport::of(order).map_err(|error| unclear(name, &error))
}

/// Returns the release of an order whose last record frees its money, or `None`.
pub(super) fn free_by_record(order: &RailOrderRecord) -> Option<CancelReport> {
    (phase(order).is_released() && !is_held(order)).then_some(CancelReport::Released)
}

/// Logs a failure of the database, and returns the error that follows from it.
pub(super) fn unclear(name: OrderName, error: &Error) -> RailError {
    tracing::warn!(transaction = %name.transaction, %error, "could not read or record an order");
    RailError::Unclear
}
