//! Cancels (rails 7.7).

use super::order_record::OrderRecord;
use crate::limits::ORDER_BODY;
use crate::shape::{Location, MessageError, messages, top_level};
use crate::values::{CancelOutcome, CancelReason, Memory, Timestamp};

messages! {
    /// A request to cancel an order.
    pub struct CancelRequest {
        reason: CancelReason = "reason",
    }

    /// The answer to a cancel.
    pub struct CancelResponse checks has_record {
        outcome: CancelOutcome = "outcome",
        /// Time from which the next cancel or status request makes sense.
        ask_at: Option<Timestamp> = "askAt",
        /// Record of the order; `null` only with `PENDING`.
        order: Option<OrderRecord> = "order",
        memory: Memory = "memory",
    }
}

fn has_record(response: &CancelResponse, at: &Location<'_>) -> Result<(), MessageError> {
    if response.order.is_some() || response.outcome == CancelOutcome::Pending {
        return Ok(());
    }
    Err(Location::Member(at, "order").error("must not be null unless `outcome` is PENDING"))
}

top_level! {
    CancelRequest: ORDER_BODY;
    CancelResponse: ORDER_BODY;
}
