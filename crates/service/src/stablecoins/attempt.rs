//! Submissions of an operation to its provider, each counted before it is made.

use causeway_domain::ids::StablecoinOperationId;
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord};

use super::order::{self, Order, TransferAnswer};
use crate::ports::{OrderAnswer, ProviderError};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// One submission to the provider.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) operation: StablecoinOperationId,
    /// The number of the submission, from 1.
    pub(super) number: i64,
    pub(super) order: Order,
}

impl Attempt {
    /// Submits the operation under its idempotency key. If it was submitted before, the provider is first
    /// asked for a known transfer. A refusal is only believed if the provider knows of no transfer.
    pub(super) async fn submit(&self) -> TransferAnswer {
        if self.number > 1
            && let Some(transfer) = self.order.ask().await?
        {
            return Ok(Some(transfer));
        }
        match self.order.call(|provider, order| async move { provider.submit(&order).await }).await? {
            OrderAnswer::Accepted(transfer) => Ok(Some(transfer)),
            // The provider may have received the operation before: if it does not say so, the outcome is
            // unclear.
            OrderAnswer::Refused => self.order.ask().await.map_err(|_| ProviderError::OutcomeUnknown),
        }
    }
}

/// Counts one more submission of an operation, before it is made.
pub(super) fn count(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut OperationRecord,
) -> Result<Attempt, ApiError> {
    record.submissions += 1;
    rows::update_operation(tx, context.platform, record)?;
    let order = order::of(tx, context, record)?;
    Ok(Attempt { operation: record.id, number: record.submissions, order })
}
