//! What a provider reports of its own accord (stablecoins 7.3): each event once, and a status never moves backwards.

use causeway_domain::ids::StablecoinOperationId;
use causeway_domain::stablecoins::OperationState;
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord};

use super::{filed, lifecycle};
use crate::ports::{AskAgain, ProviderTransfer};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// An event of a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Notification {
    /// The provider's id of the event.
    pub event: String,
    /// The operation that it is about.
    pub operation: StablecoinOperationId,
    /// What has become of it.
    pub transfer: ProviderTransfer,
}

/// Takes in an event of a provider; the operation as it then is. One that was taken in before changes nothing.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn take(
    tx: &mut Tx<'_>,
    context: &Context,
    notification: &Notification,
) -> Result<OperationRecord, ApiError> {
    let Notification { event, operation, transfer } = notification;
    let mut record = lock(tx, context, *operation)?;
    let is_new = rows::remember_notification(tx, context.platform, event, *operation, context.now)?;
    // What the provider has not confirmed to us is for the job to ask about.
    if is_new && record.state != OperationState::Created {
        lifecycle::report(tx, context, &mut record, transfer)?;
        lifecycle::replan(tx, context, &mut record, transfer.ask)?;
        rows::update_operation(tx, context.platform, &record)?;
    }
    Ok(record)
}

/// Ends the window for funds of an operation ahead of time; the provider is instructed to give it up.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INTERNAL_ERROR` for one that does not wait for funds.
pub fn end_window(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: StablecoinOperationId,
) -> Result<OperationRecord, ApiError> {
    let mut record = lock(tx, context, operation)?;
    lifecycle::end_window(tx, context, &mut record)?;
    lifecycle::replan(tx, context, &mut record, AskAgain::At(context.now))?;
    rows::update_operation(tx, context.platform, &record)?;
    Ok(record)
}

/// An operation, locked until the transaction ends.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: StablecoinOperationId,
) -> Result<OperationRecord, ApiError> {
    let found = filed::lock(tx, context.platform, operation)?;
    let (record, _) = found.ok_or_else(ApiError::not_found::<StablecoinOperationId>)?;
    Ok(record)
}
