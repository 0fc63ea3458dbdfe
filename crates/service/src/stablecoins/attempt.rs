//! The times that a provider is instructed about one operation, counted before it is.

use causeway_domain::ids::StablecoinOperationId;
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord};

use super::order::{self, Learned, Order};
use crate::ports::{OrderAnswer, ProviderError};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// One time that the provider is instructed.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) operation: StablecoinOperationId,
    /// The number of this time; the first is 1.
    pub(super) number: i64,
    pub(super) order: Order,
}

impl Attempt {
    /// Instructs the provider under the key that it knows, if it has heard of the operation before, and knows of no transfer.
    /// A refusal is only believed where it knows of none.
    pub(super) async fn submit(&self) -> Learned {
        if self.number > 1
            && let Some(transfer) = self.order.ask().await?
        {
            return Ok(Some(transfer));
        }
        match self.order.call(|provider, order| async move { provider.submit(&order).await }).await? {
            OrderAnswer::Accepted(transfer) => Ok(Some(transfer)),
            // It has heard of the operation: where it does not say what it knows, nothing is certain.
            OrderAnswer::Refused => self.order.ask().await.map_err(|_| ProviderError::Unclear),
        }
    }
}

/// Counts one more time that the provider is instructed about an operation, before it is.
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
