//! Notifications from a provider (stablecoins 7.3): each event is applied once, and a status never moves
//! backwards.

use causeway_domain::ids::StablecoinOperationId;
use causeway_domain::stablecoins::OperationState;
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord};

use super::{lifecycle, lookup};
use crate::ports::{NextPoll, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// An event of a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Notification {
    /// The provider's id of the event.
    pub event: String,
    pub operation: StablecoinOperationId,
    /// The reported state of the operation's transfer.
    pub transfer: ProviderTransfer,
}

/// Applies an event of a provider; returns the resulting operation. An event that was received before changes
/// nothing.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn receive(
    tx: &mut Tx<'_>,
    context: &Context,
    notification: &Notification,
) -> Result<OperationRecord, ApiError> {
    let Notification { event, operation, transfer } = notification;
    let mut record = lock(tx, context, *operation)?;
    let is_new = rows::record_notification(tx, context.platform, event, *operation, context.now)?;
    // For an operation that the provider has not confirmed yet, the job polls instead.
    if is_new && record.state != OperationState::Created {
        lifecycle::report(tx, context, &mut record, transfer)?;
        lifecycle::replan(tx, context, &mut record, transfer.ask)?;
        rows::update_operation(tx, context.platform, &record)?;
    }
    Ok(record)
}

/// Ends the funding window of an operation ahead of time; the provider is instructed to cancel the transfer.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INTERNAL_ERROR` for an operation that does not wait for funds.
pub fn end_window(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: StablecoinOperationId,
) -> Result<OperationRecord, ApiError> {
    let mut record = lock(tx, context, operation)?;
    lifecycle::end_window(tx, context, &mut record)?;
    lifecycle::replan(tx, context, &mut record, NextPoll::At(context.now))?;
    rows::update_operation(tx, context.platform, &record)?;
    Ok(record)
}

/// Locks an operation.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: StablecoinOperationId,
) -> Result<OperationRecord, ApiError> {
    let found = lookup::lock(tx, context.platform, operation)?;
    let (record, _) = found.ok_or_else(ApiError::not_found::<StablecoinOperationId>)?;
    Ok(record)
}
