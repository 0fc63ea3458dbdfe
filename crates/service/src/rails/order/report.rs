//! What is known about an order after it was submitted, asked for or cancelled.

use causeway_rail_protocol::messages::OrderRecord;
use causeway_store::Error;
use causeway_store::rails::{OrderName, RailOrderRecord};

use super::stored_order::{last_record, phase};
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
    /// The order has settled, or a part of its money has come back.
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
}

/// Returns the report about a stored order; `None` before its first record.
pub(super) fn report(order: &RailOrderRecord) -> Result<Option<OrderReport>, RailError> {
    if order.pinned.is_none() {
        return Ok(Some(OrderReport::Tombstone));
    }
    let name = OrderName { transaction: order.transaction, kind: order.kind };
    let last = last_record(order).map_err(|error| unclear(name, &error))?;
    Ok(last.map(|record| OrderReport::Recorded { record: Box::new(record), is_held: order.is_held() }))
}

/// Returns the end of an order whose last record frees its money, or `None`. A return of a part is no release: the next
/// question tells the payment how much is missing, which is booked then (rails 19.3).
pub(super) fn free_by_record(order: &RailOrderRecord) -> Option<CancelReport> {
    if !phase(order).is_released() || order.is_held() {
        return None;
    }
    match report(order).ok()? {
        Some(OrderReport::Recorded { record, .. }) if record.shortfall().is_some() => {
            Some(CancelReport::Kept)
        }
        Some(_) | None => Some(CancelReport::Released),
    }
}

/// Logs a failure of the database, and returns the error that follows from it.
pub(super) fn unclear(name: OrderName, error: &Error) -> RailError {
    tracing::warn!(transaction = %name.transaction, %error, "could not read or store an order");
    RailError::Unclear
}
