//! The times that a provider is told about one operation, counted before it is told.

use causeway_domain::ids::StablecoinOperationId;
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord};

use super::order::{self, Order};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// One time that the provider is told.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) operation: StablecoinOperationId,
    /// The number of this time; the first is 1.
    pub(super) number: i64,
    pub(super) order: Order,
}

/// Counts one more time that the provider is told about an operation, before it is.
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
