//! The requests of payments about their orders: to submit, to ask and to cancel. What is not certain is an error, never an
//! outcome.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::values::CancelReason;
use causeway_store::rails::{OrderName, StoredState};

use super::exchange::{ask, cancel_refused, send, send_cancel};
use super::lookup::{OrderLookup, OrderQuery, look_up};
use super::new_order::NewOrder;
use super::place::{Placement, place};
use super::report::{CancelReport, OrderReport, free_by_record, report, unclear};
use super::tombstone::{self, TombstoneOutcome, TombstoneRequest};
use crate::ports::RailError;
use crate::runtime::rails::Rails;

/// Stores an order if it is not stored yet, and sends its bytes. An order of which a record was seen is only asked for.
pub(in crate::rails) async fn submit(rails: &Arc<Rails>, order: NewOrder) -> Result<OrderReport, RailError> {
    match place(rails, &Arc::new(order)).await? {
        Placement::Send(stored) => send(rails, &stored).await,
        Placement::Ask(stored) => ask(rails, &stored).await,
        Placement::Cancel(stored) => cancel_refused(rails, &stored).await,
        Placement::Tombstone => Ok(OrderReport::Tombstone),
        Placement::Unwritable => Ok(OrderReport::Unwritable),
        Placement::Waits => Err(RailError::Unclear),
    }
}

/// Asks for the record of an order, unless its last record is the end of it.
pub(in crate::rails) async fn follow(rails: &Arc<Rails>, order: &NewOrder) -> Result<OrderReport, RailError> {
    let found = look_up(rails, OrderQuery::of(order)).await?;
    if let OrderLookup::Stored(_, record) | OrderLookup::Unreachable(record) = &found
        && let Some(last) = report(record)?.filter(OrderReport::is_over)
    {
        return Ok(last);
    }
    ask_for(rails, found).await
}

/// Asks for the record of an order, also if its last record is the end of it: the feed has shown another one.
pub(in crate::rails) async fn status(
    rails: &Arc<Rails>,
    platform: PlatformId,
    name: OrderName,
) -> Result<OrderReport, RailError> {
    let found = look_up(rails, OrderQuery { platform, name, created_at: None }).await?;
    ask_for(rails, found).await
}

/// Asks for the record of an order. One whose request was refused is cancelled instead: its answer has the record.
async fn ask_for(rails: &Arc<Rails>, found: OrderLookup) -> Result<OrderReport, RailError> {
    match found {
        OrderLookup::Absent { is_certain: true } => Ok(OrderReport::NeverSent),
        OrderLookup::Absent { is_certain: false } | OrderLookup::Unreachable(_) => Err(RailError::Unclear),
        OrderLookup::Tombstone => Ok(OrderReport::Tombstone),
        OrderLookup::Stored(stored, record) if record.state == StoredState::Refused => {
            cancel_refused(rails, &stored).await
        }
        OrderLookup::Stored(stored, _) => ask(rails, &stored).await,
    }
}

/// Cancels an order. One without a row gets a tombstone; one whose money is free by its record is not asked for.
pub(in crate::rails) async fn cancel(
    rails: &Arc<Rails>,
    order: &NewOrder,
    reason: CancelReason,
) -> Result<CancelReport, RailError> {
    match look_up(rails, OrderQuery::of(order)).await? {
        OrderLookup::Tombstone => Ok(CancelReport::Released),
        OrderLookup::Absent { .. } => release_unsent(rails, order).await,
        OrderLookup::Unreachable(record) => free_by_record(&record).ok_or(RailError::Unclear),
        OrderLookup::Stored(stored, record) => match free_by_record(&record) {
            Some(report) => Ok(report),
            None if record.is_held() => Err(RailError::Unclear),
            None => send_cancel(rails, &stored, reason).await,
        },
    }
}

/// Releases an order that was never stored.
async fn release_unsent(rails: &Arc<Rails>, order: &NewOrder) -> Result<CancelReport, RailError> {
    let request = TombstoneRequest {
        platform: order.platform(),
        name: order.name(),
        amount: order.amount(),
        created_at: order.ordered_at(),
    };
    match tombstone::write(rails, request).await.map_err(|error| unclear(order.name(), &error))? {
        TombstoneOutcome::Written => Ok(CancelReport::Released),
        TombstoneOutcome::Stored | TombstoneOutcome::Uncertain => Err(RailError::Unclear),
    }
}
